import { PortalError } from '@atrium/contract/errors/errorCode';
import type {
  Expectation,
  ExpectationView,
  ReportExpectations,
} from '@atrium/contract/wire/reportExpectation';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { findMember, type Member } from '../access/index.ts';
import type { DisclosureLine } from '../audit/index.ts';
import { type LiveRelease, releaseNumber } from '../catalogue/index.ts';
import { countLine, presentCohort, recordCount } from '../cohort/index.ts';
import type { Schema } from '../database/index.ts';
import type { DefinitionDeps } from '../definition/index.ts';
import { disclosed, showsNothing } from '../http/index.ts';
import {
  type Judgement,
  judge,
  judgeExpectations,
  namesSubjects,
  seesSubjectIds,
  stateOf,
} from './expectations.ts';
import type { Judged } from './judged.ts';
import { type OpenReport, openContent, openReport, type ReportDeps, releaseOf } from './openReport.ts';
import { mayChange, visibilityText } from './policy.ts';
import type { ReportRecord } from './reportStore.ts';
import { lockReport, recordReport } from './saveReport.ts';
import { insertVersion, loadContent, storedFigures } from './versions.ts';

const storedOutcomes = z.array(z.object({ isMet: z.boolean().nullable(), wrong: z.array(z.string()) }));

interface JudgementKey {
  readonly report: Pick<ReportRecord, 'id' | 'version'>;
  readonly release: Pick<LiveRelease, 'release' | 'besides'>;
}

interface KeptJudgement extends Judgement {
  readonly judged: Date;
}

/** A judgement with its line in the audit. */
interface ShownJudgement extends KeptJudgement {
  readonly line: DisclosureLine;
}

async function findJudgement(
  db: Kysely<Schema>,
  member: Member,
  { report, release }: JudgementKey,
): Promise<KeptJudgement | null> {
  const row = await db
    .selectFrom('report_judgement')
    .select(['is_met', 'subject_count', 'outcomes', 'judged_at'])
    .where('report_id', '=', report.id)
    .where('version', '=', report.version)
    .where('release_id', '=', releaseNumber(release.release))
    .where('live_release_id', '=', releaseNumber(release.besides))
    .where('visibility', '=', visibilityText(member))
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    isMet: row.is_met,
    count: row.subject_count,
    outcomes: storedOutcomes.parse(row.outcomes),
    judged: row.judged_at,
  };
}

interface ToJudge {
  readonly report: Pick<ReportRecord, 'id' | 'version'>;
  readonly open: OpenReport;
  readonly signal: AbortSignal;
  /** The portal judges by itself, in the name of the creator; default: no. */
  readonly isAutomatic?: boolean;
}

type JudgeDeps = DefinitionDeps;

/** Judges a report with the rights of a member, keeps how it ended, and records it in the audit. */
async function judgeAndKeep(
  deps: JudgeDeps,
  member: Member,
  { report, open, signal, isAutomatic = false }: ToJudge,
): Promise<ShownJudgement> {
  const { cohort } = open;
  const { expectations } = open.content;
  const judgement = await judge(deps, { cohort, expectations, signal });
  const judged = deps.clock();
  const kept = {
    live_release_id: releaseNumber(cohort.release.besides),
    is_met: judgement.isMet,
    subject_count: judgement.count,
    outcomes: JSON.stringify(judgement.outcomes),
    judged_at: judged,
  };
  await deps.db
    .insertInto('report_judgement')
    .values({
      dataset_id: member.datasetId,
      report_id: report.id,
      version: report.version,
      release_id: releaseNumber(cohort.release.release),
      visibility: visibilityText(member),
      ...kept,
    })
    .onConflict((conflict) =>
      conflict.columns(['report_id', 'version', 'release_id', 'visibility']).doUpdateSet(kept),
    )
    .execute();
  const line = await recordCount(deps, member, {
    cohort,
    detail: { ...judgedDetail(report, open, judgement), ...(isAutomatic ? { isAutomatic } : {}) },
  });
  return { ...judgement, judged, line };
}

const judgedDetail = (report: ToJudge['report'], { content }: OpenReport, { count, isMet }: Judgement) => ({
  count,
  report: report.id,
  version: report.version,
  expectations: content.expectations.length,
  isMet,
});

/**
 * Whether a member may see how expectations ended: the creator, and members with the level and groups with which the
 * version was saved (rule 12.17).
 */
async function mayBeTold(db: Kysely<Schema>, member: Member, report: ReportRecord): Promise<boolean> {
  if (mayChange(member, report)) return true;
  const { visibility } = await db
    .selectFrom('report_version')
    .select('visibility')
    .where('report_id', '=', report.id)
    .where('version', '=', report.version)
    .executeTakeFirstOrThrow();
  return visibility === visibilityText(member);
}

interface JudgementRequest {
  readonly report: ReportRecord;
  /** Judges anew where it has been judged already. */
  readonly again: boolean;
  readonly signal: AbortSignal;
}

/**
 * The expectations of a report and how they ended for this member; judged now where they were not judged yet (rule
 * 12.17).
 */
export async function loadExpectations(
  deps: ReportDeps,
  member: Member,
  { report, again, signal }: JudgementRequest,
) {
  const open = await openReport(deps, member, report);
  const { expectations } = open.content;
  const { cohort } = open;
  const { release } = cohort;
  const about = {
    reportId: report.id,
    version: report.version,
    mayChange: mayChange(member, report),
    seesSubjectIds: seesSubjectIds(release),
  };
  const unjudged = { expectations: [], release: null, count: null, judged: null, errors: [] };
  const untold = (state: 'none' | 'hidden'): ReportExpectations => ({ ...about, ...unjudged, state });
  if (expectations.length === 0) return showsNothing(untold('none'));
  if (!(await mayBeTold(deps.db, member, report))) return showsNothing(untold('hidden'));
  const held = again ? null : await findJudgement(deps.db, member, { report, release });
  const judgement: ShownJudgement =
    held === null
      ? await judgeAndKeep(deps, member, { report, open, signal })
      : {
          ...held,
          line: countLine({ cohort, detail: { ...judgedDetail(report, open, held), isKept: true } }),
        };
  const shown: ReportExpectations = {
    ...about,
    state: stateOf(judgement.isMet),
    expectations: expectations.map((expected, index) =>
      presentExpectation(expected, judgement.outcomes[index], about.seesSubjectIds),
    ),
    release: release.release,
    count: judgement.count,
    judged: judgement.judged.toISOString(),
    errors: presentCohort(cohort).errors,
  };
  return disclosed(shown, [judgement.line]);
}

function presentExpectation(
  expected: Expectation,
  outcome: Judgement['outcomes'][number] | undefined,
  seesIds: boolean,
): ExpectationView {
  const isMet = outcome?.isMet ?? null;
  const state = isMet === null ? 'not_run' : isMet ? 'met' : 'not_met';
  if (!namesSubjects(expected)) return { ...expected, subjects: null, named: 0, wrong: null, state };
  const { kind, subjects } = expected;
  const open = { kind, least: null, most: null, named: subjects.length };
  return seesIds
    ? { ...open, subjects, wrong: [...(outcome?.wrong ?? [])], state }
    : { ...open, subjects: null, wrong: null, state: 'not_run' };
}

interface Change extends Pick<JudgementRequest, 'report' | 'signal'> {
  readonly expectations: readonly Expectation[];
  /** The version that the caller has seen. */
  readonly seen: number | undefined;
}

/** Replaces the expectations of a report, as a new version on the same release; returns its number (rule 12.16). */
export async function changeExpectations(
  deps: ReportDeps,
  member: Member,
  { report, expectations: given, seen, signal }: Change,
): Promise<Judged<number>> {
  const open = await openReport(deps, member, report);
  const { content } = open;
  const seesIds = seesSubjectIds(open.cohort.release);
  const judged = judgeExpectations({ given, held: content.expectations, seesIds });
  if ('errors' in judged) return judged;
  const version = await deps.db.transaction().execute(async (transaction) => {
    const last = await lockReport(transaction, report.id, seen ?? report.version);
    const kept = await transaction
      .selectFrom('report_version')
      .select(['subject_count', 'visibility', 'release_id', 'comparison_figures'])
      .where('report_id', '=', report.id)
      .where('version', '=', last)
      .executeTakeFirstOrThrow();
    const isSame = kept.visibility === visibilityText(member);
    await transaction
      .updateTable('report')
      .set({ version: last + 1 })
      .where('id', '=', report.id)
      .execute();
    await insertVersion(transaction, member, {
      reportId: report.id,
      version: last + 1,
      cause: 'expectations',
      content: { ...content, expectations: judged.value },
      releaseId: kept.release_id,
      count: isSame ? kept.subject_count : null,
      figures: isSame ? storedFigures.parse(kept.comparison_figures) : null,
      saved: deps.clock(),
    });
    await recordReport(transaction, member, {
      action: 'report_edit',
      detail: { report: report.id, version: last + 1, expectations: judged.value.length },
    });
    return last + 1;
  });
  if (judged.value.length > 0) {
    const after = { ...open, content: { ...content, expectations: judged.value } };
    const stored = { id: report.id, version };
    await judgeAndKeep(deps, member, { report: stored, open: after, signal }).catch(unlessRefused);
  }
  return { value: version };
}

/** A cohort that cannot be counted now is judged when somebody opens it. */
function unlessRefused(error: unknown): void {
  if (!(error instanceof PortalError)) throw error;
}

/** A report whose expectations are not met on a release. */
export interface UnmetReport {
  readonly id: number;
  readonly name: string;
}

interface Arrived {
  /** The dataset's id in paths. */
  readonly dataset: string;
  readonly signal: AbortSignal;
}

/**
 * Judges the reports of a dataset, each with the rights of its creator (rule 12.17): those that follow the live release,
 * and those that stay on an earlier one, of which the live one may close something (rule 12.19). A report that cannot be
 * judged now is judged when it is opened.
 * @returns those that follow the live release and whose expectations are not met
 */
export async function judgeOnArrival(
  deps: JudgeDeps,
  { dataset, signal }: Arrived,
): Promise<readonly UnmetReport[]> {
  const unmet: UnmetReport[] = [];
  for (const { account_id: accountId, dataset_id: datasetId, ...report } of await listExpecting(
    deps.db,
    dataset,
  )) {
    if (accountId === null) continue;
    const member = await findMember(deps, { accountId, datasetId });
    if (member?.seesSubjects !== true) continue;
    try {
      const content = await loadContent(deps.db, report);
      const open = openContent(content, await releaseOf(deps, member, report));
      const { isMet } = await judgeAndKeep(deps, member, { report, open, signal, isAutomatic: true });
      if (isMet === false && report.releaseChoice === 'latest')
        unmet.push({ id: report.id, name: report.name });
    } catch {
      signal.throwIfAborted();
    }
  }
  return unmet;
}

const listExpecting = (db: Kysely<Schema>, dataset: string) =>
  db
    .selectFrom('report')
    .innerJoin('dataset', 'dataset.id', 'report.dataset_id')
    .innerJoin('report_version', (join) =>
      join
        .onRef('report_version.report_id', '=', 'report.id')
        .onRef('report_version.version', '=', 'report.version'),
    )
    .select(['report.id', 'report.name', 'report.version', 'report.account_id', 'report.dataset_id'])
    .select(['report.release_choice as releaseChoice', 'report_version.release_id as releaseId'])
    .where('dataset.unique_id', '=', dataset)
    .where('report_version.expectations_hash', 'is not', null)
    .orderBy('report.id')
    .execute();
