import type { Kysely } from 'kysely';
import type { Member } from '../access/index.ts';
import type { Schema } from '../database/index.ts';
import { reportShared } from '../mail/index.ts';
import type { ReportDeps } from './openReport.ts';

interface Added {
  readonly member: Member;
  readonly reportId: number;
  /** Memberships with which the report is shared now and was not before. */
  readonly added: readonly number[];
}

/**
 * Puts a mail to each of them into the queue, in the transaction that shares the report (rule 12.12). A portal that does
 * not know its address for people sends none: a mail leads to the report.
 */
export async function tellSharees(
  { mails, publicUrl }: Pick<ReportDeps, 'mails' | 'publicUrl'>,
  transaction: Kysely<Schema>,
  { member, reportId, added }: Added,
): Promise<void> {
  if (publicUrl === null || added.length === 0) return;
  const { name, dataset } = await transaction
    .selectFrom('report')
    .innerJoin('dataset', 'dataset.id', 'report.dataset_id')
    .where('report.id', '=', reportId)
    .select(['report.name', 'dataset.name as dataset'])
    .executeTakeFirstOrThrow();
  const people = await transaction
    .selectFrom('membership')
    .where('id', 'in', [...added])
    .select('account_id')
    .orderBy('id')
    .execute();
  for (const { account_id: accountId } of people)
    await mails.enqueue(
      transaction,
      reportShared({
        accountId,
        report: { id: reportId, name },
        dataset: { uniqueId: member.uniqueId, name: dataset },
        sharedBy: member.account.fullName || member.account.username,
        publicUrl,
      }),
      { by: member.account.id },
    );
}
