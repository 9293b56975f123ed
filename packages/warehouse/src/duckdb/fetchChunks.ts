import type { DuckDBDataChunk, DuckDBResult } from '@duckdb/node-api';

/** Chunks of a result until it ends; each may be used only until the next is asked for. */
export async function* fetchChunks(result: DuckDBResult): AsyncGenerator<DuckDBDataChunk> {
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return;
    weights.set(chunk, new ArrayBuffer(chunk.columnCount * columnBytes));
    yield chunk;
    chunk.reset();
  }
}

/** What a column of a chunk takes, generously: 2,048 values of 16 bytes, their texts, and what is made of them. */
const columnBytes = 2048 * 64;

/**
 * The database's memory behind a chunk is freed when the collector finds the chunk, which it takes for a few bytes. A
 * buffer that shares its life tells how much lies there; never touched, it costs nothing itself.
 */
const weights = new WeakMap<DuckDBDataChunk, ArrayBuffer>();
