import type {
  CohortDefinition,
  CohortEntry,
  CriteriaSet,
  FilterEntry,
} from '@atrium/contract/wire/cohortDefinition';

/** A group with one filter becomes that filter; an empty group is dropped. */
export const dissolve = (entries: readonly CohortEntry[]): CohortEntry[] =>
  entries.flatMap((entry) => (entry.kind === 'or_group' && entry.entries.length < 2 ? entry.entries : entry));

export const filtersOf = (set: CriteriaSet): readonly FilterEntry[] =>
  set.entries.flatMap((entry) => (entry.kind === 'or_group' ? entry.entries : entry));

/** The definition with the set of that id put through `change`. */
export const changeSet = (
  definition: CohortDefinition,
  entryId: string,
  change: (set: CriteriaSet) => CriteriaSet,
): CohortDefinition => definition.map((set) => (set.entryId === entryId ? change(set) : set));

/** The set with every filter put through `change`, which may drop it; groups of one dissolve. */
export const changeFilters = (
  set: CriteriaSet,
  change: (filter: FilterEntry) => readonly FilterEntry[],
): CriteriaSet => ({
  ...set,
  entries: dissolve(
    set.entries.flatMap((entry): readonly CohortEntry[] =>
      entry.kind === 'or_group' ? [{ ...entry, entries: entry.entries.flatMap(change) }] : change(entry),
    ),
  ),
});

/** Root sets stand first (rule 3.15). */
export const withSet = (definition: CohortDefinition, set: CriteriaSet, isRoot: boolean): CohortDefinition =>
  isRoot ? [set, ...definition] : [...definition, set];
