import { Worker } from 'node:worker_threads';
import type { FilePiece, MakeFile } from '../formats/filePiece.ts';
import { addMemoryPressure } from '../sql/externalMemory.ts';
import { fromFailure } from '../sql/failure.ts';
import type { ExportMessage, ExportOrder } from './exportMessages.ts';
import type { RowSource } from './openRows.ts';

/** What the thread of an export loads, in a build. */
export const builtExportThread = new URL('./exportThread.js', import.meta.url);

/** Few rows are objects at a time, so they die young in little room; the usual 48 MB would be filled first. */
const youngMegabytes = 12;

/**
 * Memory that has been sent is freed when the collector runs. Without this external memory pressure it would run only
 * after 64 MB.
 */
const pieceWeight = 3;

/** A thread that does not end when it is asked to is ended after so long. */
const patienceMs = 10_000;

/**
 * Makes a file like `exportHere`, in a thread of its own that opens the source, decodes the rows and writes them, so
 * that the main thread can answer other requests. The thread loads `file`, and ends with what it makes.
 */
export const exportInThread = (file: URL): MakeFile<RowSource> =>
  async function* (task, signal) {
    signal.throwIfAborted();
    const resourceLimits = { maxYoungGenerationSizeMb: youngMegabytes };
    const worker = new Worker(file, { workerData: task, resourceLimits });
    yield* takePieces(worker, { signal, patienceMs });
  };

interface TakeOptions {
  readonly signal: AbortSignal;
  readonly patienceMs: number;
}

/** The pieces of a thread, each asked for when the one before was taken up; the thread has ended when they have. */
export async function* takePieces(worker: Worker, options: TakeOptions): AsyncGenerator<FilePiece> {
  const { signal } = options;
  const answers = ask(worker, options);
  let taken = 0;
  try {
    let coming = answers.next();
    for (;;) {
      const message = await coming;
      if (message.kind === 'end') {
        requireAll(message.rows, taken);
        return;
      }
      coming = answers.next();
      taken += message.rows;
      addMemoryPressure(message.bytes, pieceWeight * message.bytes.length);
      yield { bytes: message.bytes, rows: message.rows };
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    await answers.end();
  }
}

/** Both sides count, so that a file which lost a part is never taken for a whole one. */
function requireAll(read: number, taken: number): void {
  if (read !== taken) throw new Error(`${read} rows were read for a file, but ${taken} have arrived.`);
}

type Answer = Exclude<ExportMessage, { readonly kind: 'failed' }>;

/** Speaks with a thread; its failure and its early end reject every answer that is still to come. */
function ask(worker: Worker, { signal, patienceMs }: TakeOptions) {
  let failure: Error | undefined;
  let waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;
  let impatience: NodeJS.Timeout | undefined;
  let hasExited = false;
  const say = (order: ExportOrder): void => worker.postMessage(order);
  const fail = (error: Error): void => {
    failure ??= error;
    waiting?.reject(failure);
  };
  const end = (): void => {
    if (hasExited) return;
    say('end');
    impatience ??= setTimeout(() => worker.terminate(), patienceMs);
  };
  const exit = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      hasExited = true;
      clearTimeout(impatience);
      signal.removeEventListener('abort', end);
      fail(new Error('The thread of an export ended early.'));
      resolve();
    });
  });
  worker.on('message', (message: ExportMessage) => {
    if (message.kind === 'failed') fail(fromFailure(message.failure));
    else waiting?.resolve(message);
  });
  worker.on('error', fail);
  signal.addEventListener('abort', end, { once: true });
  return {
    next: (): Promise<Answer> => {
      const answer = new Promise<Answer>((resolve, reject) => {
        if (failure !== undefined) return reject(failure);
        waiting = { resolve, reject };
        say('next');
      });
      // A failure that comes before the piece is taken is reported with the next one.
      answer.catch(() => undefined);
      return answer;
    },
    end: async (): Promise<void> => {
      end();
      await exit;
    },
  };
}
