import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open as openFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PackageField } from '@atrium/contract/documents/dataPackage';
import { withoutUnsafe } from '@atrium/contract/documents/unsafeCharacters';
import { stringify } from 'csv-stringify/sync';
import { countRecords } from '../import/rows/countRecords.ts';
import { defaultDialect } from '../package/packagePlan.ts';
import { descriptorPath } from '../package/packageSource.ts';
import { createSeen, guardTable, type SeenColumn, type SeenValues } from './guardTable.ts';

/** A table of the package, as its resource will say it. */
export interface TableShape {
  readonly name: string;
  readonly title: string;
  readonly titlePlural?: string | undefined;
  readonly description?: string | undefined;
  readonly fields: readonly PackageField[];
  readonly primaryKey?: readonly string[] | undefined;
  /** The field by which it leads to the root, and the field there. */
  readonly toRoot?: { readonly field: string; readonly root: string; readonly key: string } | undefined;
  readonly event?: { readonly start: string; readonly end?: string | undefined } | undefined;
  readonly polarity?: { readonly field: string; readonly absent: readonly (string | boolean)[] } | undefined;
}

/** Cells by the names of fields; one that is missing or empty has no value. */
export type WrittenRow = Readonly<Record<string, string | null | undefined>>;

export interface TableWriter {
  write(row: WrittenRow): Promise<void>;
}

/** What stands in the descriptor beside the resources. */
export interface DescriptorParts {
  readonly name: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly atrium: Readonly<Record<string, unknown>> & { readonly root: string };
  /** Fields of the root that a fresh table shows; those without values are not shown. */
  readonly defaultColumns: readonly string[];
}

/** A table that something else has written, for example the database. */
export interface MadeTable {
  readonly shape: TableShape;
  readonly path: string;
  readonly rows: number;
  /** Names of the fields that have a value in some row. */
  readonly filled: ReadonlySet<string>;
  /** What is known of the values, by the names of fields; absent where nobody has looked at them. */
  readonly seen?: ReadonlyMap<string, SeenValues>;
}

/** Writes a data package into an empty folder. */
export interface PackageWriter {
  readonly folder: string;
  table(shape: TableShape): TableWriter;
  add(table: MadeTable): void;
  copy(path: string, openContent: () => Readable): Promise<void>;
  /** Closes the tables and counts their records again, from the bytes on the disk. */
  close(): Promise<ReadonlyMap<string, number>>;
  /** Closes the files after a failure; what was written must not be used. */
  abandon(): Promise<void>;
  /**
   * Writes the descriptor; tables without rows and columns without values are not shown, and what looks like an
   * identifier is protected (rule 10.27). Returns a note about what is protected for that reason, if anything is.
   */
  describe(parts: DescriptorParts): Promise<string | null>;
}

const portionRows = 2000;

interface OpenTable {
  readonly shape: TableShape;
  readonly path: string;
  readonly localPath: string;
  readonly filled: Set<string>;
  readonly seen: ReadonlyMap<string, SeenColumn>;
  handle: FileHandle | null;
  portion: string[][];
}

export function createPackageWriter(folder: string, signal?: AbortSignal): PackageWriter {
  const open = new Map<string, OpenTable>();
  const made: MadeTable[] = [];
  return {
    folder,
    table: (shape) => {
      const known = open.get(shape.name) ?? openTable(folder, shape);
      open.set(shape.name, known);
      return { write: (row) => writeRow(known, row) };
    },
    add: (table) => void made.push(table),
    copy: async (path, openContent) => {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      // A stream that is opened earlier may fail before anybody listens, which ends the program.
      await pipeline(openContent(), createWriteStream(join(folder, path), { flags: 'wx' }));
    },
    close: async () => {
      for (const table of open.values()) {
        await flush(table);
        await table.handle?.close();
        table.handle = null;
        const rows = await countAgain(table.localPath, signal);
        if (rows === 0) await rm(table.localPath);
        const { shape, path, filled, seen } = table;
        made.push({ shape, path, rows, filled, seen });
      }
      return new Map(made.map(({ shape, rows }) => [shape.name, rows]));
    },
    abandon: async () => {
      for (const { handle } of open.values()) await handle?.close();
    },
    describe: async ({ atrium, defaultColumns, ...parts }) => {
      const root = made.find(({ shape }) => shape.name === atrium.root);
      const shown = defaultColumns.filter((name) => root?.filled.has(name));
      const found = made.filter(({ rows }) => rows > 0).map((one) => guardTable(one));
      const descriptor = {
        $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
        ...parts,
        atrium: { ...atrium, ...(shown.length === 0 ? {} : { defaultColumns: shown }) },
        resources: found.map(({ table }) => resourceOf(table)),
      };
      await writeFile(join(folder, descriptorPath), `${JSON.stringify(descriptor, cleanTitle, 2)}\n`, {
        flag: 'wx',
      });
      const guarded = found.flatMap((one) => one.guarded);
      return guarded.length === 0
        ? null
        : `Protected, and closed to aggregates, by their names or values: ${guarded.join(', ')}.`;
    },
  };
}

/** A title of a source may be several lines; a package takes one (rule 10.31). */
const cleanTitle = (key: string, value: unknown): unknown =>
  key === 'title' && typeof value === 'string' ? withoutUnsafe(value, ' ') : value;

const countAgain = (localPath: string, signal: AbortSignal | undefined): Promise<number> =>
  countRecords({ localPath, encoding: 'utf-8', dialect: defaultDialect, signal });

function openTable(folder: string, shape: TableShape): OpenTable {
  const path = `${shape.name}.csv`;
  const header = shape.fields.map(({ name }) => name);
  const seen = new Map(header.map((name) => [name, createSeen()]));
  return {
    shape,
    path,
    localPath: join(folder, path),
    filled: new Set(),
    seen,
    handle: null,
    portion: [header],
  };
}

async function writeRow(table: OpenTable, row: WrittenRow): Promise<void> {
  const cells = table.shape.fields.map(({ name }) => {
    const cell = (Object.hasOwn(row, name) ? row[name] : null) ?? '';
    if (cell !== '') table.filled.add(name);
    if (cell !== '') table.seen.get(name)?.add(cell);
    return cell;
  });
  table.portion.push(cells);
  if (table.portion.length >= portionRows) await flush(table);
}

async function flush(table: OpenTable): Promise<void> {
  const text = stringify(table.portion);
  table.portion = [];
  table.handle ??= await openFile(table.localPath, 'wx');
  await table.handle.appendFile(text);
}

function resourceOf({ shape, path, filled }: MadeTable) {
  const { name, title, titlePlural, description, primaryKey, toRoot, event, polarity } = shape;
  const extras = {
    ...(titlePlural === undefined ? {} : { titlePlural }),
    ...(event !== undefined && filled.has(event.start) ? { event: eventOf(event, filled) } : {}),
    ...(polarity === undefined || !filled.has(polarity.field) ? {} : { polarity }),
  };
  return {
    name,
    title,
    ...(description === undefined ? {} : { description }),
    path,
    schema: {
      fields: shape.fields.map((field) => (filled.has(field.name) ? field : hidden(field))),
      ...(primaryKey === undefined ? {} : { primaryKey }),
      ...(toRoot === undefined
        ? {}
        : {
            foreignKeys: [
              { fields: [toRoot.field], reference: { resource: toRoot.root, fields: [toRoot.key] } },
            ],
          }),
    },
    ...(Object.keys(extras).length === 0 ? {} : { atrium: extras }),
  };
}

const eventOf = (
  { start, end }: { start: string; end?: string | undefined },
  filled: ReadonlySet<string>,
) => ({
  start,
  ...(end !== undefined && filled.has(end) ? { end } : {}),
});

/** A column without any value is no concept. */
const hidden = ({ name }: PackageField): PackageField => ({
  name,
  type: 'string',
  atrium: { publish: false },
});
