import { formatQuantity } from '@atrium/contract/calendar/numerals';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { endAccess, findAccount } from '../access/index.ts';
import { record } from '../audit/index.ts';
import { releaseName } from '../catalogue/index.ts';
import type { Schema } from '../database/index.ts';
import { type By, type ImportDeps, type Operation, recordedBy } from './operation.ts';
import { removeDataset } from './releaseOperations.ts';

/** A kind of row that goes along: its table, its noun, and its plural where an s does not do. */
type Kind = readonly [keyof Schema, string, string?];

const ofAccount: readonly Kind[] = [
  ['membership', 'membership'],
  ['session', 'session'],
  ['api_token', 'token for programs', 'tokens for programs'],
  ['account_identity', 'link to a provider', 'links to a provider'],
  ['passkey', 'passkey'],
  ['ssh_key', 'SSH key'],
  ['snapshot', 'snapshot of a definition', 'snapshots of definitions'],
  ['queue_entry', 'entry of the download queue', 'entries of the download queue'],
  ['download', 'download in the history', 'downloads in the history'],
  ['report_flag', 'flag on a report', 'flags on reports'],
  ['mail', 'mail'],
];

const ofDataset: readonly Kind[] = [
  ['release', 'release'],
  ['membership', 'membership'],
  ['permission_group', 'permission group'],
  ['snapshot', 'snapshot of a definition', 'snapshots of definitions'],
  ['report', 'report'],
  ['project', 'project'],
  ['queue_entry', 'entry of the download queue', 'entries of the download queue'],
  ['download', 'download in the history', 'downloads in the history'],
  ['count_receipt', 'count receipt'],
];

const notDone = 'This was a dry run: nothing is changed.';
const counted = z.array(z.object({ held: z.coerce.number() }));

async function countOf(db: Kysely<Schema>, table: string, column: string, id: number): Promise<number> {
  const { rows } = await sql`select count(*) as held from ${sql.table(table)}
    where ${sql.ref(column)} = ${id}`.execute(db);
  return counted.parse(rows)[0]?.held ?? 0;
}

/** What lies in the tables of these kinds, as `3 sessions`; kinds without a row are left out. */
async function held(
  db: Kysely<Schema>,
  kinds: readonly Kind[],
  owner: { readonly column: string; readonly id: number },
): Promise<string> {
  const found: string[] = [];
  for (const [table, noun, plural] of kinds) {
    const count = await countOf(db, table, owner.column, owner.id);
    if (count > 0) found.push(formatQuantity(count, noun, plural));
  }
  return found.length === 0 ? 'nothing else' : found.join(', ');
}

/**
 * Deletes an account with all that is its own, and says what that is. Lines of the audit, accepted agreements and reports
 * stay (rule 15.55).
 */
export async function deleteUser(
  { db }: Pick<ImportDeps, 'db'>,
  { username, dryRun }: Extract<Operation, { kind: 'deleteUser' }>,
  by: By,
): Promise<readonly string[]> {
  return db.transaction().execute(async (transaction) => {
    const account = await findAccount(transaction, username);
    if (account === undefined) throw new PortalError('not_found', `There is no account ${username}.`);
    const owner = { column: 'account_id', id: account.id };
    const goes = await held(transaction, ofAccount, owner);
    const reports = await countOf(transaction, 'report', 'account_id', account.id);
    const keys = await transaction
      .selectFrom('ssh_key')
      .select(['name', 'fingerprint'])
      .where('account_id', '=', account.id)
      .orderBy('id')
      .execute();
    const lines = [
      `With the account ${account.username} ${dryRun ? 'would go' : 'went'}: ${goes}.`,
      ...(reports === 0
        ? []
        : [
            `${formatQuantity(reports, 'report')} of the account stay${reports === 1 ? 's' : ''} without a creator; "atrium report give" hands them on.`,
          ]),
      ...keys.map(
        ({ name, fingerprint }) => `Take the SSH key "${name}" (${fingerprint}) out of the transfer server.`,
      ),
      'The audit and what the account has agreed to stay.',
    ];
    if (dryRun) return [...lines, notDone];
    await endAccess(transaction, { accountId: account.id, endsTokens: true });
    const detail = { account: account.id, username: account.username, isStaff: account.isStaff };
    await record(transaction, { ...recordedBy(by), action: 'account_remove', detail });
    await transaction.deleteFrom('account').where('id', '=', account.id).execute();
    return [`The account ${account.username} is deleted.`, ...lines];
  });
}

/** Deletes a dataset, and says what goes along and how much of the disk (rule 15.55). */
export async function deleteDataset(
  deps: ImportDeps,
  { dataset, dryRun }: Extract<Operation, { kind: 'deleteDataset' }>,
  by: By,
): Promise<readonly string[]> {
  const row = await deps.db
    .selectFrom('dataset')
    .select('id')
    .where('unique_id', '=', dataset)
    .executeTakeFirst();
  if (row === undefined) throw new PortalError('not_found', `There is no dataset ${dataset}.`);
  const goes = await held(deps.db, ofDataset, { column: 'dataset_id', id: row.id });
  const kept = new Set(await deps.releases.list());
  const releases = await deps.db
    .selectFrom('release')
    .select('id')
    .where('dataset_id', '=', row.id)
    .execute();
  const withData = releases.filter(({ id }) => kept.has(releaseName(id))).length;
  const lines = [
    `With the dataset ${dataset} ${dryRun ? 'would go' : 'went'}: ${goes}.`,
    `${formatQuantity(withData, 'release')} ${withData === 1 ? 'has' : 'have'} data in the warehouse.`,
    'The audit, the log of imports and files below the storage stay.',
  ];
  if (dryRun) return [...lines, notDone];
  await removeDataset(deps, { dataset, typed: dataset }, by);
  return [`The dataset ${dataset} is deleted.`, ...lines];
}
