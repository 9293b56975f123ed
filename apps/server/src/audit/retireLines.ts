import { msPerDay } from '@atrium/contract/calendar/dayNumbers';
import { definitionKinds } from '@atrium/contract/wire/audit';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { record } from './record.ts';
import { keyOfDefinition } from './recordedQueries.ts';
import { sumUse } from './useByMonth.ts';
import { type Anchor, loadHead } from './verifyChain.ts';

interface RetentionOptions {
  readonly db: Kysely<Schema>;
  /** For how many days a line is kept. */
  readonly days: number;
  readonly clock: () => Date;
  readonly everyMs: number;
  /** Called with the number of lines that were removed, if any. */
  readonly onRetired: (lines: number) => void;
  readonly onFault: (error: unknown) => void;
}

/** Removes lines that are older than the site keeps them: now, and from time to time. The returned function ends it. */
export async function keepRetention(options: RetentionOptions): Promise<() => Promise<void>> {
  const { db, days, clock, everyMs, onRetired, onFault } = options;
  const retire = async (): Promise<void> => {
    const lines = await retireLines(db, new Date(clock().getTime() - days * msPerDay));
    if (lines > 0) onRetired(lines);
  };
  await retire();
  const timer = setInterval(() => void retire().catch(onFault), everyMs);
  timer.unref();
  return async () => clearInterval(timer);
}

/**
 * Removes the lines at the beginning of the audit that are older than an instant, and the definitions that no other line
 * names. The last line always stays. A new line says what was removed, and the chain begins after it (rule 8.16).
 * @returns how many lines were removed
 */
export async function retireLines(db: Kysely<Schema>, before: Date): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    // Definitions first, as a question does, which stores or locks its definition and then waits for the head.
    await sql`lock table audit_definition in exclusive mode`.execute(transaction);
    await transaction.selectFrom('audit_head').select('id').forUpdate().execute();
    const last = await findLast(transaction, before);
    if (last === undefined) return 0;
    await sumUse(transaction);
    const lines = await remove(transaction, last);
    const detail = { through: last.id, throughHash: last.hash, lines };
    await record(transaction, { accountId: null, action: 'audit_retire', detail });
    return lines;
  });
}

/** The last of the lines to remove: no line up to it is young, and it is not the last of all. */
async function findLast(db: Transaction<Schema>, before: Date): Promise<Anchor | undefined> {
  const head = await loadHead(db);
  const young = await db
    .selectFrom('audit_event')
    .select(({ fn }) => fn.min('id').as('id'))
    .where('at', '>=', before)
    .executeTakeFirst();
  return db
    .selectFrom('audit_event')
    .select(['id', 'hash'])
    .where('id', '<', Math.min(young?.id ?? head.id, head.id))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function remove(db: Transaction<Schema>, last: Anchor): Promise<number> {
  await sql`select set_config('atrium.retires', 'yes', true)`.execute(db);
  const removed = await db.deleteFrom('audit_event').where('id', '<=', last.id).executeTakeFirstOrThrow();
  const named = definitionKinds.map(
    (kind) => sql`select detail->>${keyOfDefinition(kind)}::text as hash from audit_event`,
  );
  await sql`
    delete from audit_definition where hash not in (
      select hash from (${sql.join(named, sql` union `)}) named where hash is not null)`.execute(db);
  await db.updateTable('audit_base').set({ id: last.id, hash: last.hash }).execute();
  await sql`select set_config('atrium.retires', 'no', true)`.execute(db);
  return Number(removed.numDeletedRows);
}
