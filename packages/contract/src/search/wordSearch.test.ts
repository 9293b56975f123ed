import { describe, expect, it } from 'vitest';
import {
  comparableText,
  nearestWord,
  rankedByWords,
  wordRankOf,
  wordRanks,
  wordSearch,
} from './wordSearch.ts';

const rank = (text: string, search: string) => wordRankOf(comparableText(text), wordSearch(search));

describe('how a text meets a search (rule 11.13)', () => {
  it.each([
    ['Trio', 'trio', 'exact'],
    ['Fontan, lateral tunnel', 'fontan lateral', 'prefix'],
    ['Complete trio', 'trio', 'words'],
    ['Defect of the septum', 'septum defect', 'words'],
    ['Ventricular septal defect', 'sept', 'beginnings'],
    ['Atrioventricular', 'trio', 'parts'],
    ['Fontan', 'trio', null],
    ['Naïve T-cell', 'naive t cell', 'exact'],
  ] as const)('%s for %s: %s', (text, search, expected) => {
    expect(rank(text, search)).toBe(expected === null ? null : wordRanks[expected]);
  });

  it('the best come first, equal ones in their order', () => {
    const texts = ['Atrioventricular', 'Complete trio', 'Trio of three', 'Trio', 'Second trio'];
    expect(rankedByWords(texts, 'trio', (text) => text)).toEqual([
      'Trio',
      'Trio of three',
      'Complete trio',
      'Second trio',
      'Atrioventricular',
    ]);
    expect(rankedByWords(texts, ' ', (text) => text)).toEqual(texts);
  });
});

describe('the word that was probably meant', () => {
  const known = ['fontan', 'tetralogy', 'glenn', 'norwood', 'sex'];

  it.each([
    ['fontn', 'fontan'],
    ['fotnan', 'fontan'],
    ['glennn', 'glenn'],
    ['tetrolgy', 'tetralogy'],
    ['sxe', null],
    ['fon', null],
    ['ventricle', null],
  ] as const)('%s: %s', (typed, meant) => {
    expect(nearestWord(typed, known).next()).toEqual({ done: true, value: meant });
  });
});
