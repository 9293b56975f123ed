import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { fetchChunks } from '../duckdb/results.ts';
import { quoted } from '../sql/quoted.ts';
import type { ColumnShape, TableShape } from './tableShape.ts';

export interface CopyRequest {
  /** Has the built file attached as `release`. */
  readonly source: DuckDBConnection;
  readonly release: string;
  readonly client: pg.ClientBase;
  /** The schema that gets the new table. */
  readonly schema: string;
  readonly signal: AbortSignal | undefined;
}

/** Creates the table and copies its rows in their order, a chunk at a time; throws unless all rows have arrived. */
export async function copyTable(table: TableShape, request: CopyRequest): Promise<void> {
  const { client, schema, signal } = request;
  const name = quoted(schema, table.name);
  const columns = table.columns.map((column) => `${quoted(column.name)} ${column.type}`);
  // FREEZE spares a later rewrite of the rows; it needs a table that was created in the same transaction.
  await client.query('BEGIN');
  await client.query(`CREATE TABLE ${name} (${columns.join(', ')})`);
  const copy = client.query(copyFrom(`COPY ${name} FROM STDIN WITH (FREEZE)`));
  const lines = Readable.from(tableText(table, request), { objectMode: true, highWaterMark: 2 });
  await (signal === undefined ? pipeline(lines, copy) : pipeline(lines, copy, { signal }));
  if (copy.rowCount !== table.rows)
    throw new Error(`${table.name} has ${table.rows} rows, but ${copy.rowCount} arrived at PostgreSQL.`);
  await client.query('COMMIT');
}

/** The rows of a table of an attached file in the text format of COPY, in chunks of lines; DuckDB makes the lines. */
export async function* tableText(
  table: TableShape,
  { source, release }: Pick<CopyRequest, 'source' | 'release'>,
): AsyncGenerator<Buffer> {
  const cells = table.columns.map((column) => `coalesce(${cellText(column)}, '\\N')`);
  const result = await source.stream(
    `SELECT concat_ws(chr(9), ${cells.join(', ')}) FROM ${quoted(release, table.name)}`,
  );
  for await (const chunk of fetchChunks(result)) {
    yield Buffer.from(`${chunk.getColumnValues(0).join('\n')}\n`);
  }
}

function cellText({ name, isText }: ColumnShape): string {
  const cell = quoted(name);
  if (!isText) return `CAST(${cell} AS VARCHAR)`;
  const escapes = [
    [`'\\'`, `'\\\\'`],
    ['chr(9)', `'\\t'`],
    ['chr(10)', `'\\n'`],
    ['chr(13)', `'\\r'`],
  ];
  return escapes.reduce((text, [found, written]) => `replace(${text}, ${found}, ${written})`, cell);
}
