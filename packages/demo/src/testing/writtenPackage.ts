import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DataPackage, dataPackage } from '@atrium/contract/documents/dataPackage';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { type DemoName, type WriteOptions, writeDemoPackage } from '../index.ts';

const rows = z.array(z.record(z.string(), z.string()));

/** A row as it stands in the file: text, with the empty string for a missing value. */
export type TextRow = Readonly<Record<string, string>>;

export interface WrittenPackage {
  readonly descriptor: DataPackage;
  /** The first line of each table's file. */
  readonly headers: ReadonlyMap<string, string>;
  table(name: string): readonly TextRow[];
}

/** Writes a demo package to a temporary folder, reads it back from its files alone and removes the folder. */
export async function writtenPackage(name: DemoName, options: WriteOptions): Promise<WrittenPackage> {
  return inTemporaryFolder(async (folder) => {
    await writeDemoPackage(name, folder, options);
    const descriptor = dataPackage.parse(
      JSON.parse(await readFile(join(folder, 'datapackage.json'), 'utf8')),
    );
    const headers = new Map<string, string>();
    const tables = new Map<string, readonly TextRow[]>();
    for (const resource of descriptor.resources) {
      const text = await readFile(join(folder, z.string().parse(resource.path)), 'utf8');
      headers.set(resource.name, text.slice(0, text.indexOf('\n')));
      tables.set(resource.name, textRows(text, resource));
    }
    return { descriptor, headers, table: (table) => present(tables.get(table), table) };
  });
}

export async function inTemporaryFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-demo-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function textRows(text: string, resource: DataPackage['resources'][number]): readonly TextRow[] {
  const missing = z.array(z.string()).parse(resource.schema?.missingValues ?? ['']);
  const records = rows.parse(parse(text, { columns: true }));
  return records.map((record) =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [name, missing.includes(value) ? '' : value]),
    ),
  );
}

function present<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`no ${name}`);
  return value;
}

/** The rows by the value of a column, in file order. */
export function grouped(table: readonly TextRow[], column: string): Map<string, TextRow[]> {
  const groups = new Map<string, TextRow[]>();
  for (const row of table) {
    const key = row[column] ?? '';
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return groups;
}

/** The share of rows for which the claim holds. */
export function share(table: readonly TextRow[], claim: (row: TextRow) => boolean): number {
  return table.filter(claim).length / table.length;
}
