import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Query } from '../sql/query.ts';
import type { TableLines } from './releaseTables.ts';

/** Days as text, whole numbers of any width as numbers. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === 1082) return (text: string) => text;
    if (oid === 20 || oid === 1700) return Number;
    return pg.types.getTypeParser(oid, format);
  },
};

let pool: pg.Pool | undefined;

const openPool = (url: string): pg.Pool => {
  pool ??= new pg.Pool({
    connectionString: url,
    max: 2,
    types,
    // Machine code for every statement takes ten times as long as running it over a few rows.
    options: '-c jit=off',
    idleTimeoutMillis: 1000,
    allowExitOnIdle: true,
  });
  return pool;
};

interface LaidOut {
  /** Whether the server has Citus, which spreads them. */
  readonly isSpread: boolean;
}

/** Lays tables into a schema of their own on a PostgreSQL server, in one round trip. */
export async function layIntoPostgres(url: string, tables: readonly TableLines[], { isSpread }: LaidOut) {
  const release = `release_${randomBytes(6).toString('hex')}`;
  const server = openPool(url);
  const statements = [
    ...(isSpread ? ["SET citus.shard_count = 4; SET citus.multi_shard_modify_mode = 'sequential'"] : []),
    `CREATE SCHEMA ${release}`,
    ...tables.flatMap((table) => statementsFor(release, table, isSpread)),
  ];
  await server.query(statements.join(';\n'));
  return {
    release,
    run: async (query: Query) => (await server.query(query.text, query.values.map(bindable))).rows,
  };
}

function statementsFor(release: string, table: TableLines, isSpread: boolean): readonly string[] {
  const columns = table.columns.map(([name, type]) => `"${name}" ${type}`);
  const name = `"${release}"."${table.name}"`;
  const lines = table.lines.map((line) => `(${line.map(literal).join(', ')})`);
  const isBySubject = table.columns.some(([column]) => column === '_subject');
  const spread = isBySubject
    ? `SELECT create_distributed_table('${name}', '_subject')`
    : `SELECT create_reference_table('${name}')`;
  return [
    `CREATE UNLOGGED TABLE ${name} (${columns.join(', ')})`,
    ...(isSpread ? [spread] : []),
    ...(lines.length === 0 ? [] : [`INSERT INTO ${name} VALUES ${lines.join(', ')}`]),
  ];
}

const literal = (cell: TableLines['lines'][number][number]): string =>
  cell === null ? 'NULL' : `'${String(cell).replaceAll("'", "''")}'`;

const bindable = (value: Query['values'][number]): unknown => (Array.isArray(value) ? [...value] : value);
