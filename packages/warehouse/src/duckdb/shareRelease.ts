import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { storage } from '@atrium/engine';
import { VARCHAR } from '@duckdb/node-api';
import { storedTables } from '../releases/dictionaryDocument.ts';
import type { SharedRelease } from '../releases/releases.ts';
import { literal, quoted } from '../sql/quoted.ts';
import { createInstance } from './instance.ts';
import { createTable } from './tableWriter.ts';

const megabytes = 64;
const target = 'target';

/** Writes a release of views of the tables in another file, with a dictionary of its own; returns its file. */
export async function writeSharedRelease(
  { of, dictionary, source, folder }: SharedRelease,
  sourceFile: string,
): Promise<string> {
  const file = join(folder, 'release.duckdb');
  const instance = await createInstance({ spillFolder: join(folder, 'spill'), megabytes });
  const connection = await instance.connect();
  try {
    await connection.run(`ATTACH ${literal(sourceFile)} AS ${quoted(of)} (READ_ONLY)`);
    await connection.run(`ATTACH ${literal(file)} AS ${target}`);
    await chmod(file, 0o600);
    for (const table of storedTables(source).filter((name) => name !== storage.dictionary))
      await connection.run(`CREATE VIEW ${quoted(target, table)} AS SELECT * FROM ${quoted(of, table)}`);
    const texts = [
      { path: [target, storage.source], column: 'release', text: of },
      { path: [target, storage.dictionary], column: 'document', text: JSON.stringify(dictionary) },
    ] as const;
    for (const { path, column, text } of texts) {
      const table = await createTable(connection, { path, columns: [{ name: column, type: VARCHAR }] });
      table.append(text);
      table.finish();
    }
    await connection.run(`CHECKPOINT ${target}`);
    await connection.run(`DETACH ${target}`);
    return file;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
