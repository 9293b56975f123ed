import { readdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { onServer } from '../stateServer.ts';
import { writtenDataset } from './dataset.ts';
import { engineNames, openEngines } from './engines.ts';
import { type Result, resultOf } from './figures.ts';
import { measure } from './measure.ts';
import { drawQuestions, kindNames } from './question.ts';
import { tableOf, writeReport } from './report.ts';
import { growthSizes, sizes, tinySize } from './size.ts';

/**
 * Puts the same questions to the index of a release, to our statements and to the designs of peers, side by side:
 * `npm run bench -- [--sizes small,medium,large] [--engines …] [--questions 200] [--write]`.
 *
 * BENCH_FOLDER keeps the data for later runs, and BENCH_DATABASE_SERVER is the address of a PostgreSQL server on which
 * databases may be made, which are kept, too; BENCH_CITUS_DATABASE is that of a database with Citus. With `--write` the
 * last results of all sizes, with each choice of engines, go into docs/performance.md; with `--sizes ''` nothing is
 * measured before.
 */
const { values: given } = parseArgs({
  options: {
    sizes: { type: 'string', default: sizes.map(({ name }) => name).join() },
    engines: { type: 'string', default: engineNames.join() },
    questions: { type: 'string', default: '200' },
    write: { type: 'boolean', default: false },
  },
});
const folder = process.env['BENCH_FOLDER'] ?? path.join(tmpdir(), 'atrium-bench-index');
const server = process.env['BENCH_DATABASE_SERVER'] ?? null;
const citus = process.env['BENCH_CITUS_DATABASE'] ?? null;
const each = Math.ceil(Number(given.questions) / kindNames.length);
if (server === null) console.error('BENCH_DATABASE_SERVER names no PostgreSQL server: DuckDB only.');

for (const name of given.sizes.split(',').filter((one) => one !== '')) {
  const size = [...sizes, ...growthSizes, tinySize].find((one) => one.name === name);
  if (size === undefined) throw new Error(`There is no size ${name}.`);
  const dataset = await writtenDataset(size, folder);
  const engines = await openEngines(given.engines.split(','), { dataset, folder, server, citus });
  try {
    const draw = { tree: dataset.tree, subjects: size.subjects };
    // Other questions come first, so that pages and plans are warm.
    await measure(engines, drawQuestions({ ...draw, seed: 1, each: 1 }));
    const questions = drawQuestions({ ...draw, seed: 2, each });
    const { measured, digest } = await measure(engines, questions, (done) =>
      process.stderr.write(`\r${done} of ${questions.length}`),
    );
    const result: Result = {
      size,
      on: await machine(),
      about: engines.flatMap(({ about }) => about ?? []),
      questions: questions.length,
      digest,
      measured: [...measured],
    };
    await writeFile(path.join(folder, name, `result.${given.engines}.json`), JSON.stringify(result));
    console.log(`\n${tableOf(result)}`);
  } finally {
    for (const engine of engines) await engine.close();
  }
}
if (given.write) await writeReport(await knownResults());

/** What was measured last of each size with each choice of engines, that with most engines first. */
async function knownResults(): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const { name } of sizes) {
    const files = await readdir(path.join(folder, name)).catch(() => []);
    const ofSize = files.filter((file) => /^result\..*\.json$/.test(file));
    for (const file of ofSize.sort((one, other) => other.split(',').length - one.split(',').length))
      results.push(resultOf.parse(JSON.parse(await readFile(path.join(folder, name, file), 'utf8'))));
  }
  return results;
}

/** The machine and the versions that a result was measured with. */
async function machine(): Promise<string> {
  const [first] = cpus();
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const [[duckdb] = []] = (await connection.runAndReadAll('SELECT version()')).getRowsJS();
  connection.closeSync();
  instance.closeSync();
  const [row] = server === null ? [] : await onServer(server, 'SHOW server_version');
  const parts = [
    `${cpus().length} × ${first?.model.trim()}`,
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    `Node ${process.versions.node}`,
    `DuckDB ${duckdb}`,
    ...(row === undefined ? [] : [`PostgreSQL ${row['server_version']}`]),
  ];
  return parts.join(', ');
}
