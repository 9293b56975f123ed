import { createReadStream } from 'node:fs';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Lookup, storage } from '@atrium/engine';
import {
  BIGINT,
  BOOLEAN,
  DATE,
  DOUBLE,
  type DuckDBConnection,
  DuckDBDateValue,
  type DuckDBType,
  type DuckDBValue,
  INTEGER,
  VARCHAR,
} from '@duckdb/node-api';
import { parseDictionary } from '../releases/dictionaryDocument.ts';
import { requireSame, type SavedFolder, type SavedPart, sumOf } from '../releases/savedParts.ts';
import {
  cellsOf,
  linesOf,
  outlineFile,
  releaseFile,
  requireSameRows,
  type SavedOutline,
  type SavedTable,
  savedOutline,
} from '../releases/savedTables.ts';
import { literal } from '../sql/quoted.ts';
import { createInstance } from './instance.ts';
import { writeSharedRelease } from './shareRelease.ts';
import { measureTable } from './tableShape.ts';
import { tableText } from './tableText.ts';
import { createTable } from './tableWriter.ts';

interface Kind {
  readonly type: DuckDBType;
  readonly read: (cell: string) => DuckDBValue;
}

function readDate(cell: string): DuckDBDateValue {
  const [, year, month, day] = /^(\d{4,})-(\d\d)-(\d\d)$/.exec(cell) ?? [];
  if (year === undefined) throw new Error(`${cell} is no day of a saved release.`);
  return DuckDBDateValue.fromParts({ year: Number(year), month: Number(month), day: Number(day) });
}

/** The column types of a release as PostgreSQL spells them. */
const kinds: Readonly<Record<string, Kind>> = {
  'character varying': { type: VARCHAR, read: (cell) => cell },
  text: { type: VARCHAR, read: (cell) => cell },
  boolean: { type: BOOLEAN, read: (cell) => cell === 't' },
  date: { type: DATE, read: readDate },
  integer: { type: INTEGER, read: Number },
  bigint: { type: BIGINT, read: BigInt },
  'double precision': { type: DOUBLE, read: Number },
};

function kindOf(type: string): Kind {
  const kind = kinds[type];
  if (kind === undefined) throw new Error(`A release holds no column of type ${type}.`);
  return kind;
}

type Request = SavedFolder & { readonly into: string };

interface RestoreOptions {
  readonly parts: readonly SavedPart[];
  /** Loads a release that was restored before. */
  readonly load: (release: string) => Promise<Lookup>;
  readonly fileOf: (release: string) => string;
}

/** Makes a release file of the tables that a warehouse on PostgreSQL saved, and compares every row (rule 16.3). */
export async function restoreTables(request: Request, options: RestoreOptions): Promise<string> {
  const { folder, into } = request;
  for (const part of options.parts) {
    const path = join(folder, part.file);
    requireSame(path, await sumOf(path, request.signal), part);
  }
  const outline = savedOutline.parse(JSON.parse(await readFile(join(folder, outlineFile), 'utf8')));
  if (outline.of !== null) return shareAgain(request, outline, { ...options, of: outline.of });
  const file = join(into, releaseFile);
  const instance = await createInstance({ spillFolder: join(into, 'spill'), megabytes: 512 });
  const connection = await instance.connect();
  try {
    await connection.run(`ATTACH ${literal(file)} AS ${target}`);
    await chmod(file, 0o600);
    for (const table of outline.tables) {
      request.signal?.throwIfAborted();
      await fillTable(connection, table, linesIn(folder, table));
      await compareTable(connection, table, linesIn(folder, table));
    }
    await connection.run(`CHECKPOINT ${target}`);
    await connection.run(`DETACH ${target}`);
    return file;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

const target = 'target';

const linesIn = (folder: string, { file }: Pick<SavedTable, 'file'>): AsyncGenerator<string> =>
  linesOf(createReadStream(join(folder, file), { highWaterMark: 1024 * 1024 }));

async function fillTable(
  connection: DuckDBConnection,
  { name, columns }: SavedTable,
  lines: AsyncIterable<string>,
): Promise<void> {
  const read = columns.map((column) => kindOf(column.type));
  const table = await createTable(connection, {
    path: [target, name],
    columns: columns.map((column) => ({ name: column.name, type: kindOf(column.type).type })),
  });
  for await (const line of lines) {
    const cells = cellsOf(line);
    table.append(
      ...read.map((kind, index) => {
        const cell = cells[index] ?? null;
        return cell === null ? null : kind.read(cell);
      }),
    );
  }
  table.finish();
}

async function compareTable(
  connection: DuckDBConnection,
  { name, columns }: SavedTable,
  wanted: AsyncIterable<string>,
): Promise<void> {
  const shape = await measureTable(connection, { release: target, table: name });
  const types = columns.map(({ type }) => type);
  const found = linesOf(tableText(shape, { source: connection, release: target }));
  await requireSameRows({ table: name, types }, found, wanted);
}

/** A release that shares the tables of another is made anew of its dictionary. */
async function shareAgain(
  { release, folder, into }: Request,
  { tables, views }: SavedOutline,
  { of, load, fileOf }: RestoreOptions & { readonly of: string },
): Promise<string> {
  const document = tables.find(({ name }) => name === storage.dictionary);
  if (document === undefined) throw new Error(`${release} has no dictionary.`);
  const { value: line } = await linesIn(folder, document).next();
  const names = [...tables.map(({ name }) => name), ...views];
  const { dictionary } = parseDictionary(cellsOf(String(line))[0], { release, tables: names });
  const { dictionary: source } = await load(of);
  return writeSharedRelease({ release, of, dictionary, source, folder: into }, fileOf(of));
}
