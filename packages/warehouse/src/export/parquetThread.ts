import { parentPort, workerData } from 'node:worker_threads';
import type { FileValue } from '@atrium/engine';
import type { FileColumn } from './parquetColumn.ts';
import { parquetFile } from './parquetFile.ts';

type Rows = readonly (readonly FileValue[])[];

/** Rows to write; null at their end. */
export type ParquetTask = Rows | null;

/** What was written since the last answer. It is sent when the next rows are wanted. */
export interface ParquetPart {
  readonly pieces: readonly Uint8Array<ArrayBuffer>[];
}

/** What a thread of `parquetInThread` does: one file. */
async function work(columns: readonly FileColumn[]): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('This is the work of a thread.');
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  const answer = (): void => {
    const part: ParquetPart = { pieces };
    port.postMessage(
      part,
      pieces.map(({ buffer }) => buffer),
    );
    pieces = [];
  };
  const next = (): Promise<ParquetTask> => new Promise((resolve) => port.once('message', resolve));
  async function* given(): AsyncGenerator<Rows> {
    for (let rows = await next(); rows !== null; rows = await next()) {
      yield rows;
      answer();
    }
  }
  for await (const piece of parquetFile(columns, given())) pieces.push(piece);
  answer();
  port.close();
}

await work(workerData);
