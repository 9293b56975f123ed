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
    idleTimeoutMillis: 1000,
    allowExitOnIdle: true,
  });
  return pool;
};

/** Lays tables into a schema of their own on a PostgreSQL server. */
export async function layIntoPostgres(url: string, tables: readonly TableLines[]) {
  const release = `release_${randomBytes(6).toString('hex')}`;
  const server = openPool(url);
  await server.query(`CREATE SCHEMA ${release}`);
  for (const table of tables) {
    const columns = table.columns.map(([name, type]) => `"${name}" ${type}`);
    const name = `"${release}"."${table.name}"`;
    await server.query(`CREATE UNLOGGED TABLE ${name} (${columns.join(', ')})`);
    for (const line of table.lines) {
      const places = line.map((_, index) => `$${index + 1}`);
      await server.query(`INSERT INTO ${name} VALUES (${places.join(', ')})`, [...line]);
    }
  }
  return {
    release,
    run: async (query: Query) => (await server.query(query.text, query.values.map(bindable))).rows,
  };
}

const bindable = (value: Query['values'][number]): unknown => (Array.isArray(value) ? [...value] : value);
