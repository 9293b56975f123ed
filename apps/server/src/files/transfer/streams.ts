import { formatQuantity } from '@atrium/contract';
import { fairSemaphores } from '@atrium/warehouse';
import { type TakePermit, TooManyRequests } from '../../http/index.ts';

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
