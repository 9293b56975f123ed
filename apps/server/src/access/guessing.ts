import { LRUCache } from 'lru-cache';
import { createBackoff } from './backoff.ts';

/** An attempt to sign in: the account and the address it comes from. */
export interface Attempt {
  /** In lower case. */
  readonly name: string;
  readonly address: string;
}

/** Slows down whoever guesses passwords, without locking out the owner. */
export interface Guessing {
  /** Counts an attempt; returns the whole seconds to wait where it may not be made now, else 0. */
  take(attempt: Attempt): number;
  succeeded(attempt: Attempt): void;
  /** The seconds for which this address now waits for this account. */
  waitOf(attempt: Attempt): number;
}

const minute = 60_000;
const day = 24 * 60 * minute;
const mostKnown = 20_000;

/**
 * Counts attempts in three ways; the longest wait of each limits the harm that a stranger can do with it (rule 8.9):
 * by account and address together (15 minutes, no harm to others), by address (5 minutes, since many people may share
 * one), and by account from anywhere (1 minute, and never for an address from which its owner has signed in).
 */
export function createGuessing(clock: () => Date): Guessing {
  const onBoth = createBackoff({
    clock,
    free: 5,
    firstWaitMs: 15_000,
    longestWaitMs: 15 * minute,
    forgetAfterMs: day,
  });
  const fromAddress = createBackoff({
    clock,
    free: 50,
    firstWaitMs: 10_000,
    longestWaitMs: 5 * minute,
    forgetAfterMs: day,
  });
  const onAccount = createBackoff({
    clock,
    free: 20,
    firstWaitMs: 5_000,
    longestWaitMs: minute,
    forgetAfterMs: day,
  });
  const known = new LRUCache<string, true>({ max: mostKnown });
  const keyOf = ({ name, address }: Attempt): string => `${address} ${name}`;

  return {
    take: (attempt) => {
      const key = keyOf(attempt);
      const wait = onBoth.take(key) || fromAddress.take(attempt.address);
      return wait || (known.has(key) ? 0 : onAccount.take(attempt.name));
    },
    succeeded: (attempt) => {
      const key = keyOf(attempt);
      onBoth.forget(key);
      fromAddress.giveBack(attempt.address);
      if (!known.has(key)) onAccount.giveBack(attempt.name);
      known.set(key, true);
    },
    waitOf: (attempt) => onBoth.waitOf(keyOf(attempt)),
  };
}
