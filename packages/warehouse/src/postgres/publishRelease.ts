import type { Dictionary } from '@atrium/engine';
import type { DuckDBConnection } from '@duckdb/node-api';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { attachRelease, detachRelease } from '../duckdb/attachRelease.ts';
import { createInstance, memoryOfImports } from '../duckdb/instance.ts';
import { measureTable, type TableShape } from '../duckdb/tableShape.ts';
import { tableText } from '../duckdb/tableText.ts';
import { PackageRefused } from '../package/packageErrors.ts';
import { storedTables } from '../releases/dictionaryDocument.ts';
import { linesOf, requireSameRows } from '../releases/savedTables.ts';
import { quoted } from '../sql/quoted.ts';
import { type CopyRequest, copyTable, finishTable } from './copyTable.ts';
import { buildingName, createBuilding, dropSchema, listSchemas, publishBuilding } from './releaseSchemas.ts';
import { layOut } from './tableLayout.ts';
import { withClient, withStoppedClient } from './withClient.ts';

export interface PublishRequest {
  readonly url: string;
  /** The finished DuckDB file. */
  readonly file: string;
  readonly release: string;
  /** Where DuckDB spills to. */
  readonly spillFolder: string;
  readonly signal: AbortSignal | undefined;
  /** Called before each table. */
  readonly onTable: () => void;
  /** Whether the server has Citus. */
  readonly isDistributed: boolean;
  /** Whether each table is read again and compared; default: its rows are counted. */
  readonly isCompared?: boolean;
}

/**
 * Copies a finished release file into a schema, and gives the schema the release's name when it is whole. Throws
 * PackageRefused where PostgreSQL cannot hold the data. After an error nothing is left on the server.
 */
export async function publishRelease(request: PublishRequest): Promise<void> {
  const { url, release, signal } = request;
  try {
    await withStoppedClient({ url, signal }, async (client) => {
      await fromFile(request, (source, dictionary) => copyRelease({ source, client, dictionary }, request));
      signal?.throwIfAborted();
      await client.query('RESET synchronous_commit');
      await publishBuilding(client, release);
    });
  } catch (error) {
    await withClient(url, (client) => dropBuilding(client, release));
    throw isUnfit(error) ? new PackageRefused([`PostgreSQL: ${error.message}`], { cause: error }) : error;
  }
}

interface Copying {
  readonly source: DuckDBConnection;
  readonly client: pg.Client;
  readonly dictionary: Dictionary;
}

/** While one connection copies a table, another makes the indexes of the table before. */
async function copyRelease(
  { source, client, dictionary }: Copying,
  { release, signal, onTable, isDistributed, isCompared = false, url }: PublishRequest,
): Promise<void> {
  await client.query('SET synchronous_commit = off');
  const schema = await createBuilding(client, release);
  await withStoppedClient({ url, signal }, async (finisher) => {
    await finisher.query("SET synchronous_commit = off; SET maintenance_work_mem = '256MB'");
    let finished = Promise.resolve();
    try {
      for (const table of storedTables(dictionary)) {
        signal?.throwIfAborted();
        onTable();
        const measured = await measureTable(source, { release, table });
        checkNames(measured);
        const { shape, indexes, isBySubject } = layOut(measured, { dictionary, release, isDistributed });
        const spread = isBySubject ? 'bySubject' : 'everywhere';
        const copying: CopyRequest = {
          source,
          release,
          client,
          schema,
          signal,
          spread: isDistributed ? spread : null,
        };
        await copyTable(shape, copying);
        if (isCompared) await compareTable(shape, copying);
        await finished;
        finished = finishTable(finisher, quoted(schema, table), indexes);
        finished.catch(() => undefined);
      }
      await finished;
    } catch (error) {
      await finished.catch(() => undefined);
      throw error;
    }
  });
}

async function compareTable(shape: TableShape, copying: CopyRequest): Promise<void> {
  const { client, schema, release, spread } = copying;
  const { name, columns, from = quoted(release, name) } = shape;
  const types = columns.map(({ type }) => type.toLowerCase());
  // Several servers give them in any order.
  const order = columns.map((column) => `${quoted(column.name)}${column.isText ? ' COLLATE "C"' : ''}`);
  const ordered = (rows: string): string =>
    spread === null ? rows : `(SELECT * FROM ${rows} ORDER BY ${order.join(', ')})`;
  const stored = client.query(copyTo(`COPY ${ordered(quoted(schema, name))} TO STDOUT`));
  const wanted = tableText({ ...shape, from: ordered(from) }, copying);
  await requireSameRows({ table: name, types }, linesOf(stored), linesOf(wanted));
}

/** PostgreSQL cuts longer names, so that two names could become the same. */
const maxName = 63;

function checkNames({ name, columns }: TableShape): void {
  const tooLong = [name, ...columns.map((column) => column.name)].filter(
    (each) => Buffer.byteLength(each) > maxName,
  );
  if (tooLong.length > 0)
    throw new PackageRefused(tooLong.map((each) => `PostgreSQL: the name ${each} is too long`));
}

async function fromFile(
  { file, release, spillFolder }: PublishRequest,
  work: (source: DuckDBConnection, dictionary: Dictionary) => Promise<void>,
): Promise<void> {
  const instance = await createInstance({ spillFolder, megabytes: memoryOfImports });
  const connection = await instance.connect();
  try {
    const { lookup } = await attachRelease(connection, { file, release });
    await work(connection, lookup.dictionary);
    await detachRelease(connection, release);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function dropBuilding(client: pg.Client, release: string): Promise<void> {
  const schema = buildingName(release);
  if ((await listSchemas(client)).includes(schema)) await dropSchema(client, schema);
}

/** A value that no PostgreSQL text or column takes (class 22), or more columns than a table has (class 54). */
const isUnfit = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && /^(22|54)/.test(error.code ?? '');
