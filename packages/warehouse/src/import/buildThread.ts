import { parentPort, workerData } from 'node:worker_threads';
import type { BuildMessage, PlainRequest } from './buildMessages.ts';
import { toBuildFailure } from './buildMessages.ts';
import { buildRelease } from './buildRelease.ts';

/** The code of a `buildInThread` thread: one build, which a message can end. */
async function work(request: PlainRequest): Promise<void> {
  const say = (message: BuildMessage): void => parentPort?.postMessage(message);
  const ending = new AbortController();
  parentPort?.once('message', () => ending.abort(new Error('The import was ended.')));
  try {
    const built = await buildRelease({
      ...request,
      checkDatasetId: (id) => say({ kind: 'dataset', id }),
      onDescriptor: (descriptor) => say({ kind: 'descriptor', descriptor }),
      onProgress: (progress) => say({ kind: 'progress', progress }),
      signal: ending.signal,
    });
    say({ kind: 'built', built });
  } catch (error) {
    say({ kind: 'failed', failure: toBuildFailure(error) });
  } finally {
    parentPort?.close();
  }
}

await work(workerData);
