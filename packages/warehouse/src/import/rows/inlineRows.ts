import type { FileFormat } from '../../package/packagePlan.ts';
import type { Cell, OpenRowSource, SourceRow } from './rowSource.ts';

type InlineFormat = Extract<FileFormat, { readonly kind: 'inline' }>;

const chunkSize = 2048;

/**
 * Opens the rows inside a descriptor; `line` is the number of the row. Rows that are objects have the columns of all of
 * them; of rows that are arrays the first names the columns, unless there is no header.
 */
export function openInlineRows({ rows, hasHeader }: InlineFormat): OpenRowSource {
  const isArrays = rows.every((row) => Array.isArray(row));
  const header = isArrays ? (hasHeader ? rows[0] : undefined) : keysOf(rows);
  const columns = Array.isArray(header) ? header.map((name) => String(name ?? '').trim()) : null;
  const begin = isArrays && columns !== null ? 1 : 0;
  const found = rows.slice(begin).map((row, index): { line: number; values: readonly unknown[] } => ({
    line: begin + index + 1,
    values: Array.isArray(row) ? row : (columns ?? []).map((name) => valueUnder(row, name)),
  }));
  const isTyped = (index: number): boolean =>
    found.every(({ values }) => values[index] === null || typeof values[index] !== 'string');
  return {
    columns,
    typedColumns: new Set((columns ?? []).filter((_, index) => isTyped(index))),
    rows: async function* () {
      for (let start = 0; start < found.length; start += chunkSize) {
        yield found
          .slice(start, start + chunkSize)
          .map(({ line, values }): SourceRow => ({ line, cells: values.map(toCell) }));
      }
    },
    close: async () => {},
  };
}

const keysOf = (rows: readonly unknown[]): readonly string[] => [
  ...new Set(rows.flatMap((row) => (typeof row === 'object' && row !== null ? Object.keys(row) : []))),
];

const valueUnder = (row: unknown, name: string): unknown =>
  typeof row === 'object' && row !== null && Object.hasOwn(row, name) ? Reflect.get(row, name) : null;

function toCell(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((item) => (item === null ? null : textOf(item)));
  return textOf(value);
}

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
