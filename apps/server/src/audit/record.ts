import type { AuditAction, AuditDetail } from '@atrium/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { type AskedOf, toKeep } from './definitions.ts';

export interface AuditEvent {
  /** Null where nobody is known, as in a sign-in under a name that does not exist. */
  readonly accountId: number | null;
  readonly datasetId?: number;
  readonly action: AuditAction;
  /** Numbers and ids only: which release, how many rows. Never a password, a typed name or a value of a subject. */
  readonly detail?: AuditDetail;
  /** What was asked, where the line is about a question; kept for good, and named by hash in the detail. */
  readonly asked?: AskedOf;
  /** The user of the operating system, where a command was given rather than a request made. */
  readonly operator?: string;
}

/**
 * Appends to the audit; what was asked is kept by the same statement, so that neither is there without the other. In a
 * transaction it is the last statement: it holds the end of the chain until the commit, and every other line waits.
 */
export async function record(db: Kysely<Schema>, event: AuditEvent): Promise<void> {
  const { rows, detail } = toKeep(event.asked ?? {});
  const line = {
    account_id: event.accountId,
    operator: event.operator ?? null,
    dataset_id: event.datasetId ?? null,
    action: event.action,
    detail: JSON.stringify({ ...event.detail, ...detail }),
  };
  if (rows.length === 0) {
    await db.insertInto('audit_event').values(line).execute();
    return;
  }
  await db
    .with('kept', (keep) =>
      keep
        .insertInto('audit_definition')
        .values(rows)
        .onConflict((conflict) => conflict.column('hash').doNothing()),
    )
    .insertInto('audit_event')
    .values(line)
    .execute();
}
