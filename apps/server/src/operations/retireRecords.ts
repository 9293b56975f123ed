import type { Kysely } from 'kysely';
import type { Schema } from '../database/index.ts';
import type { KeptDays } from './operation.ts';

const msPerDay = 86_400_000;

interface Retired {
  readonly imports: number;
  readonly receipts: number;
}

interface KeepOptions {
  readonly db: Kysely<Schema>;
  readonly days: Pick<KeptDays, 'importLogDays' | 'receiptDays'>;
  readonly clock: () => Date;
  readonly everyMs: number;
  readonly onRetired: (counts: Retired) => void;
  readonly onFault: (error: unknown) => void;
}

/** Removes old records now and then again (rule 15.57). The returned function ends it. */
export async function keepRecords({ everyMs, onRetired, onFault, ...options }: KeepOptions) {
  const retire = async (): Promise<void> => {
    const counts = await retireRecords(options);
    if (counts.imports + counts.receipts > 0) onRetired(counts);
  };
  await retire();
  const timer = setInterval(() => void retire().catch(onFault), everyMs);
  timer.unref();
  return async () => clearInterval(timer);
}

/**
 * Removes entries of the log of imports that ended so many days ago, and count receipts that were given so many days ago.
 * An entry stays while its release is live or waits, and every import that has not ended stays (rule 15.57).
 */
export async function retireRecords({
  db,
  days: { importLogDays, receiptDays },
  clock,
}: Pick<KeepOptions, 'db' | 'days' | 'clock'>): Promise<Retired> {
  const before = (days: number): Date => new Date(clock().getTime() - days * msPerDay);
  let [imports, receipts] = [0, 0];
  if (importLogDays !== null) {
    const inUse = db.selectFrom('release').select('id').where('state', 'in', ['live', 'built']);
    const gone = await db
      .deleteFrom('import_log')
      .where('finished_at', '<', before(importLogDays))
      .where(({ eb, or }) => or([eb('release_id', 'is', null), eb('release_id', 'not in', inUse)]))
      .returning('id')
      .execute();
    imports = gone.length;
  }
  if (receiptDays !== null) {
    const [gone] = await db
      .deleteFrom('count_receipt')
      .where('issued_at', '<', before(receiptDays))
      .execute();
    receipts = Number(gone?.numDeletedRows ?? 0);
  }
  return { imports, receipts };
}
