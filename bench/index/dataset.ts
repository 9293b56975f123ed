import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Size } from './size.ts';
import { createTermTree, oboOf, type TermTree } from './termTree.ts';

/** Seeded data: a data package of Parquet files. */
export interface Dataset {
  readonly size: Size;
  readonly tree: TermTree;
  /** The folder of the package. */
  readonly folder: string;
}

export type RunSql = (statement: string) => Promise<unknown>;

/** Runs statements in a DuckDB of its own. */
export async function withDuckDb<Result>(work: (run: RunSql) => Promise<Result>): Promise<Result> {
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '2GB' });
  const connection = await instance.connect();
  try {
    return await work((statement) => connection.run(statement));
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** The package of a size in the folder; it is written where it is not there yet, always with the same values. */
export async function writtenDataset(size: Size, folder: string): Promise<Dataset> {
  const packageFolder = path.join(folder, size.name, 'package');
  const dataset = { size, tree: createTermTree(size.terms), folder: packageFolder };
  const descriptor = path.join(packageFolder, 'datapackage.json');
  if (existsSync(descriptor)) return dataset;
  await rm(packageFolder, { recursive: true, force: true });
  await mkdir(packageFolder, { recursive: true });
  await writeFile(path.join(packageFolder, 'terms.obo'), oboOf(dataset.tree));
  await withDuckDb((run) => writeTables(dataset, run));
  await writeFile(descriptor, JSON.stringify(described));
  return dataset;
}

/** Slots of equal weight from which the term of a condition is drawn. */
const slots = 1 << 20;

async function writeTables({ size, tree, folder }: Dataset, run: RunSql): Promise<void> {
  const { subjects, events } = size;
  const hash = (key: string, seed: number): string => `(hash(${key} * 16 + ${seed}) % 1000003)::INTEGER`;
  const person = (number: string): string => `'S' || lpad((${number})::VARCHAR, 7, '0')`;
  await run(`COPY (SELECT ${person('i')} AS subject_id,
    ['Female', 'Male', 'Female', 'Male', 'Other', NULL][1 + least(${hash('i', 1)} % 200 // 48, 5)] AS sex,
    (${hash('i', 2)} % 33000)::INTEGER AS age,
    CASE WHEN ${hash('i', 3)} % 20 > 0 THEN (${hash('i', 4)} % 400 + ${hash('i', 5)} % 600) / 10 END AS weight,
    CASE WHEN ${hash('i', 6)} % 10 > 0 THEN ${hash('i', 7)} % 5 = 0 END AS smoker,
    DATE '2010-01-01' + ${hash('i', 8)} % 4000 AS enrolled FROM range(${subjects}) AS r(i)) TO '${folder}/person.parquet'`);
  await run('CREATE TABLE weight (code VARCHAR, before DOUBLE)');
  let before = 0;
  const weights = tree.terms.map(({ code, weight }) => {
    const line = `('${code}', ${before})`;
    before += weight;
    return line;
  });
  await run(`INSERT INTO weight VALUES ${weights.join(', ')}`);
  await run(`CREATE TABLE slot AS SELECT s.slot::INTEGER AS slot, w.code FROM range(${slots}) AS s(slot)
    ASOF JOIN weight AS w ON s.slot / ${slots}.0 >= w.before`);
  // The first subjects have many conditions, most have a few, and one in twenty has none.
  const subjectOf = `floor(${Math.floor(subjects * 0.95)} * pow(i / ${events}, 2))::INTEGER`;
  await run(`COPY (SELECT ${person(subjectOf)} AS subject_id, slot.code,
    ['mild', 'mild', 'mild', 'mild', 'moderate', 'moderate', 'moderate', 'severe', 'critical', NULL][1 + ${hash('i', 10)} % 10] AS severity,
    CASE WHEN ${hash('i', 11)} % 20 > 0 THEN (${hash('i', 12)} % 1000) / 10 END AS value,
    DATE '2000-01-01' + ${hash('i', 13)} % 9000 AS onset,
    DATE '2000-01-01' + ${hash('i', 13)} % 9000 + ${hash('i', 14)} % 21 AS ended
    FROM range(${events}) AS r(i) JOIN slot ON slot.slot = (hash(i * 16 + 15) % ${slots})::INTEGER)
    TO '${folder}/condition.parquet'`);
}

const field = (name: string, type: string, rest: object = {}) => ({ name, type, ...rest });
const ofPerson = { fields: 'subject_id', reference: { resource: 'person', fields: 'subject_id' } };

const described = {
  name: 'bench',
  atrium: {
    root: 'person',
    ontologies: [{ id: 'terms', title: 'Terms', path: 'terms.obo', format: 'obo' }],
  },
  resources: [
    {
      name: 'person',
      path: 'person.parquet',
      schema: {
        primaryKey: 'subject_id',
        fields: [
          field('subject_id', 'string'),
          field('sex', 'string', { categories: ['Female', 'Male', 'Other'] }),
          field('age', 'integer', { atrium: { type: 'age' } }),
          field('weight', 'number'),
          field('smoker', 'boolean'),
          field('enrolled', 'date'),
        ],
      },
    },
    {
      name: 'condition',
      path: 'condition.parquet',
      atrium: { event: { start: 'onset', end: 'ended' } },
      schema: {
        foreignKeys: [ofPerson],
        fields: [
          field('subject_id', 'string', { atrium: { publish: false } }),
          field('code', 'string', { atrium: { id: 'code', type: 'ontology', ontology: 'terms' } }),
          field('severity', 'string', {
            categories: ['mild', 'moderate', 'severe', 'critical'],
            atrium: { id: 'severity' },
          }),
          field('value', 'number', { atrium: { id: 'value' } }),
          field('onset', 'date', { atrium: { id: 'onset' } }),
          field('ended', 'date', { atrium: { id: 'ended' } }),
        ],
      },
    },
  ],
};
