import type { RowValue } from './row.ts';

const isTextList = (value: unknown): value is readonly (string | null)[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' || item === null);

/** A list of texts that a statement gives as JSON: one parse, where its items one by one take many times as long. */
export function parsePackedList(json: string): RowValue {
  const list: unknown = JSON.parse(json);
  if (list === null || isTextList(list)) return list;
  throw new Error('Only lists of texts are given as JSON.');
}
