import { createHash } from 'node:crypto';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Agreement } from '@atrium/contract/wire/agreement';
import type { Kysely, Transaction } from 'kysely';
import { record } from '../audit/index.ts';
import type { Schema } from '../database/schema.ts';
import type { Member } from './account.ts';

/** A version of the data-use agreement of a dataset. */
export interface NewAgreement {
  readonly version: string;
  /** Markdown. */
  readonly text: string;
}

/** An agreement as the audit and the command line name it. */
export interface AgreementInForce {
  readonly datasetId: number;
  readonly agreement: number;
  readonly version: string;
  readonly textHash: string;
}

/** The limits of a version and a text, the same for the command line and for staff. */
const versionForm = /^[A-Za-z0-9._-]{1,60}$/;
const maxText = 200_000;

const hashOfText = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Locks a dataset, by its id in paths, until the transaction ends; refuses with not_found. */
async function lockDataset(transaction: Transaction<Schema>, uniqueId: string): Promise<number> {
  const row = await transaction
    .selectFrom('dataset')
    .select('id')
    .where('unique_id', '=', uniqueId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new PortalError('not_found', `There is no dataset ${uniqueId}.`);
  return row.id;
}

/**
 * Puts an agreement in force, which every member accepts anew unless they have accepted this version before. Refuses
 * with bad_request an invalid version or text, and with conflict a version that already has another text. The caller
 * records it in the same transaction.
 */
export async function putAgreement(
  transaction: Transaction<Schema>,
  uniqueId: string,
  { version, text }: NewAgreement,
): Promise<AgreementInForce> {
  if (!versionForm.test(version))
    throw new PortalError('bad_request', 'A version has letters, digits, . _ and - only, at most 60.');
  if (text.trim() === '' || text.length > maxText)
    throw new PortalError('bad_request', `The text of an agreement has 1 to ${maxText} characters.`);
  const datasetId = await lockDataset(transaction, uniqueId);
  const textHash = hashOfText(text);
  await transaction
    .insertInto('dataset_agreement')
    .values({ dataset_id: datasetId, version, text, text_hash: textHash })
    .onConflict((conflict) => conflict.columns(['dataset_id', 'version']).doNothing())
    .execute();
  const stored = await transaction
    .selectFrom('dataset_agreement')
    .select(['id', 'text_hash'])
    .where('dataset_id', '=', datasetId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  if (stored.text_hash !== textHash)
    throw new PortalError(
      'conflict',
      `Version ${version} has another text. Give the new text a new version.`,
    );
  await transaction
    .updateTable('dataset')
    .set({ agreement_id: stored.id })
    .where('id', '=', datasetId)
    .execute();
  return { datasetId, agreement: stored.id, version, textHash };
}

/** Takes the agreement of a dataset out of force; its versions and acceptances are kept. Returns the dataset. */
export async function withdrawAgreement(transaction: Transaction<Schema>, uniqueId: string): Promise<number> {
  const datasetId = await lockDataset(transaction, uniqueId);
  await transaction.updateTable('dataset').set({ agreement_id: null }).where('id', '=', datasetId).execute();
  return datasetId;
}

type Reader = Pick<Member, 'account' | 'datasetId' | 'uniqueId'>;

const findInForce = (db: Kysely<Schema>, { account, datasetId }: Reader) =>
  db
    .selectFrom('dataset')
    .innerJoin('dataset_agreement', 'dataset_agreement.id', 'dataset.agreement_id')
    .leftJoin('agreement_acceptance', (join) =>
      join
        .onRef('agreement_acceptance.agreement_id', '=', 'dataset_agreement.id')
        .on('agreement_acceptance.account_id', '=', account.id),
    )
    .select([
      'dataset_agreement.id',
      'dataset_agreement.version',
      'dataset_agreement.text',
      'dataset_agreement.text_hash',
      'agreement_acceptance.accepted_at',
    ])
    .where('dataset.id', '=', datasetId);

/** The agreement in force for a member, and when they accepted it; null where the dataset has none. */
export async function loadAgreement(db: Kysely<Schema>, reader: Reader): Promise<Agreement | null> {
  const row = await findInForce(db, reader).executeTakeFirst();
  if (row === undefined) return null;
  const { version, text, text_hash: textHash, accepted_at: at } = row;
  return { version, text, textHash, acceptedAt: at?.toISOString() ?? null };
}

/**
 * Stores for ever that a member accepted the agreement, and records it in the audit once (rule 8.19). Refuses with
 * conflict where another one is in force than the member was shown.
 */
export async function acceptAgreement(
  { db, clock }: { readonly db: Kysely<Schema>; readonly clock: () => Date },
  reader: Reader,
  shown: Pick<Agreement, 'version' | 'textHash'>,
): Promise<void> {
  const { account, datasetId, uniqueId } = reader;
  await db.transaction().execute(async (transaction) => {
    const inForce = await findInForce(transaction, reader).forShare('dataset').executeTakeFirst();
    if (inForce === undefined || inForce.version !== shown.version || inForce.text_hash !== shown.textHash)
      throw new PortalError('conflict', 'The agreement has changed. Please read the new version.');
    const { id: agreement, version, text_hash: textHash } = inForce;
    const made = await transaction
      .insertInto('agreement_acceptance')
      .values({
        account_id: account.id,
        username: account.username,
        agreement_id: agreement,
        dataset: uniqueId,
        version,
        text_hash: textHash,
        accepted_at: clock(),
      })
      .onConflict((conflict) => conflict.columns(['account_id', 'agreement_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made === undefined) return;
    const detail = { agreement, version, textHash };
    await record(transaction, { accountId: account.id, datasetId, action: 'agreement_accept', detail });
  });
}

/** Who accepted which version of the agreement of a dataset, by its id in paths, in the order of time. */
export const listAcceptances = (db: Kysely<Schema>, uniqueId: string) =>
  db
    .selectFrom('agreement_acceptance')
    .select(['accepted_at as at', 'username', 'account_id as accountId', 'version', 'text_hash as textHash'])
    .where('dataset', '=', uniqueId)
    .orderBy('id')
    .execute();
