import { readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { figuresOf, type Result, resultOf } from './index/figures.ts';
import { kindNames } from './index/question.ts';
import { growthSizes, type Size, sizes } from './index/size.ts';
import { onServer } from './stateServer.ts';

/**
 * What a subject, an event and a term cost, from what `npm run bench` has left in BENCH_FOLDER and on
 * BENCH_DATABASE_SERVER: `npx tsx --conditions=source bench/costModel.ts`. Sizes of files are fitted by least squares to
 * those of all sizes; tables of PostgreSQL are divided by their rows. Times are those of the last runs with the index; from
 * sizes with ten events a subject follow what a question takes at any size, and what with each million of subjects.
 */
const folder = process.env['BENCH_FOLDER'] ?? path.join(tmpdir(), 'atrium-bench-index');
const server = process.env['BENCH_DATABASE_SERVER'] ?? null;
const known = [...sizes, ...growthSizes].sort((one, other) => one.events - other.events);

/** Solves a small system of linear equations. */
function solve(rows: readonly (readonly number[])[]): readonly number[] {
  const table = rows.map((row) => [...row]);
  const at = (row: number, column: number): number => table[row]?.[column] ?? 0;
  for (let column = 0; column < table.length; column++) {
    const rest = table.map((_, row) => row).slice(column);
    const [best = column] = rest.sort(
      (one, other) => Math.abs(at(other, column)) - Math.abs(at(one, column)),
    );
    [table[column], table[best]] = [table[best] ?? [], table[column] ?? []];
    for (let row = 0; row < table.length; row++) {
      if (row === column) continue;
      const factor = at(row, column) / at(column, column);
      table[row] = (table[row] ?? []).map((value, index) => value - factor * at(column, index));
    }
  }
  return table.map((_, row) => at(row, table.length) / at(row, row));
}

/** The cost of a unit of each measure by which the squares of the relative errors are least. */
function fit(measures: readonly (readonly number[])[], found: readonly number[]): readonly number[] {
  const scaled = measures.map((row, index) => row.map((value) => value / (found[index] ?? 1)));
  const units = (measures[0] ?? []).map((_, column) => column);
  const sum = (of: (row: readonly number[]) => number): number =>
    scaled.reduce((total, row) => total + of(row), 0);
  return solve(
    units.map((one) => [
      ...units.map((other) => sum((row) => (row[one] ?? 0) * (row[other] ?? 0))),
      sum((row) => row[one] ?? 0),
    ]),
  );
}

const measuresOf = ({ subjects, events }: Size): readonly number[] => [subjects, events];

async function fitFiles(suffix: string): Promise<readonly [subject: number, event: number]> {
  const files: { readonly measures: readonly number[]; readonly bytes: number }[] = [];
  for (const size of known) {
    const file = path.join(folder, size.name, 'duckdb', `release_bench.${suffix}`);
    const bytes = await stat(file).then(
      (found) => found.size,
      () => null,
    );
    if (bytes !== null) files.push({ measures: measuresOf(size), bytes });
  }
  const [subject = Number.NaN, event = Number.NaN] =
    files.length < 2
      ? []
      : fit(
          files.map(({ measures }) => measures),
          files.map(({ bytes }) => bytes),
        );
  return [subject, event];
}

/** Bytes of a subject, an event and a term, with the indexes of their tables; null where there is no such database. */
async function ofPostgres(size: Size): Promise<readonly number[] | null> {
  if (server === null) return null;
  const url = new URL(server);
  url.pathname = `/atrium_bench_${size.name}_atrium`;
  const sizeOf = (test: string): string =>
    `sum(pg_total_relation_size(c.oid)) FILTER (WHERE ${test})::float8`;
  const [row] = await onServer(
    url.href,
    `SELECT ${sizeOf("relname = 'person'")} AS subjects, ${sizeOf("relname = 'condition'")} AS events,
      ${sizeOf("relname LIKE '\\_%\\_1'")} AS terms
      FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = relnamespace WHERE nspname = 'release_bench' AND relkind = 'r'`,
  ).catch(() => []);
  if (row === undefined) return null;
  return [
    Number(row['subjects']) / size.subjects,
    Number(row['events']) / size.events,
    Number(row['terms']) / size.terms,
  ];
}

const number = (value: number): string => value.toLocaleString('en-US', { maximumSignificantDigits: 3 });
const line = (...cells: readonly string[]): void => console.log(`| ${cells.join(' | ')} |`);

line('bytes', 'a subject', 'an event', 'a term');
line('---', '---', '---', '---');
line('DuckDB', ...(await fitFiles('duckdb')).map(number), 'none to see');
const index = await fitFiles('index');
line('index', ...index.map(number), 'none to see');
let postgres: readonly number[] | null = null;
for (const size of known) {
  const found = await ofPostgres(size);
  if (found === null) continue;
  postgres = found;
  line(`PostgreSQL (${size.name})`, ...found.map(number));
}

const results = new Map<string, Result>();
for (const { name } of known)
  for (const file of (await readdir(path.join(folder, name)).catch(() => [])).sort())
    if (/^result\.index,duckdb.*\.json$/.test(file))
      results.set(name, resultOf.parse(JSON.parse(await readFile(path.join(folder, name, file), 'utf8'))));
console.log();
const engines = [
  ...new Set([...results.values()].flatMap(({ measured }) => measured.map(({ engine }) => engine))),
];
for (const engine of engines) {
  const measured = [...results.values()].filter((result) =>
    result.measured.some((one) => one.engine === engine),
  );
  const growing = measured.filter(({ size }) => size.events === 10 * size.subjects);
  console.log(`\n${engine}\n`);
  const names = measured.map(({ size }) => size.name);
  line('median ms', ...names, 'at any size', 'each million subjects');
  line('---', ...names.map(() => '---'), '---', '---');
  for (const kind of kindNames) {
    const medianOf = (result: Result): number => figuresOf(result.measured, kind, engine).median;
    const fitted =
      growing.length < 2
        ? []
        : fit(
            growing.map(({ size }) => [1, size.subjects / 1e6]),
            growing.map(medianOf),
          );
    line(kind, ...[...measured.map(medianOf), ...fitted].map(number));
  }
}

/** Two larger installations, with fifty events a subject. */
console.log();
line('subjects', 'index', 'PostgreSQL');
line('---', '---', '---');
for (const subjects of [1e6, 1e7, 3e8]) {
  const bytesOf = ([subject = 0, event = 0]: readonly number[]): string =>
    `${number((subjects * (subject + 50 * event)) / 1e9)} GB`;
  line(number(subjects), bytesOf(index), postgres === null ? '' : bytesOf(postgres));
}
