import { expect, it } from 'vitest';
import { linearMatcher } from '../compile/linearMatcher.ts';
import { NotInIndex } from '../compile/refusal.ts';
import { lowered, meets } from './texts.ts';

it('each character is lowered by itself, as databases do it', () => {
  expect(['AbC', 'ÄÖ', 'ΟΔΟΣ', 'İ'].map(lowered)).toEqual(['abc', 'äö', 'οδοσ', 'i']);
});

const matcher = { matcher: linearMatcher };
const found = async (search: string, texts: readonly string[]) => {
  const isMet = await meets(search, texts, matcher);
  return texts.filter((_, index) => isMet(index));
};

it('a search is a part of the text in any case, or a regular expression in its case', async () => {
  const texts = ['Alpha', 'alpha', '50%'];
  expect(await found('', texts)).toEqual(texts);
  expect(await found('LPH', texts)).toEqual(['Alpha', 'alpha']);
  expect(await found('%', texts)).toEqual(['50%']);
  expect(await found('/^A/', texts)).toEqual(['Alpha']);
  expect(await found('/(/', texts)).toEqual([]);
});

it('many texts are not matched with a regular expression while others wait', async () => {
  const many = Array.from({ length: 20_001 }, (_, index) => String(index));
  await expect(found('/1$/', many)).rejects.toThrow(NotInIndex);
  expect(await found('20000', many)).toEqual(['20000']);
});
