import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { formatQuantity } from '@atrium/contract/calendar/numerals';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { type SavedState, type SavedTable, sumTable, tableFile } from './dumpState.ts';
import { loadMigrations, migrateTo, migrationNames } from './migrate.ts';
import type { Schema } from './schema.ts';
import { listStateTables, loadSequences, type StateTable } from './stateTables.ts';

interface Written {
  readonly folder: string;
  readonly state: SavedState;
}

/**
 * Stores a written state in an empty database, whole or not at all: the schema that it was written with, then all rows
 * in one transaction, which ends only when every table has the rows and the check sum that were written down.
 * @throws PortalError 'conflict' where the database is not empty, the state is of a newer version, or anything differs
 */
export async function restoreState(db: Kysely<Schema>, { folder, state }: Written): Promise<void> {
  if ((await listStateTables(db)).length > 0)
    throw new PortalError(
      'conflict',
      'The state database has something in it. Restore into an empty one. Nothing was changed.',
    );
  const last = requireKnown(state);
  await migrateTo(db, last);
  await db.transaction().execute(async (transaction) => {
    await requireSameTables(transaction, state);
    const names = state.tables.map(({ name }) => sql.table(name));
    for (const { name } of state.tables)
      await sql`alter table ${sql.table(name)} disable trigger user`.execute(transaction);
    const links = await dropForeignKeys(transaction);
    await sql`truncate ${sql.join(names)}`.execute(transaction);
    for (const table of state.tables) await fill(transaction, table, tableFile(folder, table));
    for (const { table, name, definition } of links)
      await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
        transaction,
      );
    for (const { name } of state.tables)
      await sql`alter table ${sql.table(name)} enable trigger user`.execute(transaction);
    await setSequences(transaction, state);
    await compare(transaction, state);
  });
}

/** The last migration of a state; this version must have had the same ones until then. */
function requireKnown({ migrations: had }: SavedState): string {
  const last = had.at(-1);
  const stranger = had.find((name, index) => migrationNames[index] !== name);
  if (last === undefined || stranger !== undefined)
    throw new PortalError(
      'conflict',
      `The back-up was made by another version: this one does not know its migration ${stranger ?? '(none)'}. Restore with the version that made it, or a newer one. Nothing was changed.`,
    );
  return last;
}

const shapeOf = (tables: readonly StateTable[]): string =>
  tables.map(({ name, columns }) => `${name}(${columns.map((one) => `${one.name} ${one.type}`)})`).join('\n');

async function requireSameTables(transaction: Transaction<Schema>, { tables }: SavedState): Promise<void> {
  const found = shapeOf(await listStateTables(transaction));
  if (found !== shapeOf(tables))
    throw new PortalError('conflict', 'The tables of the back-up are not those of its migrations.');
}

const foreignKey = z.object({ table: z.string(), name: z.string(), definition: z.string() });

/** Rows come in the order of the tables' names, and some tables lead to each other. */
async function dropForeignKeys(transaction: Transaction<Schema>) {
  const { rows } =
    await sql`select relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    join pg_namespace on pg_namespace.oid = relnamespace and nspname = current_schema()
    where contype = 'f' order by relname, conname`.execute(transaction);
  const found = z.array(foreignKey).parse(rows);
  for (const { table, name } of found)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(transaction);
  return found;
}

const rowsAtOnce = 250;
const line = z.array(z.string().nullable());

async function fill(transaction: Transaction<Schema>, table: SavedTable, file: string): Promise<void> {
  const hash = createHash('sha256');
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
  let waiting: (string | null)[][] = [];
  for await (const text of lines) {
    hash.update(`${text}\n`);
    waiting.push(line.length(table.columns.length).parse(JSON.parse(text)));
    if (waiting.length < rowsAtOnce) continue;
    await insert(transaction, table, waiting);
    waiting = [];
  }
  await insert(transaction, table, waiting);
  if (hash.digest('hex') !== table.sha256) throw differs(table.name, 'its file has another check sum');
}

async function insert(
  transaction: Transaction<Schema>,
  { name, columns }: SavedTable,
  rows: readonly (readonly (string | null)[])[],
): Promise<void> {
  if (rows.length === 0) return;
  const targets = columns.map((column) => sql.ref(column.name));
  const values = columns.map(({ type }, index) => sql`${sql.ref(`c${index}`)}::${sql.raw(type)}`);
  const lists = columns.map((_column, index) => sql`${rows.map((row) => row[index] ?? null)}::text[]`);
  const names = columns.map((_column, index) => sql.ref(`c${index}`));
  await sql`insert into ${sql.table(name)} (${sql.join(targets)}) overriding system value
    select ${sql.join(values)} from unnest(${sql.join(lists)}) as given(${sql.join(names)})`.execute(
    transaction,
  );
}

async function setSequences(transaction: Transaction<Schema>, { sequences }: SavedState): Promise<void> {
  for (const [name, last] of Object.entries(sequences)) {
    if (last === null) await sql`alter sequence ${sql.ref(name)} restart`.execute(transaction);
    else await sql`select setval(${name}::text::regclass, ${last})`.execute(transaction);
  }
}

/** Reads everything again. */
async function compare(transaction: Transaction<Schema>, state: SavedState): Promise<void> {
  for (const table of state.tables) {
    const { rows, sha256 } = await sumTable(transaction, table);
    if (rows !== table.rows)
      throw differs(table.name, `it has ${formatQuantity(rows, 'row')}, and ${table.rows} were written down`);
    if (sha256 !== table.sha256) throw differs(table.name, 'its rows have another check sum');
  }
  const found = await loadSequences(transaction);
  const stray = Object.entries(state.sequences).find(([name, last]) => found[name] !== last);
  if (stray !== undefined) throw differs(stray[0], 'it goes on with another number');
  const had = await loadMigrations(transaction);
  if (had.join() !== state.migrations.join()) throw differs('kysely_migration', 'it names other migrations');
}

const differs = (name: string, how: string): PortalError =>
  new PortalError('conflict', `${name} of the state database is not as it was backed up: ${how}.`);
