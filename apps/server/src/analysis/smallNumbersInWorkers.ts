import { PortalError } from '@atrium/contract/errors/errorCode';
import { currentQuestion, fairSemaphores } from '@atrium/warehouse';
import { Piscina } from 'piscina';
import {
  type SmallNumberResult,
  type SmallNumbers,
  type SmallNumberTask,
  smallNumbersBy,
} from './smallNumbers.ts';

export interface SmallNumberWorkers extends SmallNumbers {
  close(): Promise<void>;
}

const threads = 2;

/**
 * In threads of their own, so that no other request waits (docs/adr/0014-heavy-work-in-workers.md); an account has one
 * of them (rule 8.17). A task ends after so many milliseconds with PortalError `timed_out`. Needs the build.
 */
export function smallNumbersInWorkers(maxMs: number): SmallNumberWorkers {
  const workers = new Piscina<SmallNumberTask, SmallNumberResult>({
    filename: new URL('./smallNumbersWorker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 60_000,
    niceIncrement: 5,
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  });
  const semaphore = fairSemaphores.create({ ...fairSemaphores.share, atOnce: threads, each: 1 });
  const run = async (task: SmallNumberTask, signal: AbortSignal): Promise<SmallNumberResult> => {
    const permit = await semaphore.take({ asker: currentQuestion()?.account, signal });
    const late = AbortSignal.timeout(maxMs);
    try {
      return await workers.run(task, { signal: AbortSignal.any([signal, late]) });
    } catch (error) {
      signal.throwIfAborted();
      if (!late.aborted) throw error;
      throw new PortalError('timed_out', 'The question took too long and was stopped.', { cause: error });
    } finally {
      permit.end();
    }
  };
  return { ...smallNumbersBy(run), close: () => workers.destroy() };
}
