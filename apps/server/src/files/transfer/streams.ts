import { formatQuantity } from '@atrium/contract';
import { fairSemaphores } from '@atrium/warehouse';
import { TooManyRequests } from '../../http/index.ts';

/** Waits until another piece of work may begin; returns the function to call at its end. */
export type TakePermit = (accountKey: string, signal: AbortSignal) => Promise<() => void>;

const longestWaitMs = 30_000;

interface StreamLimits {
  readonly perPortal: number;
  readonly perAccount: number;
}

/** Counts the files that the portal and each account are sent at a time, in this process (rule 13.37). */
export function createStreams({ perPortal, perAccount }: StreamLimits): TakePermit {
  const busy = () =>
    new TooManyRequests(
      5,
      `The portal sends an account ${formatQuantity(perAccount, 'file')} at a time, and everyone ${perPortal} together. Please wait for one to end.`,
    );
  const semaphore = fairSemaphores.create({
    atOnce: perPortal,
    each: perAccount,
    mostWaiting: 500,
    longestWaitMs,
    busy,
  });
  return async (asker, signal) => (await semaphore.take({ asker, signal })).end;
}

/**
 * The portal reads at most six pieces of files at a time, three of them for one account. Each read holds one of the few
 * threads for files and passwords, and its bytes are sent by the thread that answers questions (rule 13.70).
 */
const readsAtOnce = { atOnce: 6, each: 3 } as const;

/** Permits to read, shared fairly between accounts. A permit is for one piece, so a slow receiver keeps nobody waiting. */
export function createReads(): TakePermit {
  const semaphore = fairSemaphores.create(readsAtOnce);
  return async (asker, signal) => (await semaphore.take({ asker, signal })).end;
}
