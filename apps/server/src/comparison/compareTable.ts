import type { ComparisonTable } from '@atrium/contract/endpoints/comparison';
import type { AxisPlan, CohortPlan, Concept } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import { type AnalysisDeps, countCells } from '../analysis/index.ts';
import { disclosed } from '../http/index.ts';
import { axesOf, type TableRequest } from './comparable.ts';
import { compareConcept } from './compareConcept.ts';
import { describeGroups } from './describeGroups.ts';
import { openGroups } from './openGroups.ts';

/** Table 1 for members who see subjects (rules 17.3 to 17.6). */
export async function compareTable(deps: AnalysisDeps, member: Member, request: TableRequest) {
  const { conceptIds } = request;
  const { given, axes, described } = await openTable(deps, member, request);
  const concepts: ComparisonTable['concepts'] = [];
  for (const axis of axes) concepts.push(await compareConcept(axis, given));
  const { inSeveral, groups } = described;
  const table: ComparisonTable = {
    ...{ groups: [...groups], inSeveral, moreGroups: given.moreGroups, concepts, suppression: null },
  };
  return disclosed(table, [described.line({ concepts: conceptIds })]);
}

/** The groups and concepts of a table, and how they are counted. */
export async function openTable(deps: AnalysisDeps, member: Member, request: TableRequest) {
  const { conceptIds, signal } = request;
  const open = await openGroups(deps, member, request);
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
  return { given, axes, described };
}
