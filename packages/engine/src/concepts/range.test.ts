import { expect, it } from 'vitest';
import { createLookup } from '../dictionary/lookup.ts';
import { dictionaryOf } from '../testing/plainRelease.ts';
import { rangeKinds } from './range.ts';

const concepts = [{ id: 'weight', type: 'number' } as const];
const weight = createLookup(dictionaryOf({ collections: [{ id: 'subject', rows: [], concepts }] })).concept(
  'weight',
);

it.each(['', ' ', '0x10', '0b1', 'Infinity'])('%j spells no number, so no number equals it', (text) => {
  if (weight === undefined) throw new Error('There is no concept.');
  expect(rangeKinds.number.equals(weight, text)).toBeNull();
});

it('a number equals the text that spells it', () => {
  if (weight === undefined) throw new Error('There is no concept.');
  expect(rangeKinds.number.equals(weight, ' 1.50 ')).toMatchObject({ kind: 'between', min: 1.5, max: 1.5 });
});
