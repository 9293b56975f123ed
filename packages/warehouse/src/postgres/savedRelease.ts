import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { storage } from '@atrium/engine';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { createMeter, requireSame, type SavedFolder, type SavedPart, sumOf } from '../releases/savedParts.ts';
import { outlineFile, type SavedOutline, type SavedTable, savedOutline } from '../releases/savedTables.ts';
import { quoted } from '../sql/quoted.ts';
import { finishTable } from './copyTable.ts';
import { createBuilding, dropSchema, publishBuilding } from './releaseSchemas.ts';
import { spreadRestored } from './spreadRestored.ts';
import { withClient, withStoppedClient } from './withClient.ts';

type Outline = SavedOutline;
type Table = SavedTable;

/** So that the same rows make the same text, in the same order. */
const sameText = "SET synchronize_seqscans = off; SET datestyle = 'ISO'; SET extra_float_digits = 1";

/** Writes the tables of a release as COPY writes them, and beside them how they are made again. */
export const saveRelease = (
  { release, folder, signal }: SavedFolder,
  { url, isDistributed }: ServerOfRelease,
): Promise<readonly SavedPart[]> =>
  watched({ url, signal }, async (client) => {
    const found = await loadOutline(client, release);
    if (found.tables.length === 0) throw new Error(`There is no release ${release} on the server.`);
    const parts: SavedPart[] = [];
    for (const table of found.tables) {
      signal?.throwIfAborted();
      const path = join(folder, table.file);
      const meter = createMeter();
      const rows = await copyOut(client, { schema: release, table, isDistributed }, [
        new Transform({
          transform: (chunk: Buffer, _encoding, done) => {
            meter.take(chunk);
            done(null, chunk);
          },
        }),
        createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }),
      ]);
      const sum = meter.sum();
      requireSame(path, await sumOf(path, signal), sum);
      parts.push({ file: table.file, ...sum, rows });
    }
    const path = join(folder, outlineFile);
    await writeFile(path, JSON.stringify(found), { mode: 0o600, flag: 'wx', flush: true });
    return [{ file: outlineFile, ...(await sumOf(path)) }, ...parts];
  });

/**
 * Makes a schema of what `saveRelease` wrote, and gives it the name of the release when every table has the rows and the
 * check sum that were written down. After an error nothing is left on the server.
 */
export async function restoreRelease(
  { release, folder, signal }: SavedFolder,
  { url, isDistributed, parts }: ServerOfRelease & { readonly parts: readonly SavedPart[] },
): Promise<void> {
  const known = new Map(parts.map((part) => [part.file, part]));
  const path = join(folder, outlineFile);
  requireSame(path, await sumOf(path), partOf(known, outlineFile));
  const { tables, views, of } = savedOutline.parse(JSON.parse(await readFile(path, 'utf8')));
  await watched({ url, signal }, async (client) => {
    const schema = await createBuilding(client, release);
    try {
      for (const table of tables) {
        signal?.throwIfAborted();
        await fillTable(client, { schema, table, file: join(folder, table.file) });
        await checkTable(client, { schema, table, part: partOf(known, table.file) });
      }
      if (isDistributed) await spreadRestored(client, { schema, release, tables });
      for (const table of tables) {
        signal?.throwIfAborted();
        await finishTable(client, quoted(schema, table.name), table.indexes);
      }
      for (const view of of === null ? [] : views)
        await client.query(`CREATE VIEW ${quoted(schema, view)} AS SELECT * FROM ${quoted(of ?? '', view)}`);
      await publishBuilding(client, release);
    } catch (error) {
      await withClient(url, (other) => dropSchema(other, schema));
      throw error;
    }
  });
}

async function watched<Result>(
  { url, signal }: { readonly url: string; readonly signal: AbortSignal | undefined },
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  return withStoppedClient({ url, signal }, async (client) => {
    await client.query(sameText);
    return await work(client);
  });
}

function partOf(known: ReadonlyMap<string, SavedPart>, file: string): SavedPart {
  const part = known.get(file);
  if (part === undefined) throw new Error(`${file} is not listed among the files of the release.`);
  return part;
}

interface ServerOfRelease {
  readonly url: string;
  /** Whether it has Citus. */
  readonly isDistributed: boolean;
}

/** Sends the rows through the streams; returns how many they were. From several servers they come in any order. */
async function copyOut(
  client: pg.ClientBase,
  { schema, table, isDistributed = false }: Filling & { readonly isDistributed?: boolean },
  through: readonly (Transform | Writable)[],
): Promise<number> {
  const name = quoted(schema, table.name);
  const order = table.columns.map((_, index) => index + 1).join(', ');
  const rows = isDistributed ? `(SELECT * FROM ${name} ORDER BY ${order})` : name;
  const copy = client.query(copyTo(`COPY ${rows} TO STDOUT`));
  await pipeline([copy, ...through]);
  return copy.rowCount;
}

interface Filling {
  readonly schema: string;
  readonly table: Table;
}

async function fillTable(
  client: pg.ClientBase,
  { schema, table, file }: Filling & { readonly file: string },
): Promise<void> {
  const name = quoted(schema, table.name);
  const columns = table.columns.map(
    (column) => `${quoted(column.name)} ${column.type}${column.isRequired ? ' NOT NULL' : ''}`,
  );
  await client.query('BEGIN');
  await client.query(`CREATE TABLE ${name} (${columns.join(', ')})`);
  await pipeline(createReadStream(file), client.query(copyFrom(`COPY ${name} FROM STDIN WITH (FREEZE)`)));
  await client.query('COMMIT');
}

/** Reads the rows of the new table again. */
async function checkTable(
  client: pg.ClientBase,
  { part, ...filling }: Filling & { readonly part: SavedPart },
): Promise<void> {
  const meter = createMeter();
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      meter.take(chunk);
      done();
    },
  });
  const { table } = filling;
  const rows = await copyOut(client, filling, [sink]);
  if (rows !== part.rows) throw new Error(`${table.name} has ${rows} rows instead of ${part.rows}.`);
  requireSame(`${table.name} on the server`, meter.sum(), part);
}

async function loadOutline(client: pg.ClientBase, schema: string): Promise<Outline> {
  const { rows: relations } = await client.query<{ oid: number; name: string; kind: string }>(
    `SELECT c.oid::int8::int AS oid, relname AS name, relkind::text AS kind FROM pg_class c
      JOIN pg_namespace n ON n.oid = relnamespace
      WHERE nspname = $1 AND relkind IN ('r', 'v') ORDER BY relname COLLATE "C"`,
    [schema],
  );
  const tables: Table[] = [];
  for (const { oid, name, kind } of relations) {
    if (kind !== 'r') continue;
    const { rows: columns } = await client.query<Table['columns'][number]>(
      `SELECT attname AS name, format_type(atttypid, atttypmod) AS type, attnotnull AS "isRequired"
        FROM pg_attribute WHERE attrelid = $1 AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
      [oid],
    );
    const { rows: indexes } = await client.query<Table['indexes'][number]>(
      `SELECT indisprimary AS "isKey", (
          SELECT array_agg(attname::text ORDER BY position)
          FROM unnest(indkey::int2[]) WITH ORDINALITY AS key(number, position)
          JOIN pg_attribute ON attrelid = indrelid AND attnum = key.number
        ) AS columns FROM pg_index WHERE indrelid = $1 ORDER BY indexrelid`,
      [oid],
    );
    tables.push({ name, file: `${tables.length}.copy`, columns, indexes });
  }
  const views = relations.filter(({ kind }) => kind === 'v').map(({ name }) => name);
  return { tables, views, of: views.length === 0 ? null : await loadSource(client, schema) };
}

async function loadSource(client: pg.ClientBase, schema: string): Promise<string> {
  const { rows } = await client.query<{ release: string }>(
    `SELECT release FROM ${quoted(schema, storage.source)}`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`${schema} does not say whose tables it shows.`);
  return row.release;
}
