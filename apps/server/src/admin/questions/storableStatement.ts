import type { TracedStatement } from '@atrium/warehouse';

const maxText = 40_000;
/** In characters of JSON. */
const maxValues = 20_000;

/** A statement as the log of questions keeps it: without its values where they are many or long. */
export function storableStatement({ written, begin, ms, rows }: TracedStatement) {
  const { text, values } = written();
  const areLong = leastLength(values) > maxValues || JSON.stringify(values).length > maxValues;
  return {
    text: text.slice(0, maxText),
    values: areLong ? [] : values,
    begin: tenth(begin),
    ms: tenth(ms),
    rows,
    isCut: areLong || text.length > maxText,
  };
}

const tenth = (given: number): number => Math.round(given * 10) / 10;

/** At most as many characters as the JSON has. Hundreds of questions with tens of thousands of values are written at once. */
function leastLength(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (!Array.isArray(value)) return 1;
  let length = value.length;
  for (const item of value) {
    if (length > maxValues) break;
    length += leastLength(item);
  }
  return length;
}
