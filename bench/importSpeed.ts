import { linkSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDuckDbWarehouse, openPostgresWarehouse, type Warehouse } from '@atrium/warehouse';
import { DuckDBInstance } from '@duckdb/node-api';

/**
 * How fast rows come in, beside what DuckDB needs to copy the same file into a table of its own, in one run:
 * `npx tsx --conditions=source bench/importSpeed.ts [rows] [runs]`. With ATRIUM_TEST_WAREHOUSE_URL also on PostgreSQL.
 */
const rows = Number(process.argv[2] ?? 4_000_000);
const runs = Number(process.argv[3] ?? 3);
const persons = 200_000;
const folder = await mkdtemp(path.join(tmpdir(), 'atrium-bench-'));
const at = (name: string): string => path.join(folder, name);

interface Figure {
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Growth of the process while it worked, in MB. */
  readonly peak: number;
}

try {
  await writeTables();
  const server = process.env['ATRIUM_TEST_WAREHOUSE_URL'];
  for (let run = 1; run <= runs; run++) {
    const csv = await measure(() => copyAlone(`read_csv('${at('visit.csv')}')`));
    tell('DuckDB alone, CSV', csv, csv);
    tell('import of CSV', await measure(() => importFrom('csv', openHere)), csv);
    const parquet = await measure(() => copyAlone(`read_parquet('${at('visit.parquet')}')`));
    tell('DuckDB alone, Parquet', parquet, parquet);
    tell('import of Parquet', await measure(() => importFrom('parquet', openHere)), parquet);
    if (server === undefined) continue;
    const open = () => openPostgresWarehouse({ url: server, scratchFolder: at('scratch') });
    tell('import of Parquet to PostgreSQL', await measure(() => importFrom('parquet', open)), parquet);
  }
  console.log(`an import that is cancelled ends after ${await measureCancel()} ms`);
} finally {
  await rm(folder, { recursive: true, force: true });
}

function tell(what: string, { seconds, cpuSeconds, peak }: Figure, engine: Figure): void {
  const speed = `${Math.round(rows / seconds / 1000)},000 rows/s`.padStart(16);
  const ratio = (seconds / engine.seconds).toFixed(1);
  console.log(
    `${what.padEnd(34)} ${seconds.toFixed(1).padStart(6)} s ${speed} ${cpuSeconds.toFixed(1).padStart(6)} s of CPU  ${ratio} times DuckDB  +${peak} MB`,
  );
}

async function measure(work: () => Promise<void>): Promise<Figure> {
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 50);
  const cpu = process.cpuUsage();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  clearInterval(watch);
  return { seconds, cpuSeconds: (user + system) / 1e6, peak: Math.round((most - before) / 1e6) };
}

/** Visits of eight columns: a key, numbers, days, categories, texts, truth values. */
async function writeTables(): Promise<void> {
  await withDuckDb(async (run) => {
    await run(
      `COPY (SELECT 'S' || lpad(i::VARCHAR, 7, '0') AS subject FROM range(${persons}) r(i)) TO '${at('person.csv')}'`,
    );
    const visits = `SELECT 'S' || lpad((i * 7919 % ${persons})::VARCHAR, 7, '0') AS subject, (i * 31 % 1000) / 10 AS value,
      i % 97 AS n, DATE '2000-01-01' + CAST(i % 8000 AS INTEGER) AS seen, ['low', 'normal', 'high'][1 + i % 3] AS level,
      'note ' || (i % 5000) AS note, i % 2 = 0 AS flag, 'T' || (i % 400) AS term FROM range(${rows}) r(i)`;
    await run(`COPY (${visits}) TO '${at('visit.csv')}'`);
    await run(`COPY (${visits}) TO '${at('visit.parquet')}'`);
  });
}

async function withDuckDb(work: (run: (sql: string) => Promise<unknown>) => Promise<void>): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await work((sql) => connection.run(sql));
  connection.closeSync();
  instance.closeSync();
}

/** What the engine needs by itself: the file becomes a table of a database file, with types and without any check. */
async function copyAlone(from: string): Promise<void> {
  await withDuckDb(async (run) => {
    await run(`ATTACH '${at('alone.duckdb')}' AS alone`);
    await run(`CREATE TABLE alone.visit AS FROM ${from}`);
    await run('DETACH alone');
  });
  await rm(at('alone.duckdb'), { force: true });
}

async function openHere(): Promise<Warehouse> {
  return openDuckDbWarehouse({ folder: await mkdtemp(at('warehouse-')) });
}

function field(name: string, type: string, rest: object = {}) {
  return { name, type, ...rest };
}

async function packageOf(format: string): Promise<string> {
  const packagePath = at(`package-${format}`);
  await rm(packagePath, { recursive: true, force: true });
  await mkdir(packagePath);
  for (const name of ['person.csv', `visit.${format}`]) linkSync(at(name), path.join(packagePath, name));
  const toPerson = { fields: 'subject', reference: { resource: 'person', fields: 'subject' } };
  const visit = [
    field('subject', 'string', { atrium: { publish: false } }),
    field('value', 'number'),
    field('n', 'integer'),
    field('seen', 'date'),
    field('level', 'string', { categories: ['low', 'normal', 'high'] }),
    field('note', 'string'),
    field('flag', 'boolean'),
    field('term', 'string', { atrium: { type: 'category' } }),
  ];
  const resources = [
    {
      name: 'person',
      path: 'person.csv',
      schema: { primaryKey: 'subject', fields: [field('subject', 'string')] },
    },
    { name: 'visit', path: `visit.${format}`, schema: { foreignKeys: [toPerson], fields: visit } },
  ];
  await writeFile(path.join(packagePath, 'datapackage.json'), JSON.stringify({ name: 'bench', resources }));
  return packagePath;
}

async function importFrom(format: string, open: () => Promise<Warehouse>): Promise<void> {
  const packagePath = await packageOf(format);
  const warehouse = await open();
  const report = await warehouse.releases.build({ release: 'release_bench', packagePath });
  const loaded = report.collections.map((collection) => collection.loaded);
  if (loaded.join() !== [persons, rows].join() || report.problems.length > 0)
    throw new Error(`Not what was written: ${JSON.stringify(report)}`);
  await warehouse.releases.remove('release_bench');
  await warehouse.close();
}

/** From the call to the end of the build, in the middle of the large table. */
async function measureCancel(): Promise<number> {
  const packagePath = await packageOf('csv');
  const warehouse = await openHere();
  const stop = new AbortController();
  let at = 0;
  const timer = (phase: string, collection: string | null): void => {
    if (phase !== 'read' || collection !== 'visit' || stop.signal.aborted || at > 0) return;
    at = -1;
    setTimeout(() => {
      at = performance.now();
      stop.abort();
    }, 1500);
  };
  await warehouse.releases
    .build({
      release: 'release_cancelled',
      packagePath,
      signal: stop.signal,
      onProgress: ({ phase, collection }) => timer(phase, collection),
    })
    .catch(() => {});
  const took = Math.round(performance.now() - at);
  await warehouse.close();
  return took;
}
