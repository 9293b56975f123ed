import pg from 'pg';
import { parsePackedList } from '../sql/packedList.ts';
import type { RowValue } from '../sql/row.ts';

type Decode = (text: string) => RowValue;

const number: Decode = Number;
/** A whole number, or its digits where it lies beyond 2^53. */
const exactly: Decode = (value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value);
const text: Decode = (value) => value;
const boolean: Decode = (value) => value === 't';
const textList: number = 1009;
const decodeTexts: (text: string) => readonly (string | null)[] = pg.types.getTypeParser(textList);
const listOf =
  (item: Decode): Decode =>
  (value) =>
    decodeTexts(value).map((each) => (each === null ? null : item(each)));

/** JSON reads a list of numbers five times as fast, and refuses the few signs that it does not know, as in NaN. */
const numbers: Decode = (value) => {
  try {
    return JSON.parse(`[${value.slice(1, -1).replaceAll('NULL', 'null')}]`);
  } catch {
    return listOf(number)(value);
  }
};

/** By the type's number in PostgreSQL's catalogue; bool, int8, json, int2, int4, float4, float8, numeric and their lists. */
const decoders: ReadonlyMap<number, Decode> = new Map([
  [16, boolean],
  [20, exactly],
  [114, parsePackedList],
  ...[21, 23, 700, 701, 1700].map((type) => [type, number] as const),
  [1000, listOf(boolean)],
  ...[1016, 1005, 1007, 1021, 1022, 1231].map((type) => [type, numbers] as const),
  // text, varchar, date
  ...[1009, 1015, 1182].map((type) => [type, listOf(text)] as const),
]);

/** How cells become row values; types that are not listed, dates among them, stay the text that PostgreSQL writes. */
export const rowTypes: pg.CustomTypesConfig = {
  getTypeParser: (type: number) => decoders.get(type) ?? text,
};
