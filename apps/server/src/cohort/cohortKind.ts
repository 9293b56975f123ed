import { type Day, localDayOf } from '@atrium/contract/calendar/days';
import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import { type CohortDefinition, cohortDefinitionWire } from '@atrium/contract/wire/cohortDefinition';
import {
  type AddFilter,
  type CohortTransformation,
  filterIn,
  type ImportCohort,
} from '@atrium/contract/wire/cohortTransformation';
import type { CohortView } from '@atrium/contract/wire/cohortView';
import {
  applyCohortTransformation,
  type CheckedCohort,
  type CohortPlan,
  canonicalCohort,
  checkCohort,
  closedKey,
  describeCohort,
  type KnownValues,
  type Lookup,
  planCohort,
  redactCohort,
  type SoundCohort,
  valuesOfImport,
  valuesToLookUp,
} from '@atrium/engine';
import { takeTimeSlices } from '@atrium/warehouse';
import type { Member } from '../access/index.ts';
import { oncePer } from '../asking/index.ts';
import { closedWarnings, findValues, type LiveRelease, openLiveRelease } from '../catalogue/index.ts';
import {
  type ActiveDefinition,
  createDefinitionMemory,
  type DefinitionDeps,
  type DefinitionKind,
  issueReceipt,
  newEntryId,
  openActive,
  type SnapshotIds,
} from '../definition/index.ts';
import { type PrefilterContext, withGivenPrefilter } from './givenPrefilter.ts';

/** A member's cohort on the live release, checked for this member at this moment. */
export interface OpenCohort {
  readonly release: LiveRelease;
  readonly snapshot: SnapshotIds;
  /** As it is shown; what is run is `checked`. */
  readonly definition: CohortDefinition;
  readonly checked: CheckedCohort;
}

const emptyCohort: CohortDefinition = [];

/** A cohort of 25,000 pasted values takes as long to check as to count. */
const checkOnce = oncePer((definition: CohortDefinition, release: LiveRelease) => {
  const context = { lookup: release.lookup, member: release };
  return { definition: redactCohort(definition, context), checked: checkCohort(definition, context) };
});

/** Splitting 25,000 pasted values takes milliseconds, and they are wanted twice. */
const pastedIn = oncePer(valuesToLookUp);

/** The same for a cohort from a file, which names values of several concepts. */
const importedIn = oncePer((transformation: ImportCohort, release: LiveRelease) =>
  valuesOfImport(transformation, { lookup: release.lookup, member: release }),
);

/** How cohort definitions are opened, edited and shown; a member who has not edited one has the empty one. */
export const cohortKind: DefinitionKind<
  CohortDefinition,
  CohortTransformation,
  LiveRelease,
  OpenCohort,
  CohortView
> = {
  kind: 'cohort',
  codec: cohortDefinitionWire,
  known: createDefinitionMemory<CohortDefinition>('cohort'),
  loadBase: openLiveRelease,
  start: () => emptyCohort,
  open: openDefinition,
  prepareEdit: async ({ questions }, given, { base: release, member, signal }) => {
    requireKnownNames(given, release);
    const find = findValues(questions, release, signal);
    if (given.kind === 'import_cohort') return prepareImport(given, { release, member, find });
    const transformation = await withGivenPrefilterOf(given, { release, member, find });
    const question = pastedIn(transformation, release.lookup);
    const slice = takeTimeSlices();
    const known = question === null ? null : await find(question);
    await slice.giveWay();
    const context = { lookup: release.lookup, member, newEntryId, known };
    return (before) => applyCohortTransformation(before, transformation, context);
  },
  countTested: (transformation, release) =>
    transformation.kind === 'import_cohort'
      ? importedIn(transformation, release).reduce((sum, { values }) => sum + values.length, 0)
      : (pastedIn(transformation, release.lookup)?.values.length ?? 0),
  present: presentCohort,
};

/** Looks up the values of a cohort from a file, concept by concept. */
async function prepareImport(
  transformation: ImportCohort,
  { release, member, find }: PrefilterContext & { readonly release: LiveRelease },
) {
  const slice = takeTimeSlices();
  const knownOf = new Map<string, KnownValues>();
  for (const question of importedIn(transformation, release)) {
    knownOf.set(question.concept.id, await find(question));
    await slice.giveWay();
  }
  const context = { lookup: release.lookup, member, newEntryId, known: null, knownOf };
  return (before: CohortDefinition) => applyCohortTransformation(before, transformation, context);
}

/** In a body `null` as a text is a value in any case: it has another way to say nothing. */
async function withGivenPrefilterOf(
  given: CohortTransformation,
  known: PrefilterContext,
): Promise<CohortTransformation> {
  const filter = filterIn(given);
  const concept = filter === undefined ? undefined : known.release.lookup.concept(filter.conceptId);
  if (filter === undefined || concept === undefined || filter.prefilterValue === 'null') return given;
  const meant: AddFilter = await withGivenPrefilter(filter, concept, known);
  return given.kind === 'modify_event_rule' ? { ...given, targetFilter: meant } : meant;
}

/** A name that this dataset does not have is not found, rather than a refused edit (rule 3.9). */
function requireKnownNames(transformation: CohortTransformation, { lookup }: LiveRelease): void {
  const filter = filterIn(transformation);
  if (filter !== undefined && lookup.concept(filter.conceptId) === undefined) {
    throw fieldRefusal('not_found', 'concept_id', `there is no concept ${filter.conceptId}`);
  }
  if (
    transformation.kind === 'add_criteria_set' &&
    lookup.collection(transformation.collectionId) === undefined
  ) {
    throw fieldRefusal('not_found', 'collection_id', `there is no collection ${transformation.collectionId}`);
  }
}

/** In words, for the client and for the audit. */
export const describeOnce = oncePer((checked: CheckedCohort, lookup: Lookup) =>
  describeCohort(checked, { lookup }),
);

/** A cohort as the client draws it (rule 3.21). */
export function presentCohort({ release, snapshot, definition, checked }: OpenCohort): CohortView {
  const { criteriaSets, describe } = describeOnce(checked, release.lookup);
  return {
    definition,
    criteriaSets: [...criteriaSets],
    describe,
    warnings: closedWarnings(release),
    errors: checked.kind === 'broken' ? checked.errors.map((error) => error.message) : [],
    ...snapshot,
  };
}

/** Opens the active cohort of a member. */
export const openCohort = (deps: DefinitionDeps, member: Member): Promise<OpenCohort> =>
  openActive(deps, cohortKind, member);

function openDefinition(
  { definition, snapshot }: ActiveDefinition<CohortDefinition>,
  release: LiveRelease,
): OpenCohort {
  return { release, snapshot, ...checkOnce(definition, release) };
}

/** The plan of everyone: no conditions. */
export const everyone: CohortPlan = { subject: { kind: 'and', conditions: [] }, sets: [] };

/** The plan of a sound cohort; refuses one with errors, which yields no number (rule 3.5). */
export function requirePlan(cohort: OpenCohort, deps: Pick<DefinitionDeps, 'clock'>): CohortPlan {
  if (cohort.checked.kind === 'broken') {
    throw new PortalError('cohort_has_errors', 'This cohort has filters you cannot use.');
  }
  const day = today(deps.clock);
  const known = plans.get(cohort.checked);
  if (known?.day === day) return known.plan;
  const plan = planCohort(cohort.checked, { today: day });
  plans.set(cohort.checked, { day, plan });
  return plan;
}

/** Plans hold for a day, since a filter may say "in the last 30 days". */
const plans = new WeakMap<SoundCohort, { readonly day: Day; readonly plan: CohortPlan }>();

const meaningOf = oncePer((plan: CohortPlan, _: LiveRelease) => canonicalCohort(plan));

export interface CountedCohort {
  readonly release: LiveRelease;
  readonly plan: CohortPlan;
  /** Of the cohort, as the wire spells it; empty for everyone. */
  readonly definition: unknown;
  /** Below which figures are hidden; null where they are as they are. */
  readonly threshold: number | null;
}

interface CountedOver {
  readonly kind: 'table' | 'analysis';
  readonly meaning: string;
  /** As the wire spells it; wanted only where the receipt is new. */
  readonly definition: () => unknown;
}

/** Issues the receipt of a cohort, or of a table or cross-tab over it (rule 3.26). */
export async function issueCohortReceipt(
  deps: Pick<DefinitionDeps, 'db'>,
  member: Member,
  { release, plan, definition, threshold }: CountedCohort,
  over: CountedOver | null = null,
): Promise<string> {
  const issued = over === null ? issuedBefore(plan, release) : null;
  const before = issued?.get(deps.db);
  if (before !== undefined && before.threshold === threshold) return before.receipt;
  const receipt = await issueReceipt(deps, member, {
    kind: over?.kind ?? 'cohort',
    meaning: over === null ? meaningOf(plan, release) : `${meaningOf(plan, release)} ${over.meaning}`,
    release: release.release,
    ...closedIn(release),
    threshold,
    definitions: () => ({ cohort: definition, ...(over === null ? {} : { [over.kind]: over.definition() }) }),
  });
  issued?.set(deps.db, { threshold, receipt });
  return receipt;
}

const closedIn = ({ visibility }: LiveRelease) =>
  visibility.closed.kind === 'none' ? {} : { closed: closedKey(visibility.closed) };

/** A release as seen belongs to one dataset and to members of one standing, so their receipts are the same. */
const issuedBefore = oncePer(
  (_plan: CohortPlan, _release: LiveRelease) =>
    new WeakMap<DefinitionDeps['db'], { readonly threshold: number | null; readonly receipt: string }>(),
);

/** The question how many subjects a plan finds. */
export const countOf = oncePer((plan: CohortPlan, _: LiveRelease) => ({ kind: 'count' as const, plan }));

/** The calendar day of the server's time zone. */
export const today = (clock: () => Date): Day => localDayOf(clock());
