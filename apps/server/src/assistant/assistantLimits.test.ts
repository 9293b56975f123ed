import { expect, it } from 'vitest';
import { calls } from './portalCalls.ts';
import { isListed } from './shownToAssistants.ts';

it('ids and words of single subjects are told no assistant, of whatever type they are (rule 14.82)', () => {
  const category = { conceptType: 'category' } as const;
  expect([isListed(category), isListed({ ...category, namesSubjects: true })]).toEqual([true, false]);
  expect(isListed({ conceptType: 'text' })).toBe(false);
});

it('an assistant reaches a closed list of calls, none of which gives rows, files or secrets (rule 14.81)', () => {
  const disclosed = Object.values(calls).map(({ declares }) => declares.discloses);
  expect(new Set(disclosed)).toEqual(new Set(['nothing', 'values', 'figures']));
  expect(Object.values(calls).map(({ path }) => path)).not.toContainEqual(
    expect.stringMatching(/preview|explain|timelines|near_misses|export|admin|proposal\/|file/),
  );
});
