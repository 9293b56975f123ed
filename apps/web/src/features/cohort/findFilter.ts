import type { CohortDefinition, FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import type { CohortView, FilterView } from '@atrium/contract/wire/cohortView';

/** The stored filter with this id, also inside an or-group. */
export function findFilter(
  definition: CohortDefinition,
  entryId: string | undefined,
): FilterEntry | undefined {
  return definition
    .flatMap(({ entries }) =>
      entries.flatMap((entry) => (entry.kind === 'or_group' ? entry.entries : [entry])),
    )
    .find((filter) => filter.entryId === entryId);
}

/** All filters as the panel draws them, in order. */
export const filterViews = (view: Pick<CohortView, 'criteriaSets'>): readonly FilterView[] =>
  view.criteriaSets.flatMap(({ entries }) =>
    entries.flatMap((entry) => ('kind' in entry ? entry.entries : [entry])),
  );
