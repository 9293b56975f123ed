import type {
  CohortDefinition,
  CohortEntry,
  CriteriaSet,
  FilterEntry,
} from '@atrium/contract/wire/cohortDefinition';
import { missingSet } from './criteriaSets.ts';
import { changeFilters, dissolve, filtersOf } from './entries.ts';
import type { CohortEditContext, CohortOutcome } from './outcome.ts';

interface PlacedFilter {
  readonly filter: FilterEntry;
  /** The or-group of this very set that holds the filter. */
  readonly groupId: string | null;
}

/**
 * Puts a set's filters in a new order; a filter of another set moves here when its concept belongs to the set's
 * collection, else nothing changes. Filters left out go to the end (rule 3.16).
 */
export function sortEntries(
  definition: CohortDefinition,
  { entryId, childIds }: { entryId: string; childIds: readonly string[] },
  { lookup, newEntryId }: CohortEditContext,
): CohortOutcome {
  const set = definition.find((candidate) => candidate.entryId === entryId);
  if (set === undefined) return missingSet;
  const own = placedFilters(set);
  const everywhere = new Map(definition.flatMap(filtersOf).map((filter) => [filter.entryId, filter]));
  const wanted = new Map<string, PlacedFilter>();
  for (const id of flatIds(set, childIds)) {
    const filter = everywhere.get(id);
    if (filter === undefined) continue;
    const placed = own.get(id) ?? { filter, groupId: null };
    if (!own.has(id) && lookup.concept(filter.conceptId)?.collectionId !== set.collectionId)
      return { kind: 'unchanged' };
    wanted.set(id, placed);
  }
  for (const [id, placed] of own) if (!wanted.has(id)) wanted.set(id, placed);
  const entries = regroup([...wanted.values()], newEntryId);
  const edited = definition.map((other) =>
    other === set
      ? { ...set, entries }
      : changeFilters(other, (filter) => (wanted.has(filter.entryId) ? [] : [filter])),
  );
  return { kind: 'changed', definition: edited };
}

/** A group's id stands for its filters. */
const flatIds = (set: CriteriaSet, ids: readonly string[]): readonly string[] =>
  ids.flatMap((id) => {
    const entry = set.entries.find((candidate) => candidate.entryId === id);
    return entry?.kind === 'or_group' ? entry.entries.map((filter) => filter.entryId) : id;
  });

function placedFilters(set: CriteriaSet): ReadonlyMap<string, PlacedFilter> {
  const placed = new Map<string, PlacedFilter>();
  for (const entry of set.entries) {
    if (entry.kind !== 'or_group') placed.set(entry.entryId, { filter: entry, groupId: null });
    else for (const filter of entry.entries) placed.set(filter.entryId, { filter, groupId: entry.entryId });
  }
  return placed;
}

/** Or-groups survive where their filters still stand side by side; a second run of one becomes a group of its own. */
function regroup(placed: readonly PlacedFilter[], newEntryId: () => string): CohortEntry[] {
  const runs: { groupId: string | null; filters: FilterEntry[] }[] = [];
  for (const { filter, groupId } of placed) {
    const run = runs.at(-1);
    if (run !== undefined && groupId !== null && run.groupId === groupId) run.filters.push(filter);
    else runs.push({ groupId, filters: [filter] });
  }
  const used = new Set<string>();
  const idFor = (groupId: string): string => {
    const id = used.has(groupId) ? newEntryId() : groupId;
    used.add(groupId);
    return id;
  };
  return dissolve(
    runs.flatMap(({ groupId, filters }): CohortEntry[] =>
      groupId === null || filters.length < 2
        ? filters
        : [{ kind: 'or_group', entryId: idFor(groupId), entries: filters }],
    ),
  );
}
