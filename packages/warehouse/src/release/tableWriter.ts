import { type DuckDBConnection, DuckDBDataChunk, type DuckDBType, type DuckDBValue } from '@duckdb/node-api';
import { quoted } from '../duckdb/quoted.ts';

/** A table that takes rows; `path` is its name, in another database than the first with that before it. */
export interface TableShape {
  readonly path: readonly [table: string] | readonly [database: string, table: string];
  readonly columns: readonly { readonly name: string; readonly type: DuckDBType }[];
}

/** Appends rows in data chunks; `held` rows wait for the next chunk and are never more than one chunk. */
export interface TableWriter {
  readonly held: number;
  append(...values: readonly DuckDBValue[]): void;
  /** Writes what is held and ends the writing. */
  finish(): void;
}

export const chunkSize = 2048;

/** Creates the table and opens it for writing. */
export async function createTable(
  connection: DuckDBConnection,
  { path, columns }: TableShape,
): Promise<TableWriter> {
  const list = columns.map(({ name, type }) => `${quoted(name)} ${type}`);
  await connection.run(`CREATE TABLE ${quoted(...path)} (${list.join(', ')})`);
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
      values.forEach((column, place) => {
        column.push(row[place] ?? null);
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
