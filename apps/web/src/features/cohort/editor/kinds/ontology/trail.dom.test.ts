import { expect, it } from 'vitest';
import { trailTo } from './useOntologyWalk.ts';

const term = (code: string) => ({ code, label: `Term ${code}` });
const trail = ['A', 'B', 'C'].map(term);
const codes = (given: readonly { code: string }[]) => given.map(({ code }) => code).join('');

it.each([
  ['a narrower term lengthens it', 'D', 'down', 'ABCD'],
  ['a term that was passed cuts it short', 'B', 'up', 'AB'],
  ['another parent begins it anew', 'X', 'up', 'X'],
  ['a term that was passed is not passed twice', 'A', 'down', 'A'],
] as const)('the way through an ontology: %s', (_, code, direction, after) => {
  expect(codes(trailTo(trail, term(code), direction))).toBe(after);
});
