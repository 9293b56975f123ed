import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { disableIdle } from './idleAccounts.ts';
import { recordEnds } from './membershipEnds.ts';
import { applyGrantsOfEnded } from './membershipGrants.ts';

interface KeepOptions {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
  readonly everyMs: number;
  /** After how many days an unused account is disabled; null: never. */
  readonly idleDays: number | null;
  /** Called with the ids of accounts that were disabled, if any. */
  readonly onDisabled: (accounts: readonly number[]) => void;
  readonly onFault: (error: unknown) => void;
}

/**
 * Does the work that is due by date, now and from time to time: ends memberships and disables idle accounts. The
 * returned function ends it and waits for the last round.
 */
export async function keepAccess(options: KeepOptions): Promise<() => Promise<void>> {
  const { db, clock, everyMs, idleDays, onDisabled, onFault } = options;
  const look = async (): Promise<void> => {
    await applyGrantsOfEnded(db, { now: clock(), onFault });
    await recordEnds(db, clock());
    if (idleDays === null) return;
    const disabled = await disableIdle(db, { now: clock(), days: idleDays });
    if (disabled.length > 0) onDisabled(disabled);
  };
  let last = look().catch(onFault);
  await last;
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    last = look()
      .catch(onFault)
      .finally(() => {
        isLooking = false;
      });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await last;
  };
}
