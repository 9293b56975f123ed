import { fieldRefusal } from '@atrium/contract/errors/errorCode';
import { type Kysely, sql } from 'kysely';
import type { Schema, SnapshotKind } from '../database/schema.ts';

/** Identifies an edit that may be sent twice: the key that its caller chose, and a hash of the edit. */
export interface EditKey {
  readonly key: string;
  /** SHA-256 of the body. */
  readonly requestHash: string;
}

interface DefinitionKey {
  readonly accountId: number;
  readonly datasetId: number;
  readonly kind: SnapshotKind;
}

/** The record of an edit that was made. */
export interface MadeEdit {
  readonly entryId?: string;
}

/** Finds the edit that was made under the key; refuses with bad_request where the key was used for another one. */
export async function findMadeEdit(
  db: Kysely<Schema>,
  { accountId, datasetId, kind }: DefinitionKey,
  { key, requestHash }: EditKey,
): Promise<MadeEdit | undefined> {
  const row = await db
    .selectFrom('edit_receipt')
    .select(['request_hash', 'entry_id'])
    .where('account_id', '=', accountId)
    .where('dataset_id', '=', datasetId)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.request_hash !== requestHash)
    throw fieldRefusal('bad_request', 'idempotency-key', 'it was used for another edit');
  return row.entry_id === null ? {} : { entryId: row.entry_id };
}

/** Remembers an edit for a day, in the transaction that makes it; older ones of the history are forgotten. */
export async function storeMadeEdit(
  db: Kysely<Schema>,
  { accountId, datasetId, kind }: DefinitionKey,
  { key, requestHash, entryId }: EditKey & MadeEdit,
): Promise<void> {
  await db
    .deleteFrom('edit_receipt')
    .where('account_id', '=', accountId)
    .where('dataset_id', '=', datasetId)
    .where('kind', '=', kind)
    .where('made_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
  await db
    .insertInto('edit_receipt')
    .values({
      account_id: accountId,
      dataset_id: datasetId,
      kind,
      key,
      request_hash: requestHash,
      entry_id: entryId ?? null,
    })
    .execute();
}
