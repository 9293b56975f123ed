import { toDay } from '@atrium/contract/calendar/days';
import type { CohortCurve } from '@atrium/contract/endpoints/cohortInsight';
import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import { ofPreview } from '@atrium/contract/wire/audit';
import type { CohortDefinition, FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import type { AddFilter } from '@atrium/contract/wire/cohortTransformation';
import { type Bin, type Concept, kindOf, type Population, showsYearsOnly } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import { type DefinitionDeps, loadActiveDefinition } from '../definition/index.ts';
import { disclosed } from '../http/index.ts';
import { binBounds } from './bins.ts';
import { cohortKind, everyone, openCohort } from './cohortKind.ts';
import { countLine } from './countCohort.ts';
import { type Asking, binsOfEveryone } from './queryDistributions.ts';
import { countEach, plansInstead } from './queryEffects.ts';
import { prefilterOf, requireConcept } from './statisticsRequest.ts';

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
  return await countCurve({ deps, member, cohort, signal }, { entryId, bound, isPreview: false });
}

interface CurveAfterQuery {
  readonly transformation: AddFilter;
  readonly bound: 'min' | 'max';
  readonly signal: AbortSignal;
}

/** The same for the cohort as it would be with a filter; nothing is stored but the line of the audit. */
export async function queryCurveAfter(
  deps: DefinitionDeps,
  member: Member,
  { transformation, bound, signal }: CurveAfterQuery,
) {
  const base = await cohortKind.loadBase(deps, member);
  requireBounds(requireConcept(base.lookup, transformation.conceptId));
  const edit = { ...transformation, validateOnly: false };
  const apply = await cohortKind.prepareEdit(deps, edit, { base, member, signal });
  const { definition, snapshot } = await loadActiveDefinition(deps, cohortKind, { base, member });
  const outcome = apply(definition);
  if (outcome.kind === 'refused')
    throw new PortalError(
      'bad_request',
      [...outcome.errors.map(({ message }) => message), ...outcome.warnings].join(' '),
    );
  const after = outcome.kind === 'changed' ? outcome.definition : definition;
  const entryId = ('entryId' in outcome ? outcome.entryId : undefined) ?? transformation.entryId ?? '';
  const cohort = cohortKind.open({ definition: after, snapshot }, base);
  return await countCurve({ deps, member, cohort, signal }, { entryId, bound, isPreview: true });
}

function requireBounds(concept: Concept): void {
  if (kindOf(concept).scale === null)
    throw fieldRefusal('bad_request', 'concept_id', 'this concept has no bounds');
}

async function countCurve(
  { deps, ...asking }: Asking & { readonly deps: DefinitionDeps },
  { entryId, bound, isPreview }: CurveQuery & { readonly isPreview: boolean },
) {
  const { cohort, signal } = asking;
  const { definition } = cohort.checked;
  const filter = findFilter(definition, entryId);
  const concept = requireConcept(cohort.release.lookup, filter.conceptId);
  const values = await boundsOf({ ...asking, deps, concept, filter, bound });
  const definitions = values.map((value) => replaced(definition, filter, movedTo(filter, bound, value)));
  const plans = await plansInstead(deps, cohort, definitions);
  const counts = await countEach(deps, cohort, { plans, signal });
  const curve: CohortCurve = {
    snapshotId: cohort.snapshot.snapshotId,
    entryId,
    bound,
    scale: kindOf(concept).scale ?? 'number',
    points: values.map((value, index) => ({ value, count: counts[index] ?? 0 })),
  };
  const detail = { count: Math.max(0, ...counts), curve: bound, entry: entryId };
  return disclosed(curve, [
    countLine({ cohort, detail: isPreview ? { ...detail, [ofPreview]: true } : detail }),
  ]);
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

/**
 * The bounds of the bins of everyone's values (rule 4.8), and the bound that the filter has, in ascending order; none
 * beyond its other bound.
 */
async function boundsOf({
  concept,
  filter,
  bound,
  ...asking
}: Bounded): Promise<readonly (number | string)[]> {
  const { lookup } = asking.cohort.release;
  const prefilter = prefilterOf(concept, lookup, filter.prefilterValue ?? undefined);
  const { bins, max } = await binsOfEveryone(concept, asking, prefilter);
  const greatest = await greatestIn({ concept, bins, prefilter }, asking);
  const yearsOnly = showsYearsOnly(concept, asking.member);
  const edges = binBounds(concept, bins, { max, yearsOnly, greatest });
  const own = filter[bound];
  const values = new Set([
    ...edges.map(([from, to]) => (bound === 'min' ? from : to)),
    ...(own === null ? [] : [own]),
  ]);
  const other = bound === 'min' ? filter.max : filter.min;
  return [...values]
    .filter((value) => other === null || byOrder(value, other) * (bound === 'min' ? 1 : -1) <= 0)
    .sort(byOrder);
}

interface Binned {
  readonly concept: Concept;
  readonly bins: readonly Bin[];
  readonly prefilter: Population['prefilter'];
}

/** The greatest value in each bin of numbers, which ends the bin as a bound. */
async function greatestIn(
  { concept, bins, prefilter }: Binned,
  { deps, cohort: { release }, signal }: Asking,
): Promise<readonly (number | null)[]> {
  if (kindOf(concept).scale !== 'number' || bins.length === 0) return [];
  const population = { plan: everyone, prefilter };
  const question = { kind: 'histogram', concept, population, bins } as const;
  const [row] = await deps.questions.ask(question, release, { signal });
  return bins.map((_, index) => {
    const value = row?.[`m${index}`] ?? null;
    return value === null ? null : Number(value);
  });
}

/** Numbers by size, ISO days by time. */
const byOrder = (a: number | string, b: number | string): number => (a < b ? -1 : a > b ? 1 : 0);
