import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Schema } from './schema.ts';

/** A table of the state database, as far as its rows are written down and stored again. */
export interface StateTable {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

const columnRow = z.object({ table: z.string(), column: z.string(), type: z.string() });

/** All tables of the state database, in the order of their names; not those of the queues, which are made anew. */
export async function listStateTables(db: Kysely<Schema>): Promise<readonly StateTable[]> {
  const { rows } = await sql`
    select relname as table, attname as column, format_type(atttypid, atttypmod) as type
    from pg_class
    join pg_namespace on pg_namespace.oid = relnamespace and nspname = current_schema()
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    where relkind = 'r' order by relname collate "C", attnum`.execute(db);
  const tables = new Map<string, { name: string; columns: { name: string; type: string }[] }>();
  for (const { table, column, type } of z.array(columnRow).parse(rows)) {
    const known = tables.get(table) ?? { name: table, columns: [] };
    known.columns.push({ name: column, type });
    tables.set(table, known);
  }
  return [...tables.values()];
}

const sequenceRow = z.object({ name: z.string(), last: z.coerce.number().nullable() });

/** The number that each sequence gave last; null where it gave none. */
export async function loadSequences(db: Kysely<Schema>): Promise<Readonly<Record<string, number | null>>> {
  const { rows } = await sql`select sequencename as name, last_value as last from pg_sequences
    where schemaname = current_schema() order by sequencename collate "C"`.execute(db);
  return Object.fromEntries(
    z
      .array(sequenceRow)
      .parse(rows)
      .map(({ name, last }) => [name, last]),
  );
}

/** The columns of its primary key; all columns where it has none. */
async function loadKey(db: Kysely<Schema>, { name, columns }: StateTable): Promise<readonly string[]> {
  const { rows } = await sql`select attname as name from pg_index
    join pg_attribute on attrelid = indrelid and attnum = any(indkey)
    where indrelid = ${name}::text::regclass and indisprimary order by array_position(indkey::int2[], attnum)`.execute(
    db,
  );
  const key = z.array(z.object({ name: z.string() })).parse(rows);
  return key.length === 0 ? columns.map((column) => column.name) : key.map((column) => column.name);
}

const rowsAtOnce = 250;
const wholeNumbers: ReadonlySet<string> = new Set(['smallint', 'integer', 'bigint']);

/** The same on every database, whatever its settings: each value has one text. */
const sameText = sql`select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, MDY', true),
  set_config('intervalstyle', 'postgres', true), set_config('extra_float_digits', '1', true),
  set_config('bytea_output', 'hex', true)`;

const valueRow = z.record(z.string(), z.string().nullable());

/**
 * The rows of a table as lines of JSON, a list of texts each, in an order that does not depend on the database. The
 * caller holds a transaction.
 */
export async function* streamRows(transaction: Kysely<Schema>, table: StateTable): AsyncGenerator<string[]> {
  await sameText.execute(transaction);
  const types = new Map(table.columns.map(({ name, type }) => [name, type]));
  const values = table.columns.map(
    ({ name }, index) => sql`${sql.ref(name)}::text as ${sql.ref(`c${index}`)}`,
  );
  const order = (await loadKey(transaction, table)).map((name) =>
    wholeNumbers.has(types.get(name) ?? '') ? sql.ref(name) : sql`${sql.ref(name)}::text collate "C"`,
  );
  await sql`declare rows_of_table no scroll cursor for
    select ${sql.join(values)} from ${sql.table(table.name)} order by ${sql.join(order)}`.execute(
    transaction,
  );
  try {
    for (;;) {
      const { rows } = await sql`fetch ${sql.lit(rowsAtOnce)} from rows_of_table`.execute(transaction);
      if (rows.length === 0) return;
      yield rows.map((row) => {
        const found = valueRow.parse(row);
        return JSON.stringify(table.columns.map((_column, index) => found[`c${index}`] ?? null));
      });
    }
  } finally {
    await sql`close rows_of_table`.execute(transaction);
  }
}
