import type { CriteriaSet, FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import type { CohortView, CriteriaSetView, FilterView } from '@atrium/contract/wire/cohortView';
import { changeWords as say } from './cohortWords.ts';
import { filterViews } from './findFilter.ts';
import { setName } from './setName.ts';

interface Placed {
  readonly stored: FilterEntry;
  readonly set: CriteriaSet;
  /** The or-group that holds the filter, or nothing. */
  readonly groupId: string | undefined;
}

interface Side {
  readonly view: CohortView;
  readonly filters: ReadonlyMap<string, Placed>;
  readonly sets: ReadonlyMap<string, CriteriaSet>;
}

/** What an edit did that led from one version of the cohort to another, in words that follow "Undo:". */
export function describeChange(before: CohortView, after: CohortView): string {
  const from = sideOf(before);
  const to = sideOf(after);
  return (
    cleared(from, to) ?? comesAndGoes(from, to) ?? filterChange(from, to) ?? setChange(from, to) ?? say.other
  );
}

function sideOf(view: CohortView): Side {
  const placed = view.definition.flatMap((set) =>
    set.entries.flatMap((entry): readonly Placed[] =>
      entry.kind === 'or_group'
        ? entry.entries.map((stored) => ({ stored, set, groupId: entry.entryId }))
        : [{ stored: entry, set, groupId: undefined }],
    ),
  );
  return {
    view,
    filters: new Map(placed.map((one) => [one.stored.entryId, one])),
    sets: new Map(view.definition.map((set) => [set.entryId, set])),
  };
}

const missingFrom = (side: Side, other: Side, of: 'filters' | 'sets'): readonly string[] =>
  [...other[of].keys()].filter((id) => !side[of].has(id));

const cleared = (from: Side, to: Side): string | undefined =>
  to.sets.size === 0 && from.sets.size + from.filters.size > 1 ? say.cleared : undefined;

const one = (ids: readonly string[]): string | undefined => (ids.length === 1 ? ids[0] : undefined);

function comesAndGoes(from: Side, to: Side): string | undefined {
  const newFilters = missingFrom(from, to, 'filters');
  const oldFilters = missingFrom(to, from, 'filters');
  const newSets = missingFrom(from, to, 'sets');
  const oldSets = missingFrom(to, from, 'sets');
  const kinds = [newFilters, oldFilters, newSets, oldSets].filter(({ length }) => length > 0).length;
  if (kinds === 0) return undefined;
  const parents = newSets.filter((id) => isOfParent(to.sets.get(id)));
  if (parents.length === 2 && oldFilters.length + oldSets.length === 0) return say.trioAdded;
  const [added, removed, made, deleted] = [newFilters, oldFilters, newSets, oldSets].map(one);
  if (deleted !== undefined && newFilters.length + newSets.length === 0)
    return say.setDeleted(nameOfSet(from, deleted));
  if (added !== undefined && oldFilters.length + oldSets.length === 0)
    return say.filterAdded(nameOfFilter(to, added));
  if (newFilters.length === 2 && oldFilters.length + oldSets.length === 0)
    return say.filtersAdded(newFilters.map((id) => nameOfFilter(to, id)));
  if (removed !== undefined && kinds === 1) return say.filterRemoved(nameOfFilter(from, removed));
  if (made !== undefined && kinds === 1) return say.setAdded(nameOfSet(to, made));
  return kinds === 1 && oldFilters.length > 0 ? say.filtersRemoved(oldFilters.length) : say.other;
}

const isOfParent = (set: CriteriaSet | undefined): boolean =>
  set?.about === 'mother' || set?.about === 'father';

function filterChange(from: Side, to: Side): string | undefined {
  for (const [id, before] of from.filters) {
    const now = to.filters.get(id);
    if (now === undefined) continue;
    const name = nameOfFilter(to, id);
    if (!isSame(before.stored, now.stored)) return say.filterChanged(name);
    if (before.set.entryId !== now.set.entryId) return say.filterMoved(name, nameOfSet(to, now.set.entryId));
  }
  return undefined;
}

function setChange(from: Side, to: Side): string | undefined {
  for (const [id, before] of from.sets) {
    const now = to.sets.get(id);
    if (now === undefined) continue;
    const name = nameOfSet(to, id);
    if (before.alias !== now.alias) return say.setRenamed(name);
    if (before.about !== now.about || !isSame(before.familyCount, now.familyCount))
      return say.aboutChanged(name);
    if (!isSame(before.countRule, now.countRule)) return say.countChanged(name);
    if (!isSame(before.eventRule, now.eventRule)) return say.ruleChanged(name, ruleVerb(before, now));
    if (before.orGroupId !== now.orGroupId) return groupChange(from, to);
    const logic = logicChange(before, now);
    if (logic !== undefined) return logic;
  }
  return undefined;
}

/** How many pairs of criteria sets are alternatives says whether they became so. */
function groupChange(from: Side, to: Side): string {
  const [was, is] = [from, to].map(({ sets }) => {
    const ids = [...sets.values()].flatMap(({ orGroupId }) => orGroupId ?? []);
    return ids.reduce((sum, id) => sum + ids.filter((other) => other === id).length - 1, 0);
  });
  return (is ?? 0) > (was ?? 0) ? say.setsJoined : say.setsSeparated;
}

const ruleVerb = (before: CriteriaSet, now: CriteriaSet): 'add' | 'remove' | 'change' =>
  before.eventRule === undefined ? 'add' : now.eventRule === undefined ? 'remove' : 'change';

/** Alternatives as text, and the order of the filters. */
function logicChange(before: CriteriaSet, now: CriteriaSet): string | undefined {
  const pairs = [before, now].map(alternatives);
  const [was, is] = pairs;
  if (was !== undefined && is !== undefined && was !== is) return is > was ? say.joined : say.separated;
  return isSame(before.entries, now.entries)
    ? undefined
    : was === is && sameAlternatives(before, now)
      ? say.reordered
      : say.regrouped;
}

/** How many pairs of filters are alternatives of each other. */
const alternatives = ({ entries }: CriteriaSet): number =>
  entries.reduce((sum, entry) => {
    const size = entry.kind === 'or_group' ? entry.entries.length : 1;
    return sum + (size * (size - 1)) / 2;
  }, 0);

const sameAlternatives = (before: CriteriaSet, now: CriteriaSet): boolean =>
  isSame(groupsOf(before), groupsOf(now));

const groupsOf = ({ entries }: CriteriaSet) =>
  entries
    .map((entry) =>
      entry.kind === 'or_group'
        ? entry.entries
            .map(({ entryId }) => entryId)
            .sort()
            .join()
        : entry.entryId,
    )
    .sort();

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const filterOf = ({ view }: Side, id: string): FilterView | undefined =>
  filterViews(view).find(({ entryId }) => entryId === id);

const nameOfFilter = (side: Side, id: string): string =>
  filterOf(side, id)?.conceptName ?? side.filters.get(id)?.stored.conceptId ?? '';

const setView = ({ view }: Side, id: string): CriteriaSetView | undefined =>
  view.criteriaSets.find(({ entryId }) => entryId === id);

function nameOfSet(side: Side, id: string): string {
  const view = setView(side, id);
  return view === undefined ? (side.sets.get(id)?.collectionId ?? '') : setName(view);
}
