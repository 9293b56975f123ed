import { fairTurns } from '@atrium/warehouse';
import { TooManyRequests } from '../../http/index.ts';

/** Waits until the account is sent fewer files; returns the function to call at the end (rule 13.37). */
export type TakeStream = (accountKey: string, signal: AbortSignal) => Promise<() => void>;

const longestWaitMs = 30_000;

/** Counts the files that each account is sent at a time, in this process. */
export function createStreams(perAccount: number): TakeStream {
  const busy = () =>
    new TooManyRequests(
      5,
      `You are being sent ${perAccount} files at a time, which is all that one account may. Please wait for one to end.`,
    );
  const turns = fairTurns.create({
    atOnce: Number.POSITIVE_INFINITY,
    each: perAccount,
    mostWaiting: 500,
    longestWaitMs,
    busy,
  });
  return async (asker, signal) => {
    const turn = await turns.take({ asker, signal });
    return () => turn.end();
  };
}
