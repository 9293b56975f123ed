import { Worker } from 'node:worker_threads';
import type { WriteParquet } from './parquetFile.ts';
import type { ParquetPart, ParquetTask } from './parquetThread.ts';

/** So many values are copied to the thread at a time, which takes about a millisecond. */
const valuesAtOnce = 4096;

/**
 * Writes a Parquet file like `parquetFile`, with the encoding in a thread of its own, so that others are answered
 * meanwhile. The thread gets more rows when it has written those before, and ends with the file. Needs the build, since
 * a thread loads a file.
 */
export const parquetInThread: WriteParquet = async function* (columns, batches) {
  const worker = new Worker(new URL('./parquetThread.js', import.meta.url), {
    workerData: columns.map(({ name, type: { kind, isList } }) => ({ name, type: { kind, isList } })),
  });
  const answers = listen(worker);
  const write = (task: ParquetTask): Promise<ParquetPart> => {
    worker.postMessage(task);
    return answers.next();
  };
  try {
    const rowsAtOnce = Math.max(1, Math.floor(valuesAtOnce / Math.max(1, columns.length)));
    for await (const batch of batches) {
      for (let start = 0; start < batch.length; start += rowsAtOnce)
        yield* (await write(batch.slice(start, start + rowsAtOnce))).pieces;
    }
    yield* (await write(null)).pieces;
  } finally {
    await worker.terminate();
  }
};

/** The answers of a thread, each asked for before the next one comes; an early end is an error. */
function listen(worker: Worker) {
  let end: Error | undefined;
  let waiting: { resolve(part: ParquetPart): void; reject(error: Error): void } | undefined;
  const fail = (error: Error): void => {
    end ??= error;
    waiting?.reject(end);
  };
  worker.on('message', (part: ParquetPart) => waiting?.resolve(part));
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The thread that writes the file ended early.')));
  return {
    next: () =>
      new Promise<ParquetPart>((resolve, reject) => {
        if (end !== undefined) return reject(end);
        waiting = { resolve, reject };
      }),
  };
}
