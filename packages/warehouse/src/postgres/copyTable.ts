import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { TableShape } from '../duckdb/tableShape.ts';
import { type AttachedRelease, tableText } from '../duckdb/tableText.ts';
import { quoted } from '../sql/quoted.ts';

export interface CopyRequest extends AttachedRelease {
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
