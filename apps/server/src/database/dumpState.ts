import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';
import { loadMigrations } from './migrate.ts';
import type { Schema } from './schema.ts';
import { listStateTables, loadSequences, type StateTable, streamRows } from './stateTables.ts';

/** A table of a written state, with what its rows must be again. */
export const savedTable = z.strictObject({
  name: z.string(),
  columns: z.array(z.strictObject({ name: z.string(), type: z.string() })),
  rows: z.int(),
  bytes: z.int(),
  /** Of its lines, hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The description of a written state database. */
export const savedState = z.strictObject({
  migrations: z.array(z.string()),
  tables: z.array(savedTable),
  sequences: z.record(z.string(), z.int().nullable()),
});
export type SavedState = z.infer<typeof savedState>;
export type SavedTable = z.infer<typeof savedTable>;

/** The file with the rows of a table. */
export const tableFile = (folder: string, { name }: Pick<StateTable, 'name'>): string =>
  join(folder, `${name}.ndjson`);

/**
 * Writes all rows of the state database, as they were at one moment, into a folder, a file for each table. Others may
 * write meanwhile; with the embedded database they wait (rule 16.1).
 * @returns what was written, and what `look` found in the same moment
 */
export function dumpState<Found>(
  db: Kysely<Schema>,
  {
    folder,
    signal,
    look,
  }: {
    readonly folder: string;
    readonly signal?: AbortSignal | undefined;
    readonly look: (transaction: Transaction<Schema>) => Promise<Found>;
  },
): Promise<{ readonly state: SavedState; readonly found: Found }> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      const migrations = [...(await loadMigrations(transaction))];
      const found = await look(transaction);
      const tables: SavedTable[] = [];
      for (const table of await listStateTables(transaction)) {
        signal?.throwIfAborted();
        tables.push(await dumpTable(transaction, table, tableFile(folder, table)));
      }
      // Last: they are not of the moment, and may only be ahead of the rows.
      return { state: { migrations, tables, sequences: await loadSequences(transaction) }, found };
    });
}

async function dumpTable(transaction: Kysely<Schema>, table: StateTable, file: string): Promise<SavedTable> {
  const handle = await open(file, 'wx', 0o600);
  try {
    const sum = await sumTable(transaction, table, (text) => handle.appendFile(text));
    await handle.sync();
    return { name: table.name, columns: [...table.columns], ...sum };
  } finally {
    await handle.close();
  }
}

/** Counts the rows of a table and computes their check sum. */
export async function sumTable(
  transaction: Kysely<Schema>,
  table: StateTable,
  take: (text: string) => Promise<void> = async () => {},
): Promise<Pick<SavedTable, 'rows' | 'bytes' | 'sha256'>> {
  const hash = createHash('sha256');
  let rows = 0;
  let bytes = 0;
  for await (const lines of streamRows(transaction, table)) {
    const text = lines.map((line) => `${line}\n`).join('');
    hash.update(text);
    rows += lines.length;
    bytes += Buffer.byteLength(text);
    await take(text);
  }
  return { rows, bytes, sha256: hash.digest('hex') };
}
