import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { literal, quoted } from '../sql/quoted.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import {
  type CsvForm,
  csvOf,
  dialectOf,
  hierarchy,
  jsonLinesOf,
  type WrittenTable,
} from './writtenTables.ts';
import { zipFile } from './zipFile.ts';

/** How the tables of a package are written. */
export interface WrittenForm {
  readonly table: { readonly kind: 'csv'; readonly csv: CsvForm; readonly gzip: boolean } | ParquetForm;
  /** Each table is cut into so many files. */
  readonly files: number;
  readonly zip: boolean;
}

interface ParquetForm {
  readonly kind: 'parquet';
  readonly rowGroup: number;
  readonly codec: 'uncompressed' | 'snappy' | 'gzip' | 'zstd';
  readonly version: 'V1' | 'V2';
}

/** A table under its name; "person" is the root, to which "person" of the others leads. */
type NamedTable = WrittenTable & { readonly name: string };

interface Part {
  readonly start: number;
  readonly end: number;
}

const partsOf = (rows: number, files: number): Part[] =>
  Array.from({ length: files }, (_, index) => ({
    start: Math.floor((rows * index) / files),
    end: Math.floor((rows * (index + 1)) / files),
  }));

async function parquetFile(table: WrittenTable, part: Part, form: ParquetForm): Promise<Buffer> {
  const folder = await temporaryFolder();
  const [from, to] = [join(folder, 'rows.json'), join(folder, 'rows.parquet')];
  await writeFile(from, jsonLinesOf(table, part));
  const columns = table.columns.map(({ name, kind }) => `${quoted(name)}: ${literal(kind.parquet)}`);
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`COPY (SELECT * FROM read_json(${literal(from)}, format = 'newline_delimited',
      columns = {${columns.join(', ')}}))
    TO ${literal(to)} (FORMAT parquet, COMPRESSION ${form.codec}, PARQUET_VERSION ${form.version},
      ROW_GROUP_SIZE ${form.rowGroup})`);
  connection.closeSync();
  instance.closeSync();
  return readFile(to);
}

async function fileOf(table: WrittenTable, part: Part, form: WrittenForm['table']): Promise<Buffer> {
  if (form.kind === 'parquet') return parquetFile(table, part, form);
  const bytes = csvOf(table, part, form.csv);
  return form.gzip ? gzipSync(bytes, { level: 1 }) : bytes;
}

function resourceOf({ name, columns }: NamedTable, paths: readonly string[], { table: form }: WrittenForm) {
  const key =
    name === 'person'
      ? { primaryKey: 'person_id' }
      : { foreignKeys: [{ fields: 'person', reference: { resource: 'person', fields: 'person_id' } }] };
  const encoding = form.kind === 'csv' && form.csv.encoding === 'utf-16le' ? 'utf-16le' : 'utf-8';
  return {
    name,
    path: paths,
    ...(form.kind === 'csv' ? { dialect: dialectOf(form.csv), encoding } : {}),
    schema: { ...key, fields: columns.map((column) => ({ name: column.name, ...column.kind.field })) },
  };
}

const endingOf = (form: WrittenForm['table']): string =>
  form.kind === 'parquet' ? '.parquet' : form.gzip ? '.csv.gz' : '.csv';

/** The files of the package by path. */
async function filesOf(tables: readonly NamedTable[], form: WrittenForm): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>([['hierarchy.obo', Buffer.from(hierarchy)]]);
  const resources = [];
  for (const table of tables) {
    const paths: string[] = [];
    for (const [index, part] of partsOf(table.rows, form.files).entries()) {
      const path = `${table.name}_${index}${endingOf(form.table)}`;
      files.set(path, await fileOf(table, part, form.table));
      paths.push(path);
    }
    resources.push(resourceOf(table, paths, form));
  }
  const ontologies = [{ id: 'hierarchy', title: 'Hierarchy', path: 'hierarchy.obo', format: 'obo' }];
  const descriptor = { name: 'written', resources, atrium: { ontologies } };
  return files.set('datapackage.json', Buffer.from(JSON.stringify(descriptor)));
}

/** Writes the tables as a package, in a folder or a zip, and returns its path. */
export async function writePackage(tables: readonly NamedTable[], form: WrittenForm): Promise<string> {
  const folder = await temporaryFolder();
  const files = await filesOf(tables, form);
  if (form.zip) {
    const deflated = new Map(
      [...files].map(([path, content]) => [path, deflateRawSync(content, { level: 1 })]),
    );
    const path = join(folder, 'package.zip');
    await writeFile(path, zipFile(files, deflated));
    return path;
  }
  for (const [path, content] of files) await writeFile(join(folder, path), content);
  return folder;
}
