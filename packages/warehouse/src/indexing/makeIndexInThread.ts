import { Worker } from 'node:worker_threads';
import type { MakeIndex } from '../indexes/indexStore.ts';
import { type Failure, fromFailure } from '../sql/failure.ts';
import type { IndexPlace } from './makeIndex.ts';

/** What the thread loads that makes an index, in a build. */
export const builtIndexMaker = new URL('./makeIndexThread.js', import.meta.url);

/** How the work of a thread ended. */
export type IndexMade = { readonly failure: Failure | null };

/** A thread that does not end when it is asked to is ended after so long. */
const patienceMs = 10_000;

/** Makes the file of an index in a thread of its own that loads `file`, so that questions are answered meanwhile. */
export const makeIndexInThread =
  (file: URL): MakeIndex<IndexPlace> =>
  async (task, signal) => {
    signal.throwIfAborted();
    const thread = new Worker(file, { workerData: task });
    let impatience: NodeJS.Timeout | undefined;
    const end = (): void => {
      thread.postMessage('end');
      impatience = setTimeout(() => thread.terminate(), patienceMs);
    };
    signal.addEventListener('abort', end, { once: true });
    try {
      const made = await endOf(thread);
      if (made.failure !== null) throw fromFailure(made.failure);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(impatience);
      signal.removeEventListener('abort', end);
    }
  };

/** What a thread says at its end, when it has ended. */
function endOf(thread: Worker): Promise<IndexMade> {
  let made: IndexMade | undefined;
  return new Promise((resolve, reject) => {
    thread.on('message', (message: IndexMade) => {
      made = message;
    });
    thread.once('error', reject);
    thread.once('exit', () => {
      if (made === undefined) reject(new Error('The thread that makes an index ended early.'));
      else resolve(made);
    });
  });
}
