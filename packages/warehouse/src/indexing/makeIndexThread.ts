import { parentPort, workerData } from 'node:worker_threads';
import { toFailure } from '../sql/failure.ts';
import { goBehind } from '../sql/goBehind.ts';
import { makeIndexHere, type PlainIndexTask } from './makeIndex.ts';
import type { IndexMade } from './makeIndexInThread.ts';

/** What a thread of `makeIndexInThread` does: one index, which a message can end. */
async function work(task: PlainIndexTask): Promise<void> {
  goBehind();
  const ending = new AbortController();
  parentPort?.once('message', () => ending.abort(new Error('The index is not wanted any more.')));
  const say = (made: IndexMade): void => parentPort?.postMessage(made);
  try {
    await makeIndexHere(task, ending.signal);
    say({ failure: null });
  } catch (error) {
    say({ failure: toFailure(error) });
  }
}

await work(workerData);
// Without this, a connection to a silent server would keep the thread alive without end.
process.exit();
