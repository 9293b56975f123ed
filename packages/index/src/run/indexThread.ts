import { parentPort, workerData } from 'node:worker_threads';
import { isStoppedIn } from './indexFlags.ts';
import type { IndexOrder, IndexThreadData } from './indexTask.ts';
import { createIndexWorker } from './indexWorker.ts';

/** What a thread of `openIndexThreads` does: one part of a question after the other. */
const port = parentPort;
if (port === null) throw new Error('This is the work of a thread.');
const { module, flags }: IndexThreadData = workerData;
const worker = createIndexWorker({ module, isStopped: isStoppedIn(flags) });
port.on('message', (order: IndexOrder) => {
  const answer = worker.receive(order);
  if (answer !== null) port.postMessage(answer);
});
