import { maxGroups } from '@atrium/contract/endpoints/comparison';
import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import type { AxisLabel } from '@atrium/contract/wire/analysis';
import type { ShownCount } from '@atrium/contract/wire/statistics';
import { type AxisConcept, type Concept, notSet, type ShownCrossTab, withheldMark } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import { type AnalysisDeps, smallCountThreshold } from '../analysis/index.ts';
import type { DisclosureLine } from '../audit/index.ts';
import { type LiveRelease, openLiveRelease } from '../catalogue/index.ts';
import type { GroupsRequest } from './comparable.ts';
import { axesOf, requireGrouping } from './comparable.ts';

interface ShownGroup {
  readonly title: string;
  readonly label: AxisLabel;
  readonly count: ShownCount;
}

/** The groups of members who see aggregates only (rule 17.7). */
export interface GroupsForAggregates {
  readonly release: LiveRelease;
  readonly threshold: number;
  readonly mark: string;
  /** The concept whose values are the groups. */
  readonly concept: Concept;
  readonly cols: readonly AxisConcept[];
  readonly listed: readonly ShownGroup[];
  readonly moreGroups: number;
  /** The line of the audit: what was compared. */
  readonly line: (
    compared: 'concepts' | 'times',
    definition: Readonly<Record<string, unknown>>,
  ) => DisclosureLine;
}

/** Opens the values of one concept, over everyone, as groups; no other groups are for these members (rule 17.7). */
export async function openGroupsForAggregates(
  deps: AnalysisDeps,
  member: Member,
  { choices, report, signal }: GroupsRequest,
): Promise<GroupsForAggregates> {
  if (report !== undefined) throw new PortalError('not_found', 'There is no such report.');
  const [choice, more] = choices;
  if (choice?.kind !== 'values' || choice.of !== 'everyone' || more !== undefined)
    throw fieldRefusal(
      'bad_request',
      'groups',
      'your access compares the values of one concept, of everyone',
    );
  const release = await openLiveRelease(deps, member);
  const concept = requireGrouping(release, choice.conceptId);
  const threshold = await smallCountThreshold(deps, member);
  const mark = withheldMark(threshold);
  const cols = axesOf(release, [concept.id]);
  const { listed, moreGroups } = groupsIn(
    await deps.forAggregates({ rows: [], cols }, { release, threshold, signal }),
    mark,
  );
  return {
    ...{ release, threshold, mark, concept, cols, listed, moreGroups },
    line: (compared, definition) => ({
      action: 'comparison',
      detail: { release: release.release, groups: listed.length, compared, overEveryone: true },
      recordedQuery: {
        comparison: {
          definition: { groups: [{ values: concept.id }], ...definition },
          description: `Groups: values of ${concept.id}`,
        },
      },
    }),
  };
}

/** The values that may be named, those with most subjects first; none of them is without a value. */
function groupsIn({ columns, data }: ShownCrossTab, mark: string) {
  const labels: readonly (AxisLabel | readonly AxisLabel[])[] = columns;
  const named = labels.flatMap((label, index): ShownGroup[] =>
    typeof label === 'object' || label === notSet
      ? []
      : [{ title: String(label), label, count: data[0]?.[index] ?? mark }],
  );
  const size = ({ count }: ShownGroup): number => (typeof count === 'number' ? count : 0);
  const listed = named.toSorted((a, b) => size(b) - size(a)).slice(0, maxGroups);
  return { listed, moreGroups: named.length - listed.length };
}
