import type { AuditAction, AuditDetail } from '@atrium/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';

export interface AuditEvent {
  /** Null where nobody is known, as in a sign-in under a name that does not exist. */
  readonly accountId: number | null;
  readonly datasetId?: number;
  readonly action: AuditAction;
  /** Numbers and ids only: which release, how many rows. Never a password, a typed name or a value of a subject. */
  readonly detail?: AuditDetail;
  /** The user of the operating system, where a command was given rather than a request made. */
  readonly operator?: string;
}

/**
 * Appends to the audit. In a transaction it is the last statement: it holds the end of the chain until the commit, and
 * every other line waits for it.
 */
export async function record(db: Kysely<Schema>, event: AuditEvent): Promise<void> {
  await db
    .insertInto('audit_event')
    .values({
      account_id: event.accountId,
      operator: event.operator ?? null,
      dataset_id: event.datasetId ?? null,
      action: event.action,
      detail: JSON.stringify(event.detail ?? {}),
    })
    .execute();
}
