import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  addClaim,
  beat,
  type Claim,
  type ControlAddress,
  type Holding,
  livingClaims,
  removeClaim,
  writeClaim,
} from './claim.ts';

/** The right of one process to open the stores of a data directory. */
export interface Lock {
  /** Stores for other processes where the portal listens and takes commands. */
  publish(address: string, control: ControlAddress): Promise<void>;
  release(): Promise<void>;
}

export type LockAttempt =
  | { readonly kind: 'taken'; readonly lock: Lock }
  | { readonly kind: 'held'; readonly pid: number; readonly holding: Holding };

const beatMs = 10_000;
const pauseMs = 25;

/**
 * Takes the lock of a data directory, or returns who holds it. Each process first adds its own claim and then reads the
 * others: it holds the lock if no other claim is alive. Of two processes that read at once both see the other, and the
 * one whose name sorts later withdraws. So no lock is ever taken away, and claims of dead processes do no harm.
 */
export async function takeLock(home: string, doing: string): Promise<LockAttempt> {
  const folder = path.join(home, 'lock');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let own = await addClaim(folder);
  for (;;) {
    const others = (await livingClaims(folder)).filter(({ name }) => name !== own);
    if (others.length === 0) return { kind: 'taken', lock: await hold(folder, own, doing) };
    const holder = findHolder(others);
    const mustYield = holder !== undefined || others.some(({ name }) => name < own);
    if (mustYield) await removeClaim(folder, own);
    if (holder !== undefined) return { kind: 'held', ...holder };
    await delay(pauseMs);
    if (mustYield) own = await addClaim(folder);
  }
}

function findHolder(claims: readonly Claim[]): { pid: number; holding: Holding } | undefined {
  for (const { pid, holding } of claims) if (holding !== null) return { pid, holding };
  return undefined;
}

async function hold(folder: string, own: string, doing: string): Promise<Lock> {
  await writeClaim(folder, own, { doing, address: null, control: null });
  const heart = setInterval(() => void beat(folder, own).catch(() => {}), beatMs);
  heart.unref();
  return {
    publish: (address, control) => writeClaim(folder, own, { doing, address, control }),
    release: async () => {
      clearInterval(heart);
      await removeClaim(folder, own);
    },
  };
}
