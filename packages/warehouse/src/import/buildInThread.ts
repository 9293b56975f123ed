import { Worker } from 'node:worker_threads';
import type { BuildRelease } from '../releases/releases.ts';
import { type BuildMessage, fromBuildFailure, type PlainRequest } from './buildMessages.ts';

type Request = Parameters<BuildRelease>[0];
type Built = Awaited<ReturnType<BuildRelease>>;

/**
 * Builds in a thread of its own, so that questions are answered meanwhile. JavaScript parses rows of an odd form and
 * counts the bytes of every file, which would block the main thread. Needs the build, since a thread loads a file.
 */
export const buildInThread: BuildRelease = (request) => {
  request.signal?.throwIfAborted();
  const {
    checkDatasetId: _check,
    onDescriptor: _on,
    onProgress: _progress,
    signal: _signal,
    ...plain
  } = request;
  const worker = new Worker(new URL('./buildThread.js', import.meta.url), {
    workerData: plain satisfies PlainRequest,
  });
  return new Promise<Built>((resolve, reject) => receive(worker, request, { resolve, reject }));
};

interface Ending {
  readonly resolve: (built: Built) => void;
  readonly reject: (error: unknown) => void;
}

function receive(worker: Worker, request: Request, { resolve, reject }: Ending): void {
  const { signal } = request;
  let refusal: unknown;
  const end = (): void => worker.postMessage('end');
  signal?.addEventListener('abort', end, { once: true });
  const settle = (act: () => void): void => {
    signal?.removeEventListener('abort', end);
    act();
  };
  worker.on('message', (message: BuildMessage) => {
    switch (message.kind) {
      case 'dataset':
        try {
          request.checkDatasetId?.(message.id);
        } catch (error) {
          refusal = error;
          end();
        }
        return;
      case 'descriptor':
        return request.onDescriptor?.(message.descriptor);
      case 'progress':
        return request.onProgress?.(message.progress);
      case 'built':
        return settle(() => (refusal === undefined ? resolve(message.built) : reject(refusal)));
      case 'failed':
        return settle(() =>
          reject(refusal ?? (signal?.aborted === true ? signal.reason : fromBuildFailure(message.failure))),
        );
    }
  });
  worker.once('error', (error) => settle(() => reject(error)));
  worker.once('exit', () => settle(() => reject(new Error('The thread of the import ended early.'))));
}
