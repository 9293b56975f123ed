import { channel } from 'node:diagnostics_channel';
import type { AuditAction, AuditDetail } from '@atrium/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
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

interface Line {
  readonly account_id: number | null;
  readonly operator: string | null;
  readonly dataset_id: number | null;
  readonly action: string;
  /** JSON. */
  readonly detail: string;
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
  const { stored, detail } = toStore(event.recordedQuery ?? {});
  const line: Line = {
    account_id: event.accountId,
    operator: event.operator ?? null,
    dataset_id: event.datasetId ?? null,
    action: event.action,
    detail: JSON.stringify({ ...event.detail, ...detail }),
  };
  try {
    await append(db, line, stored);
  } catch (error) {
    faults.publish(error);
    throw error;
  }
}

async function append(db: Kysely<Schema>, line: Line, stored: readonly StoredDefinition[]): Promise<void> {
  if (stored.length === 0) {
    await db.insertInto('audit_event').values(line).execute();
    return;
  }
  if (stored.every((definition) => storedBefore.has(definition)) && (await appended(db, line, stored)))
    return;
  await db
    .with('stored', (insert) =>
      insert
        .insertInto('audit_definition')
        .values(stored.map(({ hash, content }) => ({ hash, content })))
        .onConflict((conflict) => conflict.column('hash').doNothing()),
    )
    .insertInto('audit_event')
    .values(line)
    .execute();
  for (const definition of stored) storedBefore.add(definition);
}

/** A definition may be large, and is not sent again for each question. */
const storedBefore = new WeakSet<StoredDefinition>();

/**
 * Appends a line whose definitions are in the database; false where one is not. They are locked until the line is
 * there, so that none is retired meanwhile.
 */
async function appended(
  db: Kysely<Schema>,
  line: Line,
  stored: readonly StoredDefinition[],
): Promise<boolean> {
  const hashes = stored.map(({ hash }) => sql`${hash}`);
  const { rows } = await sql`
    with kept as (select hash from audit_definition where hash in (${sql.join(hashes)}) for key share)
    insert into audit_event (account_id, operator, dataset_id, action, detail)
    select ${line.account_id}::integer, ${line.operator}::text, ${line.dataset_id}::integer, ${line.action}::text,
      ${line.detail}::jsonb
    from (select count(*) as found from kept) as counted where found = ${hashes.length}
    returning id`.execute(db);
  return rows.length > 0;
}
