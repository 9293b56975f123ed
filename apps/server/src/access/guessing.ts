import { z } from 'zod';
import { type Entry, type Memory, memoryHere, type SharedMemory } from '../portals/index.ts';
import { createBackoff, failuresIn } from './backoff.ts';

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

/** Where an owner has signed in from. */
const signedInFrom = {
  name: 'signed in from',
  form: z.object({ isOwner: z.literal(true) }),
  max: 20_000,
  lastsMs: 90 * day,
};

const onBothTable = failuresIn('account and address');
const fromAddressTable = failuresIn('address');
const onAccountTable = failuresIn('account');

/**
 * Counts attempts in three ways; the longest wait of each limits the harm that a stranger can do with it (rule 8.9):
 * by account and address together (15 minutes, no harm to others), by address (5 minutes, since many people may share
 * one), and by account from anywhere (1 minute, and never for an address from which its owner has signed in).
 */
export function createGuessing(clock: () => Date, memory: Memory = memoryHere): Guessing {
  const onBoth = createBackoff(
    { clock, free: 5, firstWaitMs: 15_000, maxWaitMs: 15 * minute, forgetAfterMs: day },
    memory(onBothTable),
  );
  const fromAddress = createBackoff(
    { clock, free: 50, firstWaitMs: 10_000, maxWaitMs: 5 * minute, forgetAfterMs: day },
    memory(fromAddressTable),
  );
  const onAccount = createAccountWaits(clock, memory);
  const known = memory(signedInFrom);

  return {
    take: (attempt) => {
      const key = keyOf(attempt);
      const isKnown = known.get(key) !== undefined;
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
      if (known.get(key) === undefined) onAccount.giveBack(attempt.name);
      known.set(key, { isOwner: true });
    },
    waitOf: (attempt) => onBoth.waitOf(keyOf(attempt)),
  };
}

const keyOf = ({ name, address }: Attempt): string => `${address} ${name}`;

const promiseLastsMs = 15 * minute;

/** When a caller may try once, in milliseconds of the clock. */
const promisesTable = {
  name: 'promised',
  form: z.object({ at: z.number() }),
  max: 100_000,
  lastsMs: promiseLastsMs + minute,
};

/**
 * Waits of one account, over all addresses. When a wait ends, its caller may try once, whatever others do meanwhile, so
 * an attacker cannot keep the owner out.
 */
function createAccountWaits(clock: () => Date, memory: Memory) {
  const failures = createBackoff(
    { clock, free: 20, firstWaitMs: 5_000, maxWaitMs: minute, forgetAfterMs: day },
    memory(onAccountTable),
  );
  const promises = memory(promisesTable);

  return {
    waitOf: (attempt: Attempt): number => {
      const now = clock().getTime();
      const promised = promises.get(siteKeyOf(attempt))?.at;
      if (promised !== undefined && now - promised < promiseLastsMs)
        return Math.max(0, Math.ceil((promised - now) / 1000));
      const wait = failures.waitOf(attempt.name);
      if (wait > 0) promises.set(siteKeyOf(attempt), { at: now + wait * 1000 });
      return wait;
    },
    count: (attempt: Attempt): void => {
      promises.delete(siteKeyOf(attempt));
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

const siteKeyOf = ({ name, address }: Attempt): string => `${siteOf(address)} ${name}`;

/** What an attempt reads or changes. */
const entriesOf = (attempt: Attempt): readonly Entry[] => [
  [onBothTable.name, keyOf(attempt)],
  [signedInFrom.name, keyOf(attempt)],
  [fromAddressTable.name, attempt.address],
  [onAccountTable.name, attempt.name],
  [promisesTable.name, siteKeyOf(attempt)],
];

/** Guesses that all portals of an installation count together. */
export type SharedGuessing = {
  readonly [Name in keyof Guessing]: (attempt: Attempt) => Promise<ReturnType<Guessing[Name]>>;
};

export function shareGuessing(clock: () => Date, shared: SharedMemory): SharedGuessing {
  const use = shared.over((memory) => createGuessing(clock, memory));
  return {
    take: (attempt) => use(entriesOf(attempt), (guessing) => guessing.take(attempt)),
    succeeded: (attempt) => use(entriesOf(attempt), (guessing) => guessing.succeeded(attempt)),
    waitOf: (attempt) => use(entriesOf(attempt), (guessing) => guessing.waitOf(attempt)),
  };
}
