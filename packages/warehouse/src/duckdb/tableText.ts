import type { DuckDBConnection } from '@duckdb/node-api';
import { quoted } from '../sql/quoted.ts';
import { fetchChunks } from './results.ts';
import { type ColumnShape, escaped, type TableShape } from './tableShape.ts';

/** A built file that a connection has attached under the name of its release. */
export interface AttachedRelease {
  readonly source: DuckDBConnection;
  readonly release: string;
}

/** The rows of a table of an attached file in the text format of COPY, in chunks of lines; DuckDB makes the lines. */
export async function* tableText(
  table: TableShape,
  { source, release }: AttachedRelease,
): AsyncGenerator<Buffer> {
  const cells = table.columns.map((column) => `coalesce(${cellText(column)}, '\\N')`);
  const result = await source.stream(
    `SELECT concat_ws(chr(9), ${cells.join(', ')}) FROM ${table.from ?? quoted(release, table.name)}`,
  );
  for await (const chunk of fetchChunks(result)) {
    yield Buffer.from(`${chunk.getColumnValues(0).join('\n')}\n`);
  }
}

function cellText({ name, isText, isEscaped }: ColumnShape): string {
  const cell = quoted(name);
  if (!isText) return `CAST(${cell} AS VARCHAR)`;
  return isEscaped
    ? escaped.reduce((text, [found, written]) => `replace(${text}, ${found}, ${written})`, cell)
    : cell;
}
