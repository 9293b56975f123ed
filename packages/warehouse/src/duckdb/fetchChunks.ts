import type { DuckDBDataChunk, DuckDBResult } from '@duckdb/node-api';
import { weighDown } from '../weighDown.ts';

/** Chunks of a result until it ends; each may be used only until the next is asked for. */
export async function* fetchChunks(result: DuckDBResult): AsyncGenerator<DuckDBDataChunk> {
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return;
    weighDown(chunk, chunk.columnCount * columnBytes);
    yield chunk;
    chunk.reset();
  }
}

/** What a column of a chunk takes, generously: 2,048 values of 16 bytes, their texts, and what is made of them. */
const columnBytes = 2048 * 64;
