import { type DuckDBConnection, DuckDBDataChunk, type DuckDBType, type DuckDBValue } from '@duckdb/node-api';
import { quoted } from '../sql/quoted.ts';

/** A new table; `path` is its name, after the name of an attached database where it belongs to one. */
export interface NewTable {
  readonly path: readonly [table: string] | readonly [database: string, table: string];
  readonly columns: readonly { readonly name: string; readonly type: DuckDBType }[];
}

/** Appends rows in data chunks; `held` rows wait for the next chunk, at most a chunk of them. */
export interface TableWriter {
  readonly held: number;
  append(...values: readonly DuckDBValue[]): void;
  /** Writes the held rows and closes the table. */
  finish(): void;
}

export const chunkSize = 2048;

/** Creates the table. */
export async function defineTable(connection: DuckDBConnection, { path, columns }: NewTable): Promise<void> {
  const list = columns.map(({ name, type }) => `${quoted(name)} ${type}`);
  await connection.run(`CREATE TABLE ${quoted(...path)} (${list.join(', ')})`);
}

/** Creates the table and opens it for writing. */
export async function createTable(connection: DuckDBConnection, table: NewTable): Promise<TableWriter> {
  await defineTable(connection, table);
  const { path, columns } = table;
  const [first, second] = path;
  const appender =
    second === undefined
      ? await connection.createAppender(first)
      : await connection.createAppender(second, 'main', first);
  const types = columns.map(({ type }) => type);
  const values: DuckDBValue[][] = types.map(() => []);
  let held = 0;
  const write = (): void => {
    if (held === 0) return;
    const chunk = DuckDBDataChunk.create(types, held);
    chunk.setColumns(values);
    appender.appendDataChunk(chunk);
    for (const column of values) column.length = 0;
    held = 0;
  };
  return {
    get held() {
      return held;
    },
    append: (...row) => {
      values.forEach((column, index) => {
        column.push(row[index] ?? null);
      });
      held++;
      if (held === chunkSize) write();
    },
    finish: () => {
      write();
      appender.closeSync();
    },
  };
}
