import type { CohortEffects } from '@atrium/contract/endpoints/cohortInsight';
import { type CohortDefinition, type CriteriaSet, oneOfFamily } from '@atrium/contract/wire/cohortDefinition';
import type { CohortTransformation } from '@atrium/contract/wire/cohortTransformation';
import type { CohortView, CriteriaSetView, FilterView, OrGroupView } from '@atrium/contract/wire/cohortView';
import type { Batch } from '../cohortQueries.ts';
import { words } from '../cohortWords.ts';
import { areAlternatives } from '../setGroups.ts';
import { setName } from '../setName.ts';
import { textOf } from '../textOf.ts';
import { effectWords } from './effectWords.ts';

/** One part of the cohort with its figures, and the edits that could take its loss away. */
export interface EffectRow {
  readonly entryId: string;
  readonly name: string;
  readonly alone: number;
  readonly without: number;
  readonly loses: number;
  /** Who meets all such parts is in the cohort; filters of a set that is a part are none. */
  readonly isDeciding: boolean;
  /** The cohort if a missing value met the filter, too; absent where that is no question. */
  readonly orMissing: number | undefined;
  /** Takes the part away, so that the cohort is the one without it. */
  readonly drop: Batch;
  /** The ids of its filters; none of a whole criteria set. */
  readonly filterIds: readonly string[];
  /** Makes the part an alternative of the entry beside it; absent where there is none. */
  readonly join: { readonly edit: CohortTransformation; readonly other: string } | undefined;
}

type Entry = OrGroupView | FilterView;
type Part = Pick<EffectRow, 'name' | 'drop' | 'filterIds' | 'join'> & {
  /** The set that a filter is in. */
  readonly setId?: string;
};

/** The parts of a cohort, those that lose most first (rule 4.16). */
export function effectRows(view: CohortView, { count, filters }: CohortEffects): readonly EffectRow[] {
  const parts = partsOf(view);
  const isPart = (setId: string | undefined) => filters.some(({ entryId }) => entryId === setId);
  return filters
    .flatMap(({ entryId, alone, without, orMissing }) => {
      const found = parts.get(entryId);
      if (found === undefined) return [];
      const { setId, ...part } = found;
      const isDeciding = !isPart(setId);
      return [{ entryId, alone, without, loses: without - count, isDeciding, orMissing, ...part }];
    })
    .sort((one, other) => other.loses - one.loses);
}

/** Alternatives and sets that count from one another come and go together, so only the first of them is a part. */
function partsOf({ criteriaSets, definition }: CohortView): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  for (const set of criteriaSets) {
    const bound = boundTo(set.entryId, definition);
    const [first = set.entryId] = definition.map(({ entryId }) => entryId).filter((id) => bound.has(id));
    if (first === set.entryId) {
      const sets = criteriaSets.filter(({ entryId }) => bound.has(entryId));
      parts.set(set.entryId, partOfSets(sets, criteriaSets.filter(mayBeAlternative)));
    }
    for (const [index, entry] of set.entries.entries())
      parts.set(entry.entryId, partOfEntry(entry, set, index));
  }
  return parts;
}

function partOfSets(sets: readonly CriteriaSetView[], all: readonly CriteriaSetView[]): Part {
  const names = sets.map((set) => setName(set));
  const [first = '', ...others] = names;
  const areAllAlternatives = sets.length === 1 || sets.every((set) => areAlternatives(sets[0], set));
  return {
    name:
      others.length === 0
        ? first
        : areAllAlternatives
          ? names.join(' or ')
          : `${first} ${effectWords.with(others.join(', '))}`,
    drop: sets.map(({ entryId }) => ({ kind: 'delete_criteria_set', entryId })),
    filterIds: [],
    join: areAllAlternatives && sets.every(mayBeAlternative) ? besideSets(sets, all) : undefined,
  };
}

/** One of each family is chosen among all others, and stands beside none of them (rule 2.30). */
const mayBeAlternative = ({ about }: CriteriaSetView): boolean => about !== oneOfFamily;

/** Makes sets alternatives of the one below them, else of the one above (rule 3.27). */
function besideSets(sets: readonly CriteriaSetView[], all: readonly CriteriaSetView[]): Part['join'] {
  const indexes = sets.map((set) => all.indexOf(set));
  const [first, last] = [Math.min(...indexes), Math.max(...indexes)];
  const [upper, other] =
    last + 1 < all.length ? [all[last], all[last + 1]] : [all[first - 1], all[first - 1]];
  if (upper === undefined || other === undefined) return undefined;
  return { edit: { kind: 'change_to_boolean_or', entryId: upper.entryId }, other: setName(other) };
}

function partOfEntry(entry: Entry, set: CriteriaSetView, index: number): Part {
  const filters = filtersOf(entry);
  const [above, below] = [set.entries[index - 1], set.entries[index + 1]];
  const [upper, other] = below === undefined ? [above, above] : [entry, below];
  const last = upper && filtersOf(upper).at(-1);
  return {
    setId: set.entryId,
    name: nameOf(entry),
    drop: filters.map(({ entryId }) => ({ kind: 'delete_entry', entryId, removeEmptyCriteriaSets: false })),
    filterIds: filters.map(({ entryId }) => entryId),
    join:
      last === undefined || other === undefined
        ? undefined
        : {
            edit: { kind: 'change_to_boolean_or', entryId: last.entryId },
            other: filtersOf(other)
              .map(({ conceptName }) => conceptName)
              .join(' or '),
          },
  };
}

const filtersOf = (entry: Entry): readonly FilterView[] => ('kind' in entry ? entry.entries : [entry]);

const nameOf = (entry: Entry): string =>
  filtersOf(entry)
    .map(
      ({ conditionLabel, excludeSelected }) =>
        `${excludeSelected ? `${words.not} ` : ''}${textOf(conditionLabel)}`,
    )
    .join(' or ');

/** The set, its alternatives, and all that are connected with it by rules that count from one another. */
function boundTo(setId: string, definition: CohortDefinition): ReadonlySet<string> {
  const bound = new Set([setId]);
  let before = 0;
  while (before !== bound.size) {
    before = bound.size;
    for (const set of definition) {
      const target = targetOf(set);
      if (target !== undefined && (bound.has(set.entryId) || bound.has(target)))
        bound.add(set.entryId).add(target);
      const { orGroupId } = set;
      const isAlternative = ({ entryId, orGroupId: of }: CriteriaSet) =>
        of === orGroupId && bound.has(entryId);
      if (orGroupId !== undefined && definition.some(isAlternative)) bound.add(set.entryId);
    }
  }
  return bound;
}

const targetOf = ({ eventRule }: CriteriaSet): string | undefined =>
  eventRule?.kind === 'relative_to_other_event' ? eventRule.targetEntryId : undefined;
