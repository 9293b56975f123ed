import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { command, type Portal, startPortal } from './portal.ts';

/**
 * Definitions of ATLAS, by the SQL of Circe and by the portal:
 * `BENCH_OMOP=postgres://… npx tsx bench/circe.ts DEFINITIONS PACKAGE [ROUNDS]`. In the folder DEFINITIONS each `NAME.json` is a
 * definition, and `NAME.sql` beside it is what Circe makes of it for PostgreSQL, which writes persons into
 * `results.cohort` (or BENCH_COHORT_TABLE). BENCH_OMOP is the address of a database with the tables of OMOP that these
 * statements read; PACKAGE is the data package of the same persons, as `atrium convert` writes it. Neither lies in the
 * repository. Printed are milliseconds: of the statements the median of so many rounds, and of the portal the first count
 * after the definition was brought in, over HTTP, since later ones are remembered. It ends with 1 where two counts differ.
 */
const [definitions = '', packaged = '', rounds = '3'] = process.argv.slice(2);
const database = process.env['BENCH_OMOP'];
const table = process.env['BENCH_COHORT_TABLE'] ?? 'results.cohort';
if (definitions === '' || packaged === '' || database === undefined)
  throw new Error('Give DEFINITIONS, PACKAGE and BENCH_OMOP.');

const dataset = 'omop';
const steward = { username: 'steward', password: 'a long enough passphrase' };

interface Measured {
  readonly name: string;
  readonly persons: number;
  readonly circe: number;
  readonly ours: number;
}

const medianOf = (times: readonly number[], share = 0.5): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;

async function timed<Value>(act: () => Promise<Value>): Promise<readonly [value: Value, ms: number]> {
  const begun = performance.now();
  const value = await act();
  return [value, performance.now() - begun];
}

async function byCirce(client: pg.Client, statements: string) {
  const times: number[] = [];
  for (let round = 0; round < Number(rounds); round += 1) {
    await client.query(`delete from ${table}`);
    const [, ms] = await timed(() => client.query(statements));
    times.push(ms);
  }
  const { rows } = await client.query(`select count(distinct subject_id)::int as persons from ${table}`);
  return { persons: Number(rows[0]?.persons), ms: medianOf(times) };
}

/** Null where the definition says something that the portal refuses. */
async function byPortal({ call }: Portal, document: unknown) {
  const transformation = { type: 'import_cohort', document, ignore_warnings: true };
  const edited = await (await call(`${dataset}/cohort_def/`, { transformation })).json();
  if (edited.transformation_successful !== true) return null;
  const [reply, ms] = await timed(async () => (await call(`${dataset}/query_tools/count/`)).json());
  return { persons: Number(reply.count), ms };
}

function print(measured: readonly Measured[], refused: number): void {
  const line = (cells: readonly (string | number)[]): void =>
    console.log(
      `| ${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell)).join(' | ')} |`,
    );
  line(['definition', 'persons', "Circe's SQL, ms", 'portal, ms', 'ratio']);
  line(['---', '---', '---', '---', '---']);
  for (const { name, persons, circe, ours } of measured)
    line([name, String(persons), circe, ours, circe / ours]);
  for (const [name, share] of [
    ['median', 0.5],
    ['95th percentile', 0.95],
  ] as const)
    line([
      `${name} of ${measured.length}`,
      '',
      medianOf(
        measured.map(({ circe }) => circe),
        share,
      ),
      medianOf(
        measured.map(({ ours }) => ours),
        share,
      ),
      medianOf(
        measured.map(({ circe, ours }) => circe / ours),
        share,
      ),
    ]);
  console.log(`${refused} definitions are refused by the portal.`);
}

async function measure(portal: Portal, client: pg.Client): Promise<void> {
  const names = (await readdir(definitions)).filter((file) => file.endsWith('.json')).toSorted();
  const measured: Measured[] = [];
  const different: string[] = [];
  let refused = 0;
  for (const file of names) {
    const name = path.basename(file, '.json');
    const read = (extension: string) => readFile(path.join(definitions, `${name}.${extension}`), 'utf8');
    const ours = await byPortal(portal, JSON.parse(await read('json')));
    if (ours === null) {
      refused += 1;
      continue;
    }
    const circe = await byCirce(client, await read('sql'));
    measured.push({ name, persons: ours.persons, circe: circe.ms, ours: ours.ms });
    if (circe.persons !== ours.persons) different.push(`${name}: ${circe.persons} and ${ours.persons}`);
  }
  print(measured, refused);
  if (different.length > 0) throw new Error(`Counts differ: ${different.join('; ')}`);
}

const home = await mkdtemp(path.join(tmpdir(), 'atrium-bench-'));
const client = new pg.Client({ connectionString: database });
try {
  await client.connect();
  await command(home, ['user', 'add', steward.username, '--password-stdin'], { input: steward.password });
  await command(home, ['import', packaged, '--dataset', dataset]);
  await command(home, ['grant', steward.username, dataset, '--level', 'phi']);
  const portal = await startPortal(home, steward);
  try {
    await portal.call(`${dataset}/query_tools/count/`);
    await measure(portal, client);
  } finally {
    await portal.stop();
  }
} finally {
  await client.end();
  await rm(home, { recursive: true, force: true });
}
