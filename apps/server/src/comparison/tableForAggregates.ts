import type { ComparedConcept, ComparisonTable } from '@atrium/contract/endpoints/comparison';
import type { AxisLabel } from '@atrium/contract/wire/analysis';
import type { ShownCount } from '@atrium/contract/wire/statistics';
import { type AxisConcept, notSet, type ShownCrossTab } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import { type AnalysisDeps, noteOf } from '../analysis/index.ts';
import { disclosed } from '../http/index.ts';
import { axesOf, type TableRequest } from './comparable.ts';
import { maxListedValues } from './compareConcept.ts';
import { openGroupsForAggregates } from './groupsForAggregates.ts';

/**
 * Table 1 for members who see aggregates only (rule 17.7): the cross-tab of each concept with the one that makes the
 * groups, over everyone and after suppression, and nothing that is not a cell of it.
 */
export async function tableForAggregates(deps: AnalysisDeps, member: Member, request: TableRequest) {
  const { conceptIds, signal } = request;
  const open = await openGroupsForAggregates(deps, member, request);
  const { release, threshold, mark, cols, listed, moreGroups } = open;
  const names = listed.map(({ title }) => title);
  const concepts: ComparedConcept[] = [];
  for (const axis of axesOf(release, conceptIds)) {
    if (axis.concept.id === open.concept.id) continue;
    const tab = await deps.forAggregates({ rows: [axis], cols }, { release, threshold, signal });
    concepts.push(present(axis, tab, { names, mark }));
  }
  const table: ComparisonTable = {
    groups: listed.map(({ title, count }) => ({ title, count, cohortReceipt: null })),
    ...{ inSeveral: 0, moreGroups, concepts, suppression: noteOf(threshold) },
  };
  return disclosed(table, [open.line('concepts', { concepts: [...conceptIds] })]);
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
