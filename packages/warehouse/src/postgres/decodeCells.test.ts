import fc from 'fast-check';
import pg from 'pg';
import { expect, it } from 'vitest';
import { rowTypes } from './decodeCells.ts';

/** Lists of int8, int2, int4, float4, float8 and numeric. */
const numberLists = [1016, 1005, 1007, 1021, 1022, 1231];

const textList: number = 1009;
const decodeTexts: (text: string) => readonly (string | null)[] = pg.types.getTypeParser(textList);

const decode = (type: number, text: string): unknown => rowTypes.getTypeParser(type, 'text')(text);

/** Numbers as PostgreSQL writes them. */
const numeral = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => String(value)),
  fc.constantFrom('NULL', '-0', '0.10', '1e+20', '-1.5e-07', '170000000000000000000'),
);

it.each(numberLists)('a list of numbers of type %i is the numbers of its texts', (type) => {
  fc.assert(
    fc.property(fc.array(numeral), (items) => {
      const text = `{${items.join(',')}}`;
      const slowly: readonly (string | null)[] = decodeTexts(text);
      expect(decode(type, text)).toEqual(slowly.map((item) => (item === null ? null : Number(item))));
    }),
  );
});

it('numbers that JSON does not know are read too', () => {
  expect(decode(1022, '{1.5,NaN,NULL,Infinity,-Infinity}')).toEqual([
    1.5,
    Number.NaN,
    null,
    Infinity,
    -Infinity,
  ]);
});
