import { dayNumber, isoDay } from '@atrium/contract/calendar/dayNumbers';
import { toDay } from '@atrium/contract/calendar/days';
import type { CohortCurve } from '@atrium/contract/endpoints/cohortInsight';
import { fieldRefusal } from '@atrium/contract/errors/errorCode';
import type { CohortDefinition, FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import { type Bin, type Concept, kindOf } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import type { DefinitionDeps } from '../definition/index.ts';
import { disclosed } from '../http/index.ts';
import { openCohort } from './cohortKind.ts';
import { countLine } from './countCohort.ts';
import { type Asking, binsOfEveryone } from './queryDistributions.ts';
import { countEach, planInstead } from './queryEffects.ts';
import { requireConcept } from './statisticsRequest.ts';

export interface CurveQuery {
  readonly entryId: string;
  readonly bound: 'min' | 'max';
}

type BoundedFilter = Extract<FilterEntry, { kind: 'range' | 'rangeOrWords' | 'dateRange' }>;

const isBounded = (filter: FilterEntry): filter is BoundedFilter =>
  filter.kind === 'range' || filter.kind === 'rangeOrWords' || filter.kind === 'dateRange';

/** Counts the subjects of the active cohort for many values of one bound of a filter (rule 4.17). */
export async function queryCurve(
  deps: DefinitionDeps,
  member: Member,
  { entryId, bound, signal }: CurveQuery & { readonly signal: AbortSignal },
) {
  const cohort = await openCohort(deps, member);
  const { definition } = cohort.checked;
  const filter = findFilter(definition, entryId);
  const concept = requireConcept(cohort.release.lookup, filter.conceptId);
  const values = await boundsOf({ deps, concept, filter, cohort, member, bound, signal });
  const plans = values.map((value) => {
    const moved = movedTo(filter, bound, value);
    return planInstead(deps, cohort, replaced(definition, filter, moved));
  });
  const counts = await countEach(deps, cohort, { plans, signal });
  const curve: CohortCurve = {
    snapshotId: cohort.snapshot.snapshotId,
    entryId,
    bound,
    points: values.map((value, index) => ({ value, count: counts[index] ?? 0 })),
  };
  const count = Math.max(0, ...counts);
  return disclosed(curve, [countLine({ cohort, detail: { count, curve: bound, entry: entryId } })]);
}

/** Every filter of a definition, those of or-groups too. */
const filtersOf = (definition: CohortDefinition): readonly FilterEntry[] =>
  definition.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.kind === 'or_group' ? entry.entries : [entry])),
  );

function findFilter(definition: CohortDefinition, entryId: string): BoundedFilter {
  const filter = filtersOf(definition).find((one) => one.entryId === entryId);
  if (filter === undefined) throw fieldRefusal('not_found', 'entry_id', 'the cohort has no such filter');
  if (!isBounded(filter)) throw fieldRefusal('bad_request', 'entry_id', 'this filter has no bounds');
  return filter;
}

const replaced = (
  definition: CohortDefinition,
  filter: FilterEntry,
  other: FilterEntry,
): CohortDefinition => {
  const swap = <Entry>(entry: Entry) => (Object.is(entry, filter) ? other : entry);
  return definition.map((set) => ({
    ...set,
    entries: set.entries.map((entry) =>
      entry.kind === 'or_group' ? { ...entry, entries: entry.entries.map(swap) } : swap(entry),
    ),
  }));
};

function movedTo(filter: BoundedFilter, bound: 'min' | 'max', value: number | string): BoundedFilter {
  if (filter.kind === 'dateRange') return { ...filter, [bound]: toDay(String(value)) };
  return { ...filter, [bound]: Number(value) };
}

interface Bounded extends Asking {
  readonly concept: Concept;
  readonly filter: BoundedFilter;
  readonly bound: 'min' | 'max';
}

/** The edges of the bins of everyone's values, and the bound that the filter has, in ascending order. */
async function boundsOf({
  concept,
  filter,
  bound,
  ...asking
}: Bounded): Promise<readonly (number | string)[]> {
  const { bins, max } = await binsOfEveryone(concept, asking);
  const edges = bound === 'min' ? bins.map(({ from }) => from) : upperEdges(bins, max);
  const own = filter[bound];
  const values = new Set([...edges, ...(own === null ? [] : [own])]);
  return [...values].sort(kindOf(concept).scale === 'date' ? byText : (a, b) => Number(a) - Number(b));
}

const byText = (a: number | string, b: number | string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Bounds are inclusive: a day ends its bin, and a number begins the next one. */
function upperEdges(bins: readonly Bin[], greatest: unknown): readonly (number | string)[] {
  const inner = bins
    .slice(1)
    .map(({ from }) => (typeof from === 'string' ? isoDay(dayNumber(from) - 1) : from));
  return typeof greatest === 'string' || typeof greatest === 'number' ? [...inner, greatest] : inner;
}
