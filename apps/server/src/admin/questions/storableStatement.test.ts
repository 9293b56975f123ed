import type { Query } from '@atrium/engine';
import { expect, it } from 'vitest';
import { storableStatement } from './storableStatement.ts';

const statement = (values: Query['values'], text = 'SELECT 1') =>
  storableStatement({ written: () => ({ text, values }), begin: 1.23, ms: 4.56, rows: 7 });

it('a statement is kept with its values, and times to a tenth of a millisecond', () => {
  const values = ['a', 1, null, ['b', 'c'], true];
  expect(statement(values)).toEqual({ text: 'SELECT 1', values, begin: 1.2, ms: 4.6, rows: 7, isCut: false });
});

it('values of 20,000 characters of JSON are kept, and longer ones are not', () => {
  const whole = ['x'.repeat(19_996)];
  expect(JSON.stringify(whole)).toHaveLength(20_000);
  expect(statement(whole)).toMatchObject({ values: whole, isCut: false });
  expect(statement(['x'.repeat(19_997)])).toMatchObject({ values: [], isCut: true });
  expect(statement(['"'.repeat(10_000)])).toMatchObject({ values: [], isCut: true });
});

it('a long text is cut', () => {
  const kept = statement([], 'x'.repeat(40_001));
  expect(kept.text).toHaveLength(40_000);
  expect(kept.isCut).toBe(true);
});

it('lists that are too long for certain are not written out to find that out', () => {
  const values = Array.from({ length: 25_000 }, (_, index) => `value ${index}`);
  const written = Object.assign(values, {
    toJSON: () => {
      throw new Error('The values were written out.');
    },
  });
  expect(statement([written])).toMatchObject({ values: [], isCut: true });
});
