import type { ComparisonTable, GroupChoice } from '@atrium/contract/endpoints/comparison';
import type { AxisPlan, CohortPlan, Concept } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import { type AnalysisDeps, countCells } from '../analysis/index.ts';
import { disclosed } from '../http/index.ts';
import { axesOf } from './comparable.ts';
import { compareConcept } from './compareConcept.ts';
import { describeGroups } from './describeGroups.ts';
import { openGroups } from './openGroups.ts';
import { tableForAggregates } from './tableForAggregates.ts';

export interface TableRequest {
  readonly choices: readonly GroupChoice[];
  readonly conceptIds: readonly string[];
  readonly signal: AbortSignal;
}

/** Lays concepts side by side in groups of subjects (chapter 17). */
export async function compareTable(deps: AnalysisDeps, member: Member, request: TableRequest) {
  if (!member.seesSubjects) return await tableForAggregates(deps, member, request);
  const { choices, conceptIds, signal } = request;
  const open = await openGroups(deps, member, { choices, signal });
  const { release } = open;
  const counts = countCells(deps, release, signal);
  const axes = await counts.axis(axesOf(release, conceptIds));
  const described = await describeGroups(deps, member, { open, signal });
  const given = {
    ...open,
    sizes: described.sizes,
    areApart: described.inSeveral === 0,
    cells: (axis: AxisPlan, plan: CohortPlan) => counts.cells([axis], plan),
    countMissing: async (concept: Concept, plan: CohortPlan) => {
      const question = { kind: 'missing', concept, population: { plan, prefilter: null } } as const;
      const [row] = await deps.questions.ask(question, release, { signal });
      return Number(row?.['subjects'] ?? 0);
    },
  };
  const concepts: ComparisonTable['concepts'] = [];
  for (const axis of axes) concepts.push(await compareConcept(axis, given));
  const { inSeveral, groups } = described;
  const { moreGroups } = open;
  const table: ComparisonTable = {
    ...{ groups: [...groups], inSeveral, moreGroups, concepts, suppression: null },
  };
  return disclosed(table, [described.line({ concepts: conceptIds })]);
}
