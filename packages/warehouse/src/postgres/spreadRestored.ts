import { type Dictionary, storage } from '@atrium/engine';
import type pg from 'pg';
import { parseDictionary } from '../releases/dictionaryDocument.ts';
import type { SavedTable } from '../releases/savedTables.ts';
import { quoted } from '../sql/quoted.ts';
import { spreadTable } from './copyTable.ts';

interface Restored {
  readonly schema: string;
  readonly release: string;
  /** As they were saved. */
  readonly tables: readonly SavedTable[];
}

/**
 * Spreads the tables of a restored release over the servers of Citus. Where a server without Citus saved them, lines of
 * multi-valued concepts get the subject of their row first. Throws unless every table has the same rows as before.
 */
export async function spreadRestored(
  client: pg.ClientBase,
  { schema, release, tables }: Restored,
): Promise<void> {
  const sums = new Map<string, string>();
  for (const table of tables) sums.set(table.name, await sumOfRows(client, schema, table));
  const owners = await ownersOfValues(client, { schema, release, tables });
  for (const { name, columns } of tables) {
    const owner = owners.get(name);
    if (owner !== undefined && !columns.some(isSubject)) await addSubject(client, { schema, name, owner });
  }
  for (const table of tables) {
    const { name, columns } = table;
    const isBySubject = owners.has(name) || columns.some(isSubject);
    await spreadTable(client, quoted(schema, name), isBySubject ? 'bySubject' : 'everywhere');
    await client.query('SELECT truncate_local_data_after_distributing_table($1)', [quoted(schema, name)]);
    if ((await sumOfRows(client, schema, table)) !== sums.get(name))
      throw new Error(`The restored table ${name} differs from the saved one.`);
  }
}

const isSubject = ({ name }: SavedTable['columns'][number]): boolean => name === storage.subject;

/** Equal where two tables have the same rows, in whatever order and on however many servers. */
async function sumOfRows(
  client: pg.ClientBase,
  schema: string,
  { name, columns }: SavedTable,
): Promise<string> {
  const cells = columns.map((column) => quoted(column.name)).join(', ');
  const { rows } = await client.query<{ sum: string }>(
    `SELECT concat_ws(' ', count(*), sum(hash_record_extended(ROW(${cells}), 0))) AS sum FROM ${quoted(schema, name)}`,
  );
  return rows[0]?.sum ?? '';
}

/** The table of the rows that the lines of a table belong to, where these lie by subject. */
async function ownersOfValues(
  client: pg.ClientBase,
  { schema, release, tables }: Restored,
): Promise<ReadonlyMap<string, string>> {
  const names = tables.map(({ name }) => name);
  // A release that shows the tables of another one has none of its own.
  if (names.includes(storage.source)) return new Map();
  const { rows } = await client.query<{ document: string }>(
    `SELECT document FROM ${quoted(schema, storage.dictionary)}`,
  );
  const { dictionary } = parseDictionary(rows[0]?.document, { release, tables: names });
  return new Map(ownedValues(dictionary));
}

const ownedValues = ({ collections, concepts }: Dictionary): (readonly [values: string, owner: string])[] =>
  collections
    .filter(({ sharedRows }) => !sharedRows)
    .flatMap((collection) =>
      concepts
        .filter(({ isMultiple, collectionId }) => isMultiple && collectionId === collection.id)
        .flatMap((concept) => [storage.values(concept), storage.moments(concept)])
        .map((values) => [values, storage.collection(collection)] as const),
    );

async function addSubject(
  client: pg.ClientBase,
  { schema, name, owner }: { readonly schema: string; readonly name: string; readonly owner: string },
): Promise<void> {
  const [table, plain, rows] = [name, '_plain', owner].map((one) => quoted(schema, one));
  await client.query('BEGIN');
  await client.query(`ALTER TABLE ${table} RENAME TO ${quoted('_plain')}`);
  await client.query(`CREATE TABLE ${table} AS SELECT r.${quoted(storage.subject)}, v.*
    FROM ${plain} AS v JOIN ${rows} AS r ON r.${quoted(storage.row)} = v.${quoted(storage.row)} ORDER BY v.ctid`);
  await client.query(`DROP TABLE ${plain}`);
  await client.query('COMMIT');
}
