import { channel } from 'node:diagnostics_channel';
import type { AuditAction, AuditDetail } from '@atrium/contract';
import type { Insertable, Kysely } from 'kysely';
import type { AuditEventTable, Schema } from '../database/schema.ts';
import { type RecordedQuery, type StoredDefinition, toStore } from './recordedQueries.ts';

export interface AuditEvent {
  /** Null where the account is not known, as in a sign-in with a name that does not exist. */
  readonly accountId: number | null;
  readonly datasetId?: number;
  readonly action: AuditAction;
  /** Numbers and ids only: which release, how many rows. Never a password, a typed name or a value of a subject. */
  readonly detail?: AuditDetail;
  /** The recorded query, where the line is about a question; named by hash in the detail and kept as long as the line. */
  readonly recordedQuery?: RecordedQuery;
  /** The user of the operating system, where the line is about a command. */
  readonly operator?: string;
}

const faults = channel('atrium.audit.fault');

/** Tells of each line that could not be written, also within a download; the returned function ends it. */
export function onRecordFault(listener: (error: unknown) => void): () => void {
  const hear = (error: unknown): void => listener(error);
  faults.subscribe(hear);
  return () => void faults.unsubscribe(hear);
}

/**
 * Appends a line to the audit. The same statement stores its recorded query, so that neither exists without the other.
 * In a transaction it must be the last statement: it locks the head until the commit, and every other line waits.
 */
export async function record(db: Kysely<Schema>, event: AuditEvent): Promise<void> {
  const { rows, detail } = toStore(event.recordedQuery ?? {});
  const line = {
    account_id: event.accountId,
    operator: event.operator ?? null,
    dataset_id: event.datasetId ?? null,
    action: event.action,
    detail: JSON.stringify({ ...event.detail, ...detail }),
  };
  try {
    await append(db, line, rows);
  } catch (error) {
    faults.publish(error);
    throw error;
  }
}

async function append(
  db: Kysely<Schema>,
  line: Insertable<AuditEventTable>,
  rows: readonly StoredDefinition[],
): Promise<void> {
  if (rows.length === 0) {
    await db.insertInto('audit_event').values(line).execute();
    return;
  }
  await db
    .with('stored', (insert) =>
      insert
        .insertInto('audit_definition')
        .values([...rows])
        .onConflict((conflict) => conflict.column('hash').doNothing()),
    )
    .insertInto('audit_event')
    .values(line)
    .execute();
}
