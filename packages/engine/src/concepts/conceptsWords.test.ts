import { expect, it } from 'vitest';
import type { Concept } from '../dictionary/dictionary.ts';
import { createLookup } from '../dictionary/lookup.ts';
import { dictionaryOf } from '../testing/plainRelease.ts';
import { workedExample } from '../testing/workedExample.ts';
import { listWords } from './conceptsWords.ts';
import { textFilter } from './text.ts';

function workedConcept(id: string): Concept {
  const concept = createLookup(dictionaryOf(workedExample)).concept(id);
  if (concept === undefined) throw new Error(`The worked example has no ${id}.`);
  return concept;
}
const sex = workedConcept('sex');

/** The words of these values with `[not specified]` after them, cut to so many; and how many values were put into words. */
function words(values: readonly string[], most: number) {
  let worded = 0;
  const wordOf = (value: string): string => {
    worded += 1;
    return value;
  };
  const text = listWords(sex, { values, wordOf, more: ['[not specified]'] }, { isExcluded: false, most });
  return { text, worded };
}

it.each([
  [['a'], 7, 'Sex in a, [not specified]'],
  [['a', 'b'], 2, 'Sex in a, b, … (1 more)'],
  [['a', 'b'], 1, 'Sex in a, … (2 more)'],
  [[], 7, 'Sex = [not specified]'],
] as const)('the values %j, cut to %i, are %s', (values, most, text) => {
  expect(words(values, most).text).toBe(text);
});

it('of a long list only the values that are shown are put into words (rule 8.17)', () => {
  const many = Array.from({ length: 25_000 }, (_, number) => `CHD-${number}`);
  expect(words(many, 7).worded).toBe(7);
  expect(words(many, Number.POSITIVE_INFINITY).worded).toBe(25_000);
});

it('a regular expression that no engine can run is found among plain values', () => {
  const filter = {
    kind: 'text',
    entryId: 'a',
    conceptId: 'sex',
    prefilterValue: null,
    excludeSelected: false,
    includeNullAndMissing: false,
  } as const;
  expect(textFilter.fault({ ...filter, terms: ['a', '/(b/', 'c', '/d/'] }, sex)).toMatchObject({
    code: 'pattern',
    message: '/(b/ is not a regular expression that can be used.',
  });
  expect(textFilter.fault({ ...filter, terms: ['(a', '/d/'] }, sex)).toBeNull();
});
