import { LRUCache } from 'lru-cache';
import { createBackoff } from './backoff.ts';

/** An attempt to sign in: the account and the network it comes from. */
export interface Attempt {
  /** In lower case. */
  readonly name: string;
  /** As `networkOf` writes it. */
  readonly address: string;
}

/** Makes people who guess passwords wait, without locking out the owner. */
export interface Guessing {
  /** Counts an attempt; returns the whole seconds to wait where it may not be made now, else 0. A refused one is not counted. */
  take(attempt: Attempt): number;
  succeeded(attempt: Attempt): void;
  /** The seconds for which this address now waits for this account. */
  waitOf(attempt: Attempt): number;
}

const minute = 60_000;
const day = 24 * 60 * minute;
const maxKnown = 20_000;

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
    maxWaitMs: 15 * minute,
    forgetAfterMs: day,
  });
  const fromAddress = createBackoff({
    clock,
    free: 50,
    firstWaitMs: 10_000,
    maxWaitMs: 5 * minute,
    forgetAfterMs: day,
  });
  const onAccount = createAccountWaits(clock);
  const known = new LRUCache<string, true>({ maxSize: maxKnown, sizeCalculation: () => 1 });
  const keyOf = ({ name, address }: Attempt): string => `${address} ${name}`;

  return {
    take: (attempt) => {
      const key = keyOf(attempt);
      const isKnown = known.has(key);
      const wait = Math.max(
        onBoth.waitOf(key),
        fromAddress.waitOf(attempt.address),
        isKnown ? 0 : onAccount.waitOf(attempt),
      );
      if (wait > 0) return wait;
      onBoth.count(key);
      fromAddress.count(attempt.address);
      if (!isKnown) onAccount.count(attempt);
      return 0;
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

const maxPromises = 100_000;
const promiseLastsMs = 15 * minute;

/**
 * Waits of one account, over all addresses. When a wait ends, its caller may try once, whatever others do meanwhile, so
 * an attacker cannot keep the owner out.
 */
function createAccountWaits(clock: () => Date) {
  const failures = createBackoff({
    clock,
    free: 20,
    firstWaitMs: 5_000,
    maxWaitMs: minute,
    forgetAfterMs: day,
  });
  const promises = new LRUCache<string, number>({ maxSize: maxPromises, sizeCalculation: () => 1 });
  const keyOf = ({ name, address }: Attempt): string => `${siteOf(address)} ${name}`;

  return {
    waitOf: (attempt: Attempt): number => {
      const now = clock().getTime();
      const promised = promises.get(keyOf(attempt));
      if (promised !== undefined && now - promised < promiseLastsMs)
        return Math.max(0, Math.ceil((promised - now) / 1000));
      const wait = failures.waitOf(attempt.name);
      if (wait > 0) promises.set(keyOf(attempt), now + wait * 1000);
      return wait;
    },
    count: (attempt: Attempt): void => {
      promises.delete(keyOf(attempt));
      failures.count(attempt.name);
    },
    giveBack: (name: string): void => failures.giveBack(name),
  };
}

/**
 * The /48 of an IPv6 network, which one customer often has whole. Otherwise that customer would have 65,536 networks
 * with a guess each.
 */
const siteOf = (address: string): string =>
  address.endsWith('::/64') ? address.split(':').slice(0, 3).join(':') : address;
