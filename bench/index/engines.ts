import path from 'node:path';
import { onServer } from '../stateServer.ts';
import type { Dataset } from './dataset.ts';
import type { Engine } from './engine.ts';
import { entities } from './peers/entities.ts';
import { i2b2 } from './peers/i2b2.ts';
import { loadPeer } from './peers/loadPeer.ts';
import { ohdsi } from './peers/ohdsi.ts';
import { openPeer } from './peers/openPeer.ts';
import type { Peer } from './peers/peer.ts';
import { indexThread, openOnDuckDb, openOnPostgres } from './warehouses.ts';

interface Place {
  readonly dataset: Dataset;
  /** Where data and databases of files are kept. */
  readonly folder: string;
  /** A PostgreSQL server on which databases may be made; null: without it. */
  readonly server: string | null;
  /** A database with Citus; null: without it. */
  readonly citus: string | null;
}

type Open = (place: Place & { readonly server: string }) => Promise<Engine>;

const openOwn: Open = async ({ dataset, folder, server }) =>
  openOnPostgres(dataset, folder, { url: await madeDatabase(server, `${dataset.size.name}_atrium`) });

const openPeerAt =
  (key: string, peer: Peer): Open =>
  async ({ dataset, folder, server }) => {
    const url = await madeDatabase(server, `${dataset.size.name}_${key}`, (made) =>
      loadPeer(peer, { dataset, scratchFolder: path.join(folder, dataset.size.name, key), url: made }),
    );
    return openPeer(peer, dataset.tree, url);
  };

/** Engines that need a server, by the name that the command line knows. */
const onServers: Readonly<Record<string, Open>> = {
  postgres: openOwn,
  i2b2: openPeerAt('i2b2', i2b2),
  entities: openPeerAt('entities', entities),
  ohdsi: openPeerAt('ohdsi', ohdsi),
};

export const engineNames = ['index', 'duckdb', ...Object.keys(onServers), 'citus'];

/** Opens engines, and first fills those that have no data yet. */
export async function openEngines(names: readonly string[], place: Place): Promise<readonly Engine[]> {
  const { dataset, folder, server, citus } = place;
  const engines: Engine[] = [];
  for (const name of names) {
    const began = performance.now();
    const open = onServers[name];
    if (name === 'index') {
      const options = { withIndex: true, withStatements: names.includes('duckdb'), thread: indexThread };
      engines.push(...(await openOnDuckDb(dataset, folder, options)));
    } else if (name === 'duckdb') {
      if (!names.includes('index'))
        engines.push(...(await openOnDuckDb(dataset, folder, { withIndex: false })));
    } else if (name === 'citus') {
      const release = `release_${dataset.size.name}`;
      if (citus !== null) engines.push(await openOnPostgres(dataset, folder, { url: citus, release }));
    } else if (open === undefined) throw new Error(`There is no engine ${name}: ${engineNames.join(', ')}.`);
    else if (server !== null) engines.push(await open({ ...place, server }));
    console.error(`${name} is open after ${Math.round((performance.now() - began) / 1000)} s`);
  }
  return engines;
}

/** The address of a database that is kept on the server. One that was not filled to its end is made anew. */
async function madeDatabase(
  server: string,
  name: string,
  fill: (url: string) => Promise<void> = async () => {},
): Promise<string> {
  const database = `atrium_bench_${name}`;
  const url = new URL(server);
  url.pathname = `/${database}`;
  const [known] = await onServer(
    server,
    `SELECT shobj_description(oid, 'pg_database') AS comment FROM pg_database WHERE datname = '${database}'`,
  );
  if (known?.['comment'] === 'whole') return url.href;
  if (known !== undefined) await onServer(server, `DROP DATABASE ${database}`);
  await onServer(server, `CREATE DATABASE ${database} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'`);
  await fill(url.href);
  await onServer(server, `COMMENT ON DATABASE ${database} IS 'whole'`);
  return url.href;
}
