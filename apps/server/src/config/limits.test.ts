import { defaultWorkBudget } from '@atrium/warehouse';
import { expect, it } from 'vitest';
import { parseIndexMemory, parseQuestionLimits, parseSpoolLimits } from './limits.ts';

it('a question may work for 30 seconds, in a quarter of the memory of the machine', () => {
  expect(parseQuestionLimits(undefined)).toEqual({ seconds: 30, budget: defaultWorkBudget });
});

it('what is given differs from the defaults, and the rest stays', () => {
  const { seconds, budget } = parseQuestionLimits('seconds=90, spillMegabytes=2000');
  expect(seconds).toBe(90);
  expect(budget).toEqual({ ...defaultWorkBudget, spillMegabytes: 2000 });
});

it.each(['30', 'seconds', 'seconds=0', 'seconds=1.5', 'megabytes=511', 'memory=1000', 'seconds=30,'])(
  'refuses %s by the name of the setting',
  (text) => {
    expect(() => parseQuestionLimits(text)).toThrow('ATRIUM_QUESTION_LIMITS must be like');
  },
);

it('exports take 16 GB of the disk, a quarter of it for one account, unless something else is given (rule 8.24)', () => {
  expect(parseSpoolLimits(undefined)).toEqual({ megabytes: 16_384, eachMegabytes: 4096 });
  expect(parseSpoolLimits('eachMegabytes=100')).toEqual({ megabytes: 16_384, eachMegabytes: 100 });
});

it.each(['100', 'megabytes=63', 'eachMegabytes=16385', 'megabytes=1e3', 'gigabytes=20', 'megabytes=100,'])(
  'refuses %s as the room of exports by the name of the setting',
  (text) => {
    expect(() => parseSpoolLimits(text)).toThrow('ATRIUM_EXPORT_SPOOL must be like');
  },
);

it('indexes take what ATRIUM_INDEX_MEMORY says, or are off', () => {
  expect(parseIndexMemory(undefined)).toBe('default');
  expect(parseIndexMemory('off')).toBe('off');
  expect(parseIndexMemory('2048')).toEqual({ megabytes: 2048 });
});

it.each(['on', '15', '1.5', '-64', '2 GB'])('refuses %s as memory of indexes', (text) => {
  expect(() => parseIndexMemory(text)).toThrow('ATRIUM_INDEX_MEMORY must be off, or a whole number');
});
