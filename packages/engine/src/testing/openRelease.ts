import {
  BOOLEAN,
  DOUBLE,
  type DuckDBConnection,
  DuckDBInstance,
  type DuckDBType,
  type DuckDBValue,
  LIST,
  listValue,
  VARCHAR,
} from '@duckdb/node-api';
import { createLookup } from '../dictionary/lookup.ts';
import type { ReleaseSql } from '../rows/release.ts';
import { citus, duckdb } from '../sql/dialect.ts';
import type { Query, QueryValue } from '../sql/query.ts';
import { visibilityOfEverything } from '../visibility/visibility.ts';
import { layIntoPostgres } from './openPostgresRelease.ts';
import { dictionaryOf, type PlainRelease } from './plainRelease.ts';
import { type TableLines, tablesOf } from './releaseTables.ts';

export type TestRow = Readonly<Record<string, unknown>>;

/** A small release in a real engine: what to compile for, and how to run what was compiled. */
export interface OpenRelease {
  readonly release: ReleaseSql;
  run(query: Query): Promise<readonly TestRow[]>;
}

const isList = (value: QueryValue): value is readonly string[] | readonly number[] => Array.isArray(value);

function typeOf(value: QueryValue): DuckDBType {
  if (isList(value)) return LIST(VARCHAR);
  if (typeof value === 'number') return DOUBLE;
  return typeof value === 'boolean' ? BOOLEAN : VARCHAR;
}

const bound = (value: QueryValue): DuckDBValue => (isList(value) ? listValue(value.map(String)) : value);

function plainCell(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  return Array.isArray(value) ? value.map(plainCell) : value;
}

interface BuiltTable {
  readonly release: string;
  readonly table: TableLines;
}

async function build(run: (text: string) => Promise<unknown>, { release, table }: BuiltTable): Promise<void> {
  const columns = table.columns.map(([name, type]) => `"${name}" ${type}`);
  const quoted = `"${release}"."${table.name}"`;
  await run(`CREATE TABLE ${quoted} (${columns.join(', ')})`);
  const literal = (cell: string | number | boolean | null): string =>
    typeof cell === 'string' ? `'${cell.replaceAll("'", "''")}'` : String(cell);
  const lines = table.lines.map((line) => `(${line.map(literal).join(', ')})`);
  if (lines.length > 0) await run(`INSERT INTO ${quoted} VALUES ${lines.join(', ')}`);
}

let instance: Promise<DuckDBInstance> | undefined;
let databases = 0;

/** A connection to an empty database of its own. An instance for each would take five times as long. */
async function openDatabase(): Promise<DuckDBConnection> {
  instance ??= DuckDBInstance.create(':memory:');
  const connection = await (await instance).connect();
  databases += 1;
  await connection.run(`ATTACH ':memory:' AS database${databases}`);
  await connection.run(`USE database${databases}`);
  return connection;
}

/** A server with Citus, where there is one. */
export const citusUrl = process.env['ATRIUM_TEST_CITUS_URL'];

const postgresUrl = (): string | undefined =>
  process.env['ATRIUM_TEST_ENGINE'] === 'postgres'
    ? (citusUrl ?? process.env['ATRIUM_TEST_WAREHOUSE_URL'])
    : undefined;

/**
 * Lays the release into an in-memory DuckDB, or a PostgreSQL server where the tests run for that engine; values come
 * back as the warehouse gives them.
 */
export async function openRelease(plain: PlainRelease): Promise<OpenRelease> {
  const [open] = await openReleases([plain]);
  if (open === undefined) throw new Error('No release was opened.');
  return open;
}

/** Several releases in one database, in their order: a statement on one may name another. */
export async function openReleases(plains: readonly PlainRelease[]): Promise<readonly OpenRelease[]> {
  const url = postgresUrl();
  if (url !== undefined) return Promise.all(plains.map((plain) => openOnServer(url, plain)));
  const connection = await openDatabase();
  const opened: OpenRelease[] = [];
  for (const plain of plains)
    opened.push(await layIntoDuckDb(connection, `release_${opened.length + 1}`, plain));
  return opened;
}

/** Asked as with Citus, which one server answers, too. */
export async function openOnServer(url: string, plain: PlainRelease): Promise<OpenRelease> {
  const dictionary = dictionaryOf(plain);
  const tables = tablesOf(plain, dictionary, { isDistributed: true });
  const { release, run } = await layIntoPostgres(url, tables, { isSpread: url === citusUrl });
  return {
    release: {
      release,
      lookup: createLookup(dictionary),
      dialect: citus,
      visibility: visibilityOfEverything,
    },
    run,
  };
}

async function layIntoDuckDb(
  connection: DuckDBConnection,
  release: string,
  plain: PlainRelease,
): Promise<OpenRelease> {
  const dictionary = dictionaryOf(plain);
  await connection.run(`CREATE SCHEMA ${release}`);
  for (const table of tablesOf(plain, dictionary))
    await build((text) => connection.run(text), { release, table });
  return {
    release: {
      release,
      lookup: createLookup(dictionary),
      dialect: duckdb,
      visibility: visibilityOfEverything,
    },
    run: async (query) => {
      const reader = await connection.runAndReadAll(
        query.text,
        query.values.map(bound),
        query.values.map(typeOf),
      );
      const packed = new Set(
        reader.columnNames().filter((_, index) => reader.columnTypes()[index]?.alias === 'JSON'),
      );
      const cellOf = (key: string, cell: unknown): unknown =>
        packed.has(key) && typeof cell === 'string' ? JSON.parse(cell) : plainCell(cell);
      return reader
        .getRowObjectsJS()
        .map((line) =>
          Object.fromEntries(Object.entries(line).map(([key, cell]) => [key, cellOf(key, cell)])),
        );
    },
  };
}
