import { fileTypeKey, storage } from '@atrium/engine';
import { DOUBLE, INTEGER, VARCHAR } from '@duckdb/node-api';
import { queryRows } from '../../../duckdb/results.ts';
import { createTable } from '../../../duckdb/tableWriter.ts';
import { PackageRefused } from '../../../package/packageErrors.ts';
import type { CataloguePlan, TablePlan } from '../../../package/packagePlan.ts';
import type { FilesReport } from '../../../releases/importReport.ts';
import { quoted } from '../../../sql/quoted.ts';
import { type ImportJob, type TablesByName, target } from '../importJob.ts';
import { loadRows } from '../loadRows.ts';
import { report } from '../reportJoins.ts';
import { staging } from '../staging.ts';
import { keyPairs } from '../subjects.ts';
import { fileFindings, findRepeatedIds, selectFiles } from './fileFindings.ts';
import { fileRow } from './fileRow.ts';
import { locateFiles } from './locateFiles.ts';

/** The job of the catalogue's own tables, which are read like those of collections. */
export const catalogueOf = (job: ImportJob): ImportJob => {
  const { catalogue } = job.plan;
  const tables =
    catalogue === null ? [] : [catalogue.table, ...(catalogue.links ? [catalogue.links.table] : [])];
  return { ...job, plan: { ...job.plan, tables } };
};

/**
 * Loads the catalogue of downloadable files (rules 13.1 to 13.4). Files with a fault are left out and reported; two files
 * with one id refuse the package. Returns null for a package without a catalogue.
 */
export async function loadFiles(job: ImportJob, tables: TablesByName): Promise<FilesReport | null> {
  const { catalogue } = job.plan;
  if (catalogue === null) return null;
  const counts = await loadRows(catalogueOf(job), new Map());
  const read = counts.get(catalogue.table) ?? 0;
  const repeated = await findRepeatedIds(catalogue.table, job);
  if (repeated.length > 0) throw new PackageRefused(repeated);
  const { connection } = job;
  await connection.run('CREATE TABLE file_faults (_n INTEGER)');
  for (const finding of fileFindings(catalogue, tables)) {
    await report(finding, job);
    if (finding.table === catalogue.table)
      await connection.run(`INSERT INTO file_faults SELECT _n FROM (${finding.select})`);
  }
  await connection.run(`CREATE TABLE file_row AS ${selectFiles(catalogue.table)}`);
  const located = await locateFiles(job, catalogue);
  const bytes = await storeFiles(job, catalogue, tables);
  const loaded = await requireAll(job, catalogue, { read, bytes });
  const { found, verified, copied } = located;
  return {
    collection: catalogue.table.name,
    read,
    loaded,
    skipped: read - loaded,
    bytes,
    found,
    verified,
    copied,
  };
}

const rowsAtOnce = 2048;

/** Writes the rows without a fault, in the order of their ids; returns the sum of their sizes. */
async function storeFiles(job: ImportJob, catalogue: CataloguePlan, tables: TablesByName): Promise<number> {
  const { connection, signal } = job;
  const text = (name: string) => ({ name, type: VARCHAR });
  await connection.run(`CREATE TABLE kept_files AS
    SELECT r._n, CAST(row_number() OVER (ORDER BY r.file_id) AS INTEGER) AS _file, l.path AS located
    FROM file_row r LEFT JOIN file_location l ON l._n = r._n
    WHERE r._n NOT IN (SELECT _n FROM file_faults)`);
  await connection.run(
    `CREATE TABLE ${quoted(target, storage.fileSubjects)} AS
      SELECT DISTINCT k._file, p._subject FROM (${selectSubjects(catalogue, tables)}) p
      JOIN kept_files k ON k._n = p._n ORDER BY ALL`,
  );
  const writer = await createTable(connection, {
    path: [target, storage.files],
    columns: [
      { name: '_file', type: INTEGER },
      ...['file_id', 'type', 'path', 'url', 'name'].map(text),
      { name: 'size', type: DOUBLE },
      ...['checksum_kind', 'checksum', 'category', 'source', 'data_type', 'experiment_type'].map(text),
      ...['file_format', 'access'].map(text),
      { name: 'subjects', type: INTEGER },
      text('md5'),
    ],
  });
  let bytes = 0;
  for (let from = 0; ; from += rowsAtOnce) {
    signal?.throwIfAborted();
    const rows = await queryRows(
      job.fileConnection,
      `SELECT r.*, k._file AS number, k.located, (SELECT count(*) FROM ${quoted(target, storage.fileSubjects)} s
          WHERE s._file = k._file) AS subjects
        FROM kept_files k JOIN file_row r ON r._n = k._n
        WHERE k._file > ${from} AND k._file <= ${from + rowsAtOnce} ORDER BY k._file`,
    );
    for (const row of rows) {
      const { location, checksum, ...file } = fileRow(row);
      bytes += file.size;
      writer.append(
        Number(row['number']),
        file.fileId,
        fileTypeKey(file),
        location.kind === 'path' ? String(row['located']) : null,
        location.kind === 'url' ? location.url : null,
        file.name,
        file.size,
        checksum?.kind ?? null,
        checksum?.value ?? null,
        file.category,
        file.source,
        file.dataType,
        file.experimentType,
        file.fileFormat,
        file.access,
        Number(row['subjects']),
        file.md5,
      );
    }
    if (rows.length === 0) break;
  }
  writer.finish();
  return bytes;
}

/** `SELECT _n, _subject`: the subjects of each file. */
export function selectSubjects({ table, links, subject }: CataloguePlan, tables: TablesByName): string {
  if (subject === null) return 'SELECT 0 AS _n, 0 AS _subject WHERE false';
  const to = tables(subject.target);
  const pairsFrom = (from: TablePlan): string =>
    `SELECT p._n, s._subject FROM (${keyPairs(from, to, subject)}) p JOIN ${staging.links(to)} s ON s._n = p._other`;
  if (links === null) return pairsFrom(table);
  return `SELECT o._other AS _n, q._subject FROM (${pairsFrom(links.table)}) q
    JOIN (${keyPairs(links.table, table, links.owner)}) o ON o._n = q._n`;
}

/** Beyond this, sums of sizes are not exact. */
const maxBytes = Number.MAX_SAFE_INTEGER;

/** Counts what is in the release once more; an Error where it is not what was read and kept (rule 13.4). */
async function requireAll(
  { connection }: ImportJob,
  { table }: CataloguePlan,
  { read, bytes }: { readonly read: number; readonly bytes: number },
): Promise<number> {
  const one = async (select: string): Promise<number> => {
    const [row] = await queryRows(connection, `SELECT coalesce(${select}, 0) AS n`);
    return Number(row?.['n']);
  };
  const files = quoted(target, storage.files);
  const staged = await one(`(SELECT count(*) FROM ${staging.rows(table)})`);
  if (staged !== read) throw new Error(`${read} rows of ${table.name} were read, but ${staged} were staged.`);
  const faulty = await one('(SELECT count(DISTINCT _n) FROM file_faults)');
  const stored = await one(`(SELECT count(*) FROM ${files})`);
  if (stored !== staged - faulty)
    throw new Error(
      `${staged - faulty} files of ${table.name} have no fault, but ${stored} are in the release.`,
    );
  const sum = await one(`(SELECT sum(size) FROM ${files})`);
  if (sum !== bytes)
    throw new Error(`The files of ${table.name} have ${bytes} bytes, but ${sum} in the release.`);
  if (sum > maxBytes)
    throw new PackageRefused([`resource ${table.name}: its files have more than ${maxBytes} bytes in all`]);
  const linked = await one(`(SELECT count(*) FROM ${quoted(target, storage.fileSubjects)})`);
  const counted = await one(`(SELECT sum(subjects) FROM ${files})`);
  if (linked !== counted)
    throw new Error(`${linked} subjects of files are stored, but ${counted} are counted.`);
  return stored;
}
