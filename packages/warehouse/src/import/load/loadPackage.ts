import { type Dictionary, type Ontology, storage } from '@atrium/engine';
import type { DuckDBConnection } from '@duckdb/node-api';
import { VARCHAR } from '@duckdb/node-api';
import { createTable } from '../../duckdb/tableWriter.ts';
import { PackageRefused, UnreadableFile } from '../../package/packageErrors.ts';
import type { TablePlan } from '../../package/packagePlan.ts';
import type { CollectionReport, ImportReport } from '../../releases/importReport.ts';
import { quoted } from '../../sql/quoted.ts';
import { createCodes } from '../cast/castField.ts';
import { loadOntology, ontologyFile } from '../ontology/loadOntology.ts';
import { checkColumns } from './checkColumns.ts';
import { conceptsWithDigits, withDigits } from './digits.ts';
import { catalogueOf, loadFiles } from './files/loadFiles.ts';
import { findDataUse } from './findDataUse.ts';
import { findDuplicates } from './findDuplicates.ts';
import { findIdentifiersOf } from './findIdentifiersOf.ts';
import { type ImportJob, type TablesByName, target } from './importJob.ts';
import { keepFirstRows } from './keepFirstRows.ts';
import { loadRows } from './loadRows.ts';
import { withTimes } from './moments.ts';
import { findNumberWords, withWords } from './numberWords.ts';
import { reportJoins } from './reportJoins.ts';
import { staging } from './staging.ts';
import { storeCollection } from './storeCollection.ts';
import { storeOntology, storeUnknownTerms } from './storeOntology.ts';
import { resolveSubjects } from './subjects.ts';

type LoadResult = Pick<
  ImportReport,
  'subjects' | 'collections' | 'files' | 'dictionary' | 'identifiers' | 'numberWords' | 'dataUse'
>;

/**
 * Fills the new release. The columns of all files are checked first. Then the rows are cast into staging tables,
 * subjects are resolved, and the release's own tables are made of the rows that have a subject. The dictionary comes
 * last: with it the release is whole.
 */
export async function loadPackage(job: ImportJob): Promise<LoadResult> {
  job.progress.enter('check', null);
  const faults = [...(await checkColumns(job)), ...(await checkColumns(catalogueOf(job)))];
  const ontologies = await loadOntologies(job, faults);
  if (faults.length > 0) throw new PackageRefused(faults);
  const counts = await keepFirstRows(job, await loadRows(job, createCodes(ontologies)));
  const duplicates = await findDuplicates(job);
  if (duplicates.length > 0)
    throw new PackageRefused(
      duplicates.map(({ problem }) => problem),
      { kept: duplicates.map(({ kept }) => kept) },
    );
  const tables = byName(job.plan.tables);
  for (const table of job.plan.tables) await runAll(job, resolveSubjects(table, tables));
  await reportJoins(job, tables);
  const large = await conceptsWithDigits(job);
  const words = await findNumberWords(job);
  for (const table of job.plan.tables) {
    job.progress.enter('store', table.name);
    await runAll(job, storeCollection(table, tables, { large, words }));
  }
  job.progress.enter('finish', null);
  for (const { id, number } of job.plan.ontologies) {
    const ontology = ontologies.get(id);
    if (ontology !== undefined) await storeOntology(number, ontology, job);
  }
  await storeUnknownTerms(job);
  const files = await loadFiles(job, tables);
  const dictionary = await withTimes(withWords(withDigits(withoutInexact(job), large), words), job);
  const counted =
    files === null ? dictionary : { ...dictionary, files: { count: files.loaded, hasMd5: true } };
  const agreed = await findDataUse(job);
  const whole = agreed === null ? counted : { ...counted, dataUse: agreed.dataUse };
  await storeDictionary(withVersions(whole, ontologies), job);
  return {
    ...(await summarize(job, counts, ontologies)),
    files,
    numberWords: [...words.values()].map(({ report }) => report),
    dataUse: agreed?.report ?? null,
    identifiers: await findIdentifiersOf(job),
  };
}

async function runAll(job: ImportJob, statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    job.signal?.throwIfAborted();
    await job.connection.run(statement);
  }
}

/** Loads all ontologies; adds a fault for each that cannot be parsed. */
async function loadOntologies(job: ImportJob, faults: string[]): Promise<ReadonlyMap<string, Ontology>> {
  job.progress.enter('ontologies', null);
  const ontologies = new Map<string, Ontology>();
  for (const plan of job.plan.ontologies) {
    job.signal?.throwIfAborted();
    try {
      const { ontology, doubts } = await loadOntology(plan, job.source, job.progress.addBytes);
      ontologies.set(plan.id, ontology);
      for (const { kind, statement, term } of doubts) {
        const example = { file: ontologyFile(plan), line: term, value: statement };
        job.problems.add({ collection: plan.id, field: null, kind }, example);
      }
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      faults.push(error.message);
    }
  }
  return ontologies;
}

function byName(tables: readonly TablePlan[]): TablesByName {
  const known = new Map(tables.map((table) => [table.name, table]));
  return (name) => {
    const table = known.get(name);
    if (table === undefined) throw new Error(`There is no table ${name} in the plan.`);
    return table;
  };
}

/**
 * The dictionary, in which a concept with whole numbers that are too large to be exact is one of numbers: an export of
 * them as whole numbers would promise digits that are not there, or not hold them.
 */
function withoutInexact({ plan, problems }: ImportJob): Dictionary {
  const inexact = problems.list().filter(({ kind }) => kind === 'inexactInteger');
  const concepts = new Set(
    inexact.map(({ collection, field }) => {
      const table = plan.tables.find(({ name }) => name === collection);
      return table?.fields.find(({ name }) => name === field)?.concept?.id;
    }),
  );
  return {
    ...plan.dictionary,
    concepts: plan.dictionary.concepts.map((concept) =>
      concepts.has(concept.id) ? { ...concept, isInteger: false } : concept,
    ),
  };
}

const withVersions = (dictionary: Dictionary, ontologies: ReadonlyMap<string, Ontology>): Dictionary => ({
  ...dictionary,
  ontologies: dictionary.ontologies.map((info) => ({
    ...info,
    version: ontologies.get(info.id)?.version ?? null,
  })),
});

async function storeDictionary(dictionary: Dictionary, { connection }: ImportJob): Promise<void> {
  const columns = [{ name: 'document', type: VARCHAR }];
  const table = await createTable(connection, { path: [target, storage.dictionary], columns });
  table.append(JSON.stringify(dictionary));
  table.finish();
}

async function summarize(
  { plan, connection }: ImportJob,
  counts: ReadonlyMap<TablePlan, number>,
  ontologies: ReadonlyMap<string, Ontology>,
): Promise<Omit<LoadResult, 'files' | 'identifiers' | 'numberWords' | 'dataUse'>> {
  const collections: CollectionReport[] = [];
  for (const table of plan.tables) {
    const read = counts.get(table) ?? 0;
    const loaded = await countStored(table, read, connection);
    collections.push({ collection: table.name, read, loaded, skipped: read - loaded });
  }
  const { dictionary } = plan;
  return {
    subjects: collections[0]?.loaded ?? 0,
    collections,
    dictionary: {
      collections: dictionary.collections.length,
      concepts: dictionary.concepts.length,
      categories: dictionary.categories.length,
      ontologies: [...ontologies].map(([id, { terms }]) => ({ id, terms: terms.length })),
    },
  };
}

/**
 * Counts the rows of a table that have a subject. Throws an Error unless as many rows were staged as were read, and as
 * many are in the release as have a subject.
 */
export async function countStored(
  table: TablePlan,
  read: number,
  connection: DuckDBConnection,
): Promise<number> {
  const count = async (name: string): Promise<number> => {
    const result = await connection.run(`SELECT count(*) FROM ${name}`);
    return Number((await result.getRows())[0]?.[0]);
  };
  const staged = await count(staging.rows(table));
  if (staged !== read) throw new Error(`${read} rows of ${table.name} were read, but ${staged} were staged.`);
  const kept = await count(staging.kept(table));
  if (table.collection === null) return kept;
  const stored = await count(quoted(target, storage.collection(table.collection)));
  if (stored !== kept)
    throw new Error(`${kept} rows of ${table.name} have a subject, but ${stored} are in the release.`);
  return kept;
}
