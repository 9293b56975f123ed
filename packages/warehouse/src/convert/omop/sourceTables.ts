import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { countRecords } from '../../import/rows/countRecords.ts';
import { noGlob } from '../../import/rows/parquetFile.ts';
import { PackageRefused } from '../../package/packageErrors.ts';
import { defaultDialect } from '../../package/packagePlan.ts';
import { gunzipSteps } from '../../package/unpackedFile.ts';
import { literal } from '../../sql/quoted.ts';
import type { ConversionJob } from '../conversion.ts';
import { delimiterOf, type InputFile, openInputCsv, plainNameOf } from '../inputFiles.ts';

/** A table of the common data model that the database can query. */
export interface SourceTable {
  readonly path: string;
  /** A table function; its columns are texts. */
  readonly from: string;
  /** As the file has them. */
  readonly columns: readonly string[];
  /** Counted apart from the database: of CSV by its bytes. */
  readonly rows: number;
}

const ending = /\.(csv|tsv|txt|parquet)$/;

/** `person` of `PERSON.csv.gz`; null where the file is no table. */
export const tableNameOf = (file: InputFile): string | null =>
  ending.test(plainNameOf(file)) ? plainNameOf(file).replace(ending, '') : null;

/** Opens a file for the database, unpacked first where it has to be. Throws PackageRefused where it cannot be read. */
export async function openSource(
  file: InputFile,
  job: ConversionJob,
  connection: DuckDBConnection,
): Promise<SourceTable> {
  const localPath = await unpacked(file, job);
  const isParquet = plainNameOf(file).endsWith('.parquet');
  const delimiter = isParquet ? ',' : await delimiterOf(file);
  // Vocabularies come between tabs and without quotes.
  const quoteChar = delimiter === '\t' ? null : '"';
  const from = isParquet
    ? `read_parquet(${literal(noGlob(localPath))})`
    : `read_csv(${literal(noGlob(localPath))}, header = true, all_varchar = true, auto_detect = false, delim = ${literal(delimiter)}, quote = ${literal(quoteChar ?? '')}, escape = ${literal(quoteChar ?? '')}, nullstr = '', columns = ${await columnsOf(file, { delimiter, quoteChar })})`;
  try {
    const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${from}`);
    const columns = described.getRows().map(([name]) => String(name));
    const rows = isParquet
      ? await countParquet(from, connection)
      : await countRecords({
          localPath,
          encoding: 'utf-8',
          dialect: { ...defaultDialect, delimiter, quoteChar },
          signal: job.signal,
        });
    return { path: file.path, from, columns, rows };
  } catch (error) {
    throw asRefusal(file.path, error);
  }
}

/** The database's message about a file that it cannot read, with the file's name as the person knows it. */
export function asRefusal(path: string, error: unknown): unknown {
  if (error instanceof PackageRefused || !(error instanceof Error)) return error;
  if (!/^(?:Invalid Input|Conversion|Binder|IO|Parser|Catalog) Error/.test(error.message)) return error;
  const line = /Line: (\d+)/.exec(error.message)?.[1];
  const [first = ''] = error.message.replace(/^[A-Za-z ]+ Error: /, '').split('\n');
  return new PackageRefused([`${path}${line === undefined ? '' : `:${line}`}: ${first}`], { cause: error });
}

async function countParquet(from: string, connection: DuckDBConnection): Promise<number> {
  const result = await connection.runAndReadAll(`SELECT count(*)::INTEGER FROM ${from}`);
  return Number(result.getRows()[0]?.[0] ?? 0);
}

async function columnsOf(
  file: InputFile,
  form: { readonly delimiter: string; readonly quoteChar: string | null },
): Promise<string> {
  const { columns, close } = await openInputCsv(file, form);
  await close();
  return `{${columns.map((name) => `${literal(name)}: 'VARCHAR'`).join(', ')}}`;
}

async function unpacked(file: InputFile, { scratchFolder, signal }: ConversionJob): Promise<string> {
  if (file.localPath !== null && !file.isCompressed) return file.localPath;
  const target = join(scratchFolder, file.path.replaceAll(/[^A-Za-z0-9.]/g, '_').replace(/\.gz$/i, ''));
  const steps = file.isCompressed ? gunzipSteps(file.path, file.budget) : [];
  const options = signal === undefined ? {} : { signal };
  await pipeline([await file.open(), ...steps, createWriteStream(target, { mode: 0o600 })], options);
  return target;
}
