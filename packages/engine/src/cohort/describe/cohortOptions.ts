import type { CohortDefinition, FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import type { CohortOptions } from '@atrium/contract/wire/concept';
import { kindOf } from '../../concepts/kinds.ts';
import type { Concept } from '../../dictionary/dictionary.ts';

interface Editing {
  readonly definition: CohortDefinition;
  /** The filter to edit. An id that no filter has counts as none. */
  readonly entryId?: string | undefined;
  /** The values in the data, for a category concept that declares no values. */
  readonly foundValues?: readonly string[] | undefined;
}

/** The state of a filter editor for a new or an existing filter, as `cohort_def_options` (rule 3.22). */
export function cohortOptions(
  concept: Concept,
  { definition, entryId, foundValues = [] }: Editing,
): CohortOptions {
  const filter = definition
    .flatMap((set) => set.entries.flatMap((entry) => (entry.kind === 'or_group' ? entry.entries : entry)))
    .find((candidate) => candidate.entryId === entryId && candidate.conceptId === concept.id);
  return {
    ...(entryId === undefined ? {} : { entryId }),
    includeNullAndMissing: includesNull(filter),
    excludeSelected: filter?.excludeSelected ?? false,
    ...kindOf(concept).options({ concept, filter, foundValues }),
  };
}

const includesNull = (filter: FilterEntry | undefined): boolean => {
  if (filter === undefined) return false;
  return filter.kind === 'choice' ? filter.categories.includes(null) : filter.includeNullAndMissing;
};
