import { expect, it } from 'vitest';
import { codesThatMatch } from './codeSets.ts';
import { linearMatcher } from './linearMatcher.ts';
import { NotInIndex } from './refusal.ts';

it('a regular expression is looked for once in a list of texts, however many plans hold it', () => {
  const texts = ['a1', 'b1', 'b2', 'c1'];
  let compiled = 0;
  const matcher = (pattern: string) => {
    compiled += 1;
    return linearMatcher(pattern);
  };
  for (const _ of [1, 2])
    expect(codesThatMatch('1$', texts, matcher)).toEqual([
      { low: 1, high: 2 },
      { low: 4, high: 4 },
    ]);
  expect(codesThatMatch('2$', texts, matcher)).toEqual([{ low: 3, high: 3 }]);
  expect(compiled).toBe(2);
});

it('a filter does not match many texts with a regular expression while others wait', () => {
  const many = Array.from({ length: 20_001 }, (_, index) => String(index));
  expect(() => codesThatMatch('1$', many, linearMatcher)).toThrow(NotInIndex);
});
