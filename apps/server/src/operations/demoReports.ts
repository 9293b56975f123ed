import { msPerDay } from '@atrium/contract/calendar/dayNumbers';
import { daysOfCalendarYear } from '@atrium/contract/calendar/days';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { DemoName } from '@atrium/demo';
import type { Kysely } from 'kysely';
import { findMember, type Member } from '../access/index.ts';
import type { Schema } from '../database/index.ts';
import { noMail } from '../mail/index.ts';
import { countedNow, judgeOnArrival, reportContentWire, saveNew, setFlag } from '../report/index.ts';
import type { ImportDeps } from './operation.ts';

type Username = 'researcher' | 'curator';

/** A report of the demo; its definitions are in the spelling of the wire. */
interface DemoReport {
  readonly dataset: DemoName;
  readonly creator: Username;
  readonly name: string;
  readonly description: string | null;
  readonly project: string | null;
  readonly isPublic?: boolean;
  readonly sharedWith?: readonly Username[];
  readonly flaggedBy?: readonly Username[];
  readonly cohort: readonly object[];
  readonly columns: readonly string[];
  readonly analysis?: { readonly rows: readonly string[]; readonly cols: readonly string[] };
  readonly expectations?: readonly object[];
  /** It was saved on a release before the first one, which had a concept that is gone since. */
  readonly isOlder?: boolean;
}

const choice = (concept_id: string, ...categories: readonly (string | boolean)[]) => ({
  entry_id: concept_id,
  concept_id,
  categories,
});
const upTo = (concept_id: string, max: number) => ({
  entry_id: concept_id,
  concept_id,
  min: null,
  max,
  include_null_and_missing: false,
});
const set = (collection_id: string, ...list: readonly object[]) => ({
  entry_type: 'criteria_set',
  entry_id: collection_id,
  collection_id,
  list,
});

/** Of each account that may have reports: private, shared, public, flagged, with and without a project, and a broken one. */
const demoReports: readonly DemoReport[] = [
  {
    dataset: 'default',
    creator: 'researcher',
    name: 'Girls with a complete trio',
    description: 'Probands whose parents have both enrolled, for the segregation analysis.',
    project: null,
    cohort: [set('participant', choice('sex', 'Female'), choice('has_complete_trio', true))],
    columns: ['participant_id', 'sex', 'birth_weight'],
  },
  {
    dataset: 'default',
    creator: 'researcher',
    name: 'Light at birth, with a Glenn',
    description: 'For the call in March. The expectations say what we counted when we planned the study.',
    project: 'Single ventricle',
    sharedWith: ['curator'],
    flaggedBy: ['researcher'],
    cohort: [
      set('participant', upTo('birth_weight', 2500)),
      set('surgery', choice('surgery_procedure', 'Bidirectional Glenn')),
    ],
    columns: ['participant_id', 'sex', 'birth_weight'],
    expectations: [
      { kind: 'count', least: 1, most: null },
      { kind: 'count', least: null, most: 5000 },
    ],
  },
  {
    dataset: 'default',
    creator: 'researcher',
    name: 'Vital status by sex',
    description: 'A cross-tab for the newsletter.',
    project: 'Newsletter',
    isPublic: true,
    flaggedBy: ['curator'],
    cohort: [set('participant', choice('role', 'Proband'))],
    columns: ['participant_id', 'sex', 'vital_status'],
    analysis: { rows: ['vital_status'], cols: ['sex'] },
  },
  {
    dataset: 'default',
    creator: 'researcher',
    name: 'Enrolled before consent was renewed',
    description:
      'Made on the release before this one, which told the version of the consent. This one does not.',
    project: null,
    cohort: [set('participant', choice('sex', 'Female'), choice('consent_version', '2019'))],
    columns: ['participant_id', 'sex'],
    expectations: [{ kind: 'count', least: 200, most: 260 }],
    isOlder: true,
  },
  {
    dataset: 'default',
    creator: 'curator',
    name: 'Everyone, as a start',
    description: null,
    project: 'Newsletter',
    isPublic: true,
    flaggedBy: ['researcher'],
    cohort: [],
    columns: ['participant_id', 'sex', 'role'],
  },
  {
    dataset: 'default',
    creator: 'curator',
    name: 'Records to be checked at the hospitals',
    description: 'Asks for record numbers, which members without protected data may not use.',
    project: 'Data quality',
    sharedWith: ['researcher'],
    cohort: [
      set('participant', {
        entry_id: 'medical_record_number',
        concept_id: 'medical_record_number',
        terms: ['MRN'],
        include_null_and_missing: true,
      }),
    ],
    columns: ['participant_id', 'medical_record_number'],
  },
  {
    dataset: 'registry',
    creator: 'researcher',
    name: 'Diagnosed before birth',
    description: null,
    project: 'Fetal diagnosis',
    isPublic: true,
    cohort: [set('patient', choice('reg_fetal_diagnosis', true))],
    columns: ['reg_sex', 'reg_anatomy'],
  },
  {
    dataset: 'registry',
    creator: 'curator',
    name: 'Women of the registry',
    description: 'A first look.',
    project: null,
    flaggedBy: ['curator'],
    cohort: [set('patient', choice('reg_sex', 'F'))],
    columns: ['reg_sex', 'reg_status'],
  },
];

const fields = (conceptIds: readonly string[]) =>
  conceptIds.map((concept_id) => ({ entry_id: `of_${concept_id}`, concept_id }));

/** Makes the reports of the demo accounts where the datasets have none yet. */
export async function addDemoReports(deps: ImportDeps, signal: AbortSignal): Promise<void> {
  if (await hasReports(deps.db)) return;
  const saving = { ...deps, clock: () => new Date(), mails: noMail, publicUrl: null };
  for (const report of demoReports) {
    const member = await memberOf(saving, report.dataset, report.creator);
    const content = reportContentWire.parse({
      cohort: report.cohort,
      table: { fields: fields(report.columns) },
      analysis: report.analysis
        ? { rows: fields(report.analysis.rows), cols: fields(report.analysis.cols) }
        : null,
      expectations: report.expectations ?? [],
    });
    const counted = await countedNow(saving, member, { content, signal });
    const older = report.isOlder === true ? await anOlderRelease(deps.db, member) : {};
    const id = await saveNew(saving, member, {
      draft: await draftOf(saving, report),
      counted: { ...counted, ...older },
    });
    for (const username of report.flaggedBy ?? []) {
      const { account } = await memberOf(saving, report.dataset, username);
      await setFlag(deps.db, { reportId: id, accountId: account.id, isFlagged: true });
    }
  }
  await judgeOnArrival(saving, { dataset: 'default', signal });
}

const hasReports = async (db: Kysely<Schema>): Promise<boolean> =>
  (await db.selectFrom('report').select('id').limit(1).executeTakeFirst()) !== undefined;

interface MemberDeps {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
}

async function memberOf(deps: MemberDeps, dataset: DemoName, username: Username): Promise<Member> {
  const row = await deps.db
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.account_id')
    .innerJoin('dataset', 'dataset.id', 'membership.dataset_id')
    .select(['membership.account_id', 'membership.dataset_id'])
    .where('account.username', '=', username)
    .where('dataset.unique_id', '=', dataset)
    .executeTakeFirst();
  const member = row && (await findMember(deps, { accountId: row.account_id, datasetId: row.dataset_id }));
  if (!member) throw new PortalError('not_found', `${username} is no member of ${dataset}.`);
  return member;
}

async function draftOf(deps: MemberDeps, { name, description, project, ...report }: DemoReport) {
  const shareWith: number[] = [];
  for (const username of report.sharedWith ?? [])
    shareWith.push((await memberOf(deps, report.dataset, username)).membershipId);
  return {
    name,
    description,
    project: project === null ? { kind: 'none' as const } : { kind: 'named' as const, name: project },
    isPublic: report.isPublic ?? false,
    shareWith,
  };
}

/** A release of which only its line is left: it was replaced and is not kept. */
async function anOlderRelease(db: Kysely<Schema>, { datasetId }: Member) {
  const yearMs = daysOfCalendarYear * msPerDay;
  const finished = new Date(Date.now() - yearMs);
  const { id } = await db
    .insertInto('release')
    .values({
      dataset_id: datasetId,
      state: 'retired',
      package_version: 'of the year before',
      finished_at: finished,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { releaseId: id, count: 231, saved: finished };
}
