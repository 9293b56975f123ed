import { type ComparedConcept, type ComparisonTable, maxGroups } from '@atrium/contract/endpoints/comparison';
import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import type { AxisLabel } from '@atrium/contract/wire/analysis';
import type { ShownCount } from '@atrium/contract/wire/statistics';
import { type AxisConcept, notSet, type ShownCrossTab, withheldMark } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import { type AnalysisDeps, noteOf, smallCountThreshold } from '../analysis/index.ts';
import type { DisclosureLine } from '../audit/index.ts';
import { openLiveRelease } from '../catalogue/index.ts';
import { disclosed } from '../http/index.ts';
import { axesOf, requireGrouping, type TableRequest } from './comparable.ts';
import { maxListedValues } from './compareConcept.ts';

/**
 * Table 1 for members who see aggregates only (rule 17.7): the cross-tab of each concept with the one that makes the
 * groups, over everyone and after suppression, and nothing that is not a cell of it.
 */
export async function tableForAggregates(
  deps: AnalysisDeps,
  member: Member,
  { choices, conceptIds, report, signal }: TableRequest,
) {
  if (report !== undefined) throw new PortalError('not_found', 'There is no such report.');
  const [choice, more] = choices;
  if (choice?.kind !== 'values' || choice.of !== 'everyone' || more !== undefined)
    throw fieldRefusal(
      'bad_request',
      'groups',
      'your access compares the values of one concept, of everyone',
    );
  const release = await openLiveRelease(deps, member);
  requireGrouping(release, choice.conceptId);
  const threshold = await smallCountThreshold(deps, member);
  const cols = axesOf(release, [choice.conceptId]);
  const ask = (rows: readonly AxisConcept[]) =>
    deps.forAggregates({ rows, cols }, { release, threshold, signal });
  const totals = await ask([]);
  const mark = withheldMark(threshold);
  const { listed, moreGroups } = groupsIn(totals, mark);
  const names = listed.map(({ title }) => title);
  const concepts: ComparedConcept[] = [];
  for (const axis of axesOf(release, conceptIds)) {
    if (axis.concept.id === choice.conceptId) continue;
    concepts.push(present(axis, await ask([axis]), { names, mark }));
  }
  const table: ComparisonTable = {
    groups: listed.map((group) => ({ ...group, cohortReceipt: null })),
    ...{ inSeveral: 0, moreGroups, concepts, suppression: noteOf(threshold) },
  };
  const line: DisclosureLine = {
    action: 'comparison',
    detail: {
      release: release.release,
      groups: names.length,
      compared: 'concepts',
      overEveryone: true,
    },
    recordedQuery: {
      comparison: {
        definition: { groups: [{ values: choice.conceptId }], concepts: [...conceptIds] },
        description: `Groups: values of ${choice.conceptId}`,
      },
    },
  };
  return disclosed(table, [line]);
}

/** The values that may be named, those with most subjects first; none of them is without a value. */
function groupsIn({ columns, data }: ShownCrossTab, mark: string) {
  const named = columns
    .map((label, index) => ({ title: String(label), count: data[0]?.[index] ?? mark }))
    .filter(({ title }) => title !== notSet);
  const size = ({ count }: (typeof named)[number]): number => (typeof count === 'number' ? count : 0);
  const listed = named.toSorted((a, b) => size(b) - size(a)).slice(0, maxGroups);
  return { listed, moreGroups: named.length - listed.length };
}

interface Groups {
  readonly names: readonly string[];
  readonly mark: string;
}

/** The cells by group; a row or column that is not named is hidden. */
function present({ concept }: AxisConcept, tab: ShownCrossTab, { names, mark }: Groups): ComparedConcept {
  const columns = names.map((name) => tab.columns.findIndex((label) => String(label) === name));
  const cellsOf = (row: number): ShownCount[] => columns.map((column) => tab.data[row]?.[column] ?? mark);
  const labels: readonly (AxisLabel | readonly AxisLabel[])[] = tab.index;
  const rows = labels.map((label, index) => ({ label: String(label), subjects: cellsOf(index) }));
  const values = rows.filter(({ label }) => label !== notSet);
  const missing = rows.find(({ label }) => label === notSet);
  return {
    ...{ conceptId: concept.id, title: concept.title, unit: concept.unit, kind: 'values' },
    ...{ numbers: null, known: null, difference: null, tests: [] },
    values: values.slice(0, 2 * maxListedValues),
    moreValues: Math.max(0, values.length - 2 * maxListedValues),
    missing: missing?.subjects ?? names.map(() => mark),
  };
}
