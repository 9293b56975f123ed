import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { TableShape } from '../duckdb/tableShape.ts';
import { type AttachedRelease, tableText } from '../duckdb/tableText.ts';
import { quoted } from '../sql/quoted.ts';
import type { IndexPlan } from './tableLayout.ts';

export interface CopyRequest extends AttachedRelease {
  /** Where rows lie on the server of their subject, or on each; null where there is one server. */
  readonly spread: 'bySubject' | 'everywhere' | null;
  readonly client: pg.ClientBase;
  /** The schema that gets the new table. */
  readonly schema: string;
  readonly signal: AbortSignal | undefined;
}

/** Has Citus keep the rows of a new table, named as in SQL, on the server of their subject, or on each server. */
export async function spreadTable(
  client: pg.ClientBase,
  name: string,
  spread: 'bySubject' | 'everywhere',
): Promise<void> {
  const made =
    spread === 'bySubject' ? `create_distributed_table($1, '_subject')` : 'create_reference_table($1)';
  await client.query(`SELECT ${made}`, [name]);
}

/** Makes the indexes of a table that has all its rows, and lets the planner know it; `name` as in SQL. */
export async function finishTable(
  client: pg.ClientBase,
  name: string,
  indexes: readonly IndexPlan[],
): Promise<void> {
  for (const { columns, isKey } of indexes) {
    const list = columns.map((column) => quoted(column)).join(', ');
    await client.query(
      isKey
        ? `ALTER TABLE ${name} ADD PRIMARY KEY (${list}) WITH (fillfactor = 100)`
        : `CREATE INDEX ON ${name} (${list}) WITH (fillfactor = 100)`,
    );
  }
  await client.query(`VACUUM (ANALYZE) ${name}`);
}

/** Creates the table and copies its rows in their order, a chunk at a time; throws unless all rows have arrived. */
export async function copyTable(table: TableShape, request: CopyRequest): Promise<void> {
  const { client, schema, signal, spread } = request;
  const name = quoted(schema, table.name);
  const columns = table.columns.map((column) => `${quoted(column.name)} ${column.type}`);
  // FREEZE spares a later rewrite of the rows; it needs a table that was created in the same transaction.
  await client.query('BEGIN');
  await client.query(`CREATE TABLE ${name} (${columns.join(', ')})`);
  if (spread !== null) await spreadTable(client, name, spread);
  const copy = client.query(copyFrom(`COPY ${name} FROM STDIN${spread === null ? ' WITH (FREEZE)' : ''}`));
  const lines = Readable.from(tableText(table, request), { objectMode: true, highWaterMark: 2 });
  await (signal === undefined ? pipeline(lines, copy) : pipeline(lines, copy, { signal }));
  if (copy.rowCount !== table.rows)
    throw new Error(`${table.name} has ${table.rows} rows, but ${copy.rowCount} arrived at PostgreSQL.`);
  await client.query('COMMIT');
}
