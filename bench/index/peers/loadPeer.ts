import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Dataset, type RunSql, withDuckDb } from '../dataset.ts';
import { pathsOf } from '../termTree.ts';
import type { Peer, PeerTable } from './peer.ts';

interface Loading {
  readonly dataset: Dataset;
  /** For the files that are copied. */
  readonly scratchFolder: string;
  readonly url: string;
}

/** Fills an empty database with the tables of a peer. */
export async function loadPeer(peer: Peer, { dataset, scratchFolder, url }: Loading): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await mkdir(scratchFolder, { recursive: true });
  try {
    await client.query("SET maintenance_work_mem = '512MB'");
    await withDuckDb(async (run) => {
      await stageTables(dataset, run);
      for (const table of peer.tables) await loadTable(table, { run, client, scratchFolder });
    });
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
    await rm(scratchFolder, { recursive: true, force: true });
  }
}

/** What the rows of tables are selected from. */
async function stageTables({ folder, tree }: Dataset, run: RunSql): Promise<void> {
  await run('CREATE TABLE term (number INTEGER, code VARCHAR, label VARCHAR)');
  await run('CREATE TABLE within (ancestor INTEGER, number INTEGER)');
  await run('CREATE TABLE parent (number INTEGER, parent INTEGER)');
  await run('CREATE TABLE path (code VARCHAR, path VARCHAR)');
  const insert = (table: string, lines: readonly string[]) =>
    run(`INSERT INTO ${table} VALUES ${lines.map((line) => `(${line})`).join(', ')}`);
  const { terms } = tree;
  await insert(
    'term',
    terms.map(({ code, label }, number) => `${number}, '${code}', '${label}'`),
  );
  await insert(
    'within',
    terms.flatMap(({ within }, number) => within.map((above) => `${above}, ${number}`)),
  );
  await insert(
    'parent',
    terms.flatMap(({ parents }, number) => parents.map((above) => `${number}, ${above}`)),
  );
  await insert(
    'path',
    pathsOf(tree).flatMap((paths, number) => paths.map((each) => `'${terms[number]?.code}', '${each}'`)),
  );
  await run(`CREATE VIEW person AS SELECT substr(subject_id, 2)::INTEGER AS subject, *
    FROM read_parquet('${folder}/person.parquet')`);
  await run(`CREATE VIEW condition AS SELECT file_row_number AS number, substr(subject_id, 2)::INTEGER AS subject, code,
    substr(code, 3)::INTEGER AS term, severity, value, onset, ended
    FROM read_parquet('${folder}/condition.parquet', file_row_number = true)`);
}

interface LoadingTable {
  readonly run: RunSql;
  readonly client: pg.Client;
  readonly scratchFolder: string;
}

async function loadTable(
  { name, columns, rows, indexes }: PeerTable,
  { run, client, scratchFolder }: LoadingTable,
): Promise<void> {
  const file = path.join(scratchFolder, `${name}.csv`);
  await run(`COPY (${rows}) TO '${file}' (HEADER false, NULLSTR '')`);
  await client.query(`CREATE TABLE ${name} (${columns})`);
  await pipeline(createReadStream(file), client.query(copyFrom(`COPY ${name} FROM STDIN (FORMAT csv)`)));
  await rm(file);
  for (const index of indexes) {
    const isKey = index.startsWith('PRIMARY KEY');
    await client.query(isKey ? `ALTER TABLE ${name} ADD ${index}` : `CREATE INDEX ON ${name} (${index})`);
  }
}
