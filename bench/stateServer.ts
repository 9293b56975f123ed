import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Runs statements on a connection of its own. */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

/** An empty database on a PostgreSQL server on which databases may be made. */
export async function makeDatabase(on: string) {
  const name = `atrium_bench_${randomBytes(6).toString('hex')}`;
  await onServer(on, `create database ${name} template template0 encoding 'UTF8' locale 'C.UTF-8'`);
  const url = new URL(on);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(on, `drop database ${name} with (force)`) };
}
