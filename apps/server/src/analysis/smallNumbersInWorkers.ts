import { PortalError } from '@atrium/contract';
import { Piscina } from 'piscina';
import type { SmallNumbers } from './smallNumbers.ts';
import type { SmallNumberTask, SmallNumberWork } from './smallNumbersWorker.ts';

export interface SmallNumberWorkers extends SmallNumbers {
  close(): Promise<void>;
}

/** A question is judged as long as it may run. */
const longestMs = 30_000;

/** In a thread of their own, so that no other request waits (docs/adr/0014-heavy-work-in-workers.md). Needs the build. */
export function smallNumbersInWorkers(): SmallNumberWorkers {
  const workers = new Piscina<SmallNumberTask, SmallNumberWork>({
    filename: new URL('./smallNumbersWorker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 2,
    idleTimeout: 60_000,
    niceIncrement: 5,
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  });
  const work = async (task: SmallNumberTask, signal: AbortSignal): Promise<SmallNumberWork> => {
    const late = AbortSignal.timeout(longestMs);
    try {
      return await workers.run(task, { signal: AbortSignal.any([signal, late]) });
    } catch (error) {
      signal.throwIfAborted();
      if (!late.aborted) throw error;
      throw new PortalError('timed_out', 'The question took too long and was stopped.', { cause: error });
    }
  };
  return {
    suppress: async (question, { threshold, signal }) => {
      const done = await work({ kind: 'suppress', question, threshold }, signal);
      if (done.kind !== 'suppress') throw new Error('The worker did other work.');
      return done.shown;
    },
    telling: async (question, pair, { threshold, signal }) => {
      const done = await work({ kind: 'telling', question, pair, threshold }, signal);
      if (done.kind !== 'telling') throw new Error('The worker did other work.');
      return done.keys;
    },
    close: () => workers.destroy(),
  };
}
