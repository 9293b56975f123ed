import { type DuckDBDataChunk, type DuckDBResult, ResultReturnType } from '@duckdb/node-api';
import { weighDown } from '../weighDown.ts';

/**
 * Chunks of a result until it ends; each may be used only until the next is asked for. Throws where a stream broke off
 * before its end, as it does when another statement runs on its connection.
 */
export async function* fetchChunks(result: DuckDBResult): AsyncGenerator<DuckDBDataChunk> {
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) break;
    weighDown(chunk, chunk.columnCount * columnBytes);
    yield chunk;
    chunk.reset();
  }
  // The end and any fault of a stream give the same empty chunk, and no message; only the type of the result differs.
  if (result.returnType === ResultReturnType.INVALID)
    throw new Error('The result of a statement broke off before its end.');
}

/** What a column of a chunk takes, generously: 2,048 values of 16 bytes, their texts, and what is made of them. */
const columnBytes = 2048 * 64;
