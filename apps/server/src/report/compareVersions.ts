import type { SavedComparison } from '@atrium/contract/endpoints/savedComparison';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { type ReportPart, reportParts, type VersionComparison } from '@atrium/contract/wire/reportVersion';
import { plainText } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import { presentAnalysis } from '../analysis/index.ts';
import type { LiveRelease } from '../catalogue/index.ts';
import { countLine, countSubjects, inOneLine, presentCohort } from '../cohort/index.ts';
import { disclosed, showsNothing } from '../http/index.ts';
import { presentTable } from '../table/index.ts';
import { comparisonLines, openable } from './comparisonLines.ts';
import { describeExpectation, seesSubjectIds } from './expectations.ts';
import { type OpenReport, openContent, type ReportDeps, releaseOf } from './openReport.ts';
import type { ReportRecord } from './reportStore.ts';
import { countedNow, lockReport, recordReport } from './saveReport.ts';
import { insertVersion, listVersions, loadContent } from './versions.ts';

type Change = VersionComparison['changes'][number];

/** The definitions of a report, line by line in words; the filters of a set name their set. */
function linesOf({
  content,
  cohort,
  table,
  analysis,
}: OpenReport): Readonly<Record<ReportPart, readonly string[]>> {
  const words = (html: string): string => inOneLine(plainText(html));
  const sets = presentCohort(cohort).criteriaSets;
  const conditions = sets.flatMap((set) => {
    const filters = set.entries.map((entry) =>
      'kind' in entry
        ? entry.entries.map(({ label }) => `(${words(label)})`).join(' OR ')
        : words(entry.label),
    );
    if (set.isRootCollection === true) return filters;
    const heading = words(set.label).replace(/ where:$/, '');
    const rule = set.eventRuleLabel === undefined ? [] : [words(set.eventRuleLabel)];
    return [heading, ...[...rule, ...filters].map((filter) => `${heading} where: ${filter}`)];
  });
  const groups = new Set(sets.flatMap(({ orGroupId }) => orGroupId ?? []));
  const alternatives = [...groups].map((group) => {
    const some = sets.filter(({ orGroupId }) => orGroupId === group);
    return `One of: ${some.map((set) => words(set.criteriaSetName ?? set.label)).join(', ')}`;
  });
  const { extended } = presentTable(table);
  const axes = analysis === null ? { rows: [], cols: [] } : presentAnalysis(analysis).extended;
  return {
    cohort: [...conditions, ...alternatives],
    table: [
      ...extended.fields.map(({ label }) => `Column: ${inOneLine(label)}`),
      ...extended.sort.map(
        ({ label, direction }) =>
          `Sorted by ${inOneLine(label)}, ${direction === 1 ? 'ascending' : 'descending'}`,
      ),
    ],
    analysis: [
      ...axes.rows.map(({ label }) => `Rows: ${inOneLine(label)}`),
      ...axes.cols.map(({ label }) => `Columns: ${inOneLine(label)}`),
    ],
    expectations: content.expectations.map((expected) =>
      describeExpectation(expected, {
        seesIds: seesSubjectIds(cohort.release),
        root: cohort.release.lookup.root,
      }),
    ),
    comparison: linesOfComparison(content.comparison, cohort.release),
  };
}

/** None of a comparison with a part that the member may not use. */
function linesOfComparison(kept: SavedComparison | null, release: LiveRelease): readonly string[] {
  const comparison = kept === null ? null : openable(kept, release).comparison;
  return comparison === null ? [] : comparisonLines(comparison, release);
}

/** The lines of `lines` that `others` has not, each as often as it is missing. */
function missingFrom(others: readonly string[], lines: readonly string[]): readonly string[] {
  const left = [...others];
  return lines.filter((line) => {
    const index = left.indexOf(line);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

function changesBetween(before: OpenReport, after: OpenReport): Change[] {
  const [was, is] = [linesOf(before), linesOf(after)];
  return reportParts.flatMap((part): Change[] => [
    ...missingFrom(is[part], was[part]).map((text) => ({ part, change: 'removed' as const, text })),
    ...missingFrom(was[part], is[part]).map((text) => ({ part, change: 'added' as const, text })),
  ]);
}

interface Compared {
  readonly report: ReportRecord;
  readonly before: number;
  readonly after: number;
  readonly signal: AbortSignal;
}

/** Compares two versions of a report on the release that the report runs on, so that only definitions differ (rule 12.9). */
export async function compareVersions(
  deps: ReportDeps,
  member: Member,
  { report, signal, ...numbers }: Compared,
) {
  const versions = await listVersions(deps.db, member, report);
  const find = (number: number) => {
    const version = versions.find((one) => one.version === number);
    if (version === undefined) throw new PortalError('not_found', 'There is no such version.');
    return version;
  };
  const [before, after] = [find(numbers.before), find(numbers.after)];
  const release = await releaseOf(deps, member, report);
  const open = async (version: number) =>
    openContent(await loadContent(deps.db, { id: report.id, version }), release);
  const [was, is] = [await open(before.version), await open(after.version)];
  const count = async (version: number, { cohort }: OpenReport) => {
    if (cohort.checked.kind === 'broken') return { subjects: null, lines: [] };
    const subjects = await countSubjects(deps, cohort, signal);
    return {
      subjects,
      lines: [countLine({ cohort, detail: { count: subjects, report: report.id, version } })],
    };
  };
  const counted = [await count(before.version, was), await count(after.version, is)] as const;
  const comparison: VersionComparison = {
    before,
    after,
    changes: changesBetween(was, is),
    release: release.release,
    countBefore: counted[0].subjects,
    countAfter: counted[1].subjects,
  };
  const [first, ...others] = counted.flatMap(({ lines }) => lines);
  return first === undefined ? showsNothing(comparison) : disclosed(comparison, [first, ...others]);
}

/** Saves the definitions of an earlier version as a new one; returns its number (rule 12.9). */
export async function restoreVersion(
  deps: ReportDeps,
  member: Member,
  { report, version, signal }: Pick<Compared, 'report' | 'signal'> & { readonly version: number },
): Promise<number> {
  const content = await loadContent(deps.db, { id: report.id, version });
  const counted = await countedNow(deps, member, { content, signal });
  return deps.db.transaction().execute(async (transaction) => {
    const next = (await lockReport(transaction, report.id, report.version)) + 1;
    await transaction.updateTable('report').set({ version: next }).where('id', '=', report.id).execute();
    await insertVersion(transaction, member, {
      reportId: report.id,
      version: next,
      cause: 'restored',
      restored: version,
      ...counted,
    });
    await recordReport(transaction, member, {
      action: 'report_edit',
      detail: { report: report.id, version: next, restored: version, count: counted.count },
    });
    return next;
  });
}
