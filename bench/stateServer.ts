import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Runs statements on a connection of its own; returns the rows of one. */
export async function onServer(url: string, statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}

/** What the statements of a server have in temporary files at this moment. */
export async function temporaryMegabytes(url: string): Promise<number> {
  const [row] = await onServer(url, 'select coalesce(sum(size), 0)::float8 as bytes from pg_ls_tmpdir()');
  return Number(row?.['bytes']) / 1024 / 1024;
}

/** An empty database on a PostgreSQL server on which databases may be made. */
export async function makeDatabase(on: string) {
  const name = `atrium_bench_${randomBytes(6).toString('hex')}`;
  await onServer(on, `create database ${name} template template0 encoding 'UTF8' locale 'C.UTF-8'`);
  const url = new URL(on);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(on, `drop database ${name} with (force)`) };
}
