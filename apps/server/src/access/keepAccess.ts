import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { recordEnds } from './membershipEnds.ts';

interface KeepOptions {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
  readonly everyMs: number;
  readonly onFault: (error: unknown) => void;
}

/** Does what the days bring about: now, and from time to time. The returned function ends it and waits for the last round. */
export async function keepAccess({ db, clock, everyMs, onFault }: KeepOptions): Promise<() => Promise<void>> {
  const look = async (): Promise<void> => {
    await recordEnds(db, clock());
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
