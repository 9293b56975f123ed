import { defaultWorkBudget } from '@atrium/warehouse';
import { expect, test } from 'vitest';
import { parseQuestionLimits } from './limits.ts';

test('a question may work for 30 seconds, in a quarter of the memory of the machine', () => {
  expect(parseQuestionLimits(undefined)).toEqual({ seconds: 30, budget: defaultWorkBudget });
});

test('what is given differs from the defaults, and the rest stays', () => {
  const { seconds, budget } = parseQuestionLimits('seconds=90, spillMegabytes=2000');
  expect(seconds).toBe(90);
  expect(budget).toEqual({ ...defaultWorkBudget, spillMegabytes: 2000 });
});

test.each(['30', 'seconds', 'seconds=0', 'seconds=1.5', 'megabytes=511', 'memory=1000', 'seconds=30,'])(
  'refuses %s by the name of the setting',
  (text) => {
    expect(() => parseQuestionLimits(text)).toThrow('ATRIUM_QUESTION_LIMITS must be like');
  },
);
