import type { TracedStatement } from '@atrium/warehouse';

const longestText = 40_000;
/** In characters of JSON. */
const longestValues = 20_000;

/** A statement as the log of questions keeps it: without its values where they are many or long. */
export function storableStatement({ text, values, begin, ms, rows }: TracedStatement) {
  const areLong = leastLength(values) > longestValues || JSON.stringify(values).length > longestValues;
  return {
    text: text.slice(0, longestText),
    values: areLong ? [] : values,
    begin: tenth(begin),
    ms: tenth(ms),
    rows,
    isCut: areLong || text.length > longestText,
  };
}

const tenth = (given: number): number => Math.round(given * 10) / 10;

/** At most as many characters as the JSON has. Hundreds of questions with tens of thousands of values are written at once. */
function leastLength(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (!Array.isArray(value)) return 1;
  let length = value.length;
  for (const item of value) {
    if (length > longestValues) break;
    length += leastLength(item);
  }
  return length;
}
