import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lookup, Query } from '@atrium/engine';
import type { IndexSource } from '@atrium/index';
import {
  type DuckDBConnection,
  DuckDBDoubleVector,
  DuckDBIntegerVector,
  DuckDBTypeId,
  type DuckDBVector,
} from '@duckdb/node-api';
import { collectRows, watchStatement } from '../asking/sessions.ts';
import { literal, quoted } from '../sql/quoted.ts';
import { attachRelease } from './attachRelease.ts';
import { bindValues } from './bindValues.ts';
import { createInstance, memoryOfImports } from './instance.ts';
import { decodePortions, fetchChunks } from './results.ts';
import { chunkSize } from './tableWriter.ts';

/** Where a release lies in files; plain data, so that it can be sent to a thread. */
export interface DuckDbPlace {
  readonly kind: 'duckdb';
  readonly file: string;
  /** The files of other releases whose tables it reads. */
  readonly others: readonly (readonly [release: string, file: string])[];
  readonly spillFolder: string;
}

/** What an index is made from, and the release that is indexed. */
export interface OpenIndexSource {
  readonly source: IndexSource;
  readonly lookup: Lookup;
}

/** Reads a release in an instance of its own, which uses one processor. */
export async function withDuckDbSource<Result>(
  { release, place }: { readonly release: string; readonly place: DuckDbPlace },
  signal: AbortSignal,
  work: (open: OpenIndexSource) => Promise<Result>,
): Promise<Result> {
  const spillFolder = join(place.spillFolder, `index-${randomUUID()}`);
  const instance = await createInstance({ spillFolder, megabytes: memoryOfImports });
  const connection = await instance.connect();
  const watch = watchStatement(connection, { signal, timeoutMs: null });
  try {
    await connection.run('SET threads = 1');
    await connection.run('SET preserve_insertion_order = false');
    // A stream costs three times as much where little of it is made at once.
    await connection.run("SET streaming_buffer_size = '8MB'");
    // The different texts of a column are few: they, and not its rows, are hashed.
    await connection.run("SET disabled_optimizers = 'join_order,build_side_probe_side'");
    for (const [other, file] of place.others)
      await connection.run(`ATTACH ${literal(file)} AS ${quoted(other)} (READ_ONLY)`);
    const { lookup } = await attachRelease(connection, { file: place.file, release });
    return await work({ lookup, source: sourceOn(connection, signal) });
  } catch (error) {
    watch.throwIfStopped();
    throw error;
  } finally {
    watch.end();
    connection.closeSync();
    instance.closeSync();
    await rm(spillFolder, { recursive: true, force: true });
  }
}

const sourceOn = (connection: DuckDBConnection, signal: AbortSignal): IndexSource => ({
  rows: async (query) => {
    signal.throwIfAborted();
    const { text, values, types } = bound(query);
    return collectRows(decodePortions(await connection.run(text, values, types)));
  },
  columns: async (query, take) => {
    signal.throwIfAborted();
    const { text, values, types } = bound(query);
    const result = await connection.stream(text, values, types);
    const columns = result
      .columnTypes()
      .map(({ typeId }) =>
        typeId === DuckDBTypeId.INTEGER ? new Int32Array(chunkSize) : new Float64Array(chunkSize),
      );
    const bytes = columns.reduce((sum, { byteLength }) => sum + byteLength, 0);
    for await (const chunk of fetchChunks(result, () => bytes)) {
      signal.throwIfAborted();
      for (const [index, numbers] of columns.entries()) readNumbers(chunk.getColumnVector(index), numbers);
      take(columns, chunk.rowCount);
    }
  },
  texts: async (query, take) => {
    signal.throwIfAborted();
    const { text, values, types } = bound(query);
    for await (const chunk of fetchChunks(await connection.stream(text, values, types))) {
      signal.throwIfAborted();
      take(chunk.getColumnValues(0).map(String));
    }
  },
});

const bound = ({ text, values }: Query) => ({ text, ...bindValues(values) });

/** Copies the values of a vector without nulls. */
function readNumbers(vector: DuckDBVector, numbers: Int32Array | Float64Array): void {
  const { itemCount } = vector;
  if (vector instanceof DuckDBIntegerVector)
    for (let index = 0; index < itemCount; index += 1) numbers[index] = vector.getItem(index) ?? 0;
  else if (vector instanceof DuckDBDoubleVector)
    for (let index = 0; index < itemCount; index += 1) numbers[index] = vector.getItem(index) ?? Number.NaN;
  else throw new Error(`An index is made of whole numbers and doubles, and not of ${vector.type}.`);
}
