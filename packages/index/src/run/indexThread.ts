import { parentPort, workerData } from 'node:worker_threads';
import type { IndexOrder } from './indexTask.ts';
import { createIndexWorker } from './indexWorker.ts';

/** What a thread of `openIndexThreads` does: one part of a question after the other. */
const port = parentPort;
if (port === null) throw new Error('This is the work of a thread.');
const worker = createIndexWorker(workerData);
port.on('message', (order: IndexOrder) => {
  const answer = worker.receive(order);
  if (answer !== null) port.postMessage(answer);
});
