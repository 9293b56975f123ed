import type { CohortEffects } from '@atrium/contract/endpoints/cohortInsight';
import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import { type CohortPlan, filterParts, type Pathway, type RowCondition } from '@atrium/engine';
import { inTimeSlices } from '@atrium/warehouse';
import type { Member } from '../access/index.ts';
import { type DefinitionDeps, openStored } from '../definition/index.ts';
import { disclosed } from '../http/index.ts';
import { cohortKind, everyone, type OpenCohort, openCohort, requirePlan } from './cohortKind.ts';
import { countLine } from './countCohort.ts';

/** So many cohorts, with so many values, are counted by one question, which then lets others pass. */
const maxPlans = 64;
const maxValues = 50_000;
/** A cohort within another weighs as much as so many values. */
const valuesOfInner = 25;

/** The plan of each definition, one a step: to check 25,000 pasted values takes milliseconds, each time. */
export function* plansInSteps(
  definitions: readonly CohortDefinition[],
  planOf: (definition: CohortDefinition) => CohortPlan,
): Generator<undefined, readonly CohortPlan[], undefined> {
  const plans: CohortPlan[] = [];
  for (const definition of definitions) {
    plans.push(planOf(definition));
    yield;
  }
  return plans;
}

/** The plans of other definitions on the release of a cohort; other requests run meanwhile. */
export const plansInstead = (
  deps: Pick<DefinitionDeps, 'clock'>,
  { release }: OpenCohort,
  definitions: readonly CohortDefinition[],
): Promise<readonly CohortPlan[]> =>
  inTimeSlices(
    plansInSteps(definitions, (definition) => requirePlan(openStored(cohortKind, definition, release), deps)),
  );

/** How many values a condition names. */
function valuesIn(condition: RowCondition): number {
  if ('conditions' in condition) return condition.conditions.reduce((sum, part) => sum + valuesIn(part), 0);
  if (condition.kind === 'not') return valuesIn(condition.condition);
  if (condition.kind === 'relative') return valuesIn(condition.target.condition);
  if (condition.kind === 'pathway') return valuesInPathway(condition.pathway);
  if (condition.kind === 'withinTerms') return condition.codes.length;
  return condition.kind === 'oneOf' ? condition.values.length : 1;
}

const valuesInPathway = ({ stages, exits, last }: Pathway): number =>
  [...[...stages, ...exits].map(({ point }) => point), last]
    .map((point) => (point?.kind === 'record' ? valuesIn(point.condition) : 1))
    .reduce((sum, values) => sum + values, 0);

/** How many values a plan names, with the cohorts within it. */
function valuesOf({ subject, sets, within = [], without = [] }: CohortPlan): number {
  const own = [subject, ...sets.map(({ condition }) => condition)].map(valuesIn);
  const rests = sets.flatMap(({ rest }) => rest ?? []);
  const inner = [...within, ...without, ...rests].map((plan) => valuesOfInner + valuesOf(plan));
  return [...own, ...inner].reduce((sum, values) => sum + values, 0);
}

/** Plans in their order, as many together as one question takes. */
export function plansTogether(plans: readonly CohortPlan[]): readonly (readonly CohortPlan[])[] {
  const together: CohortPlan[][] = [];
  let values = 0;
  for (const plan of plans) {
    const own = valuesOf(plan);
    values += own;
    const last = together.at(-1);
    if (last !== undefined && last.length < maxPlans && values <= maxValues) {
      last.push(plan);
      continue;
    }
    together.push([plan]);
    values = own;
  }
  return together;
}

/** The subjects of each of some cohorts, on one release. */
export async function countEach(
  { questions }: Pick<DefinitionDeps, 'questions'>,
  { release }: Pick<OpenCohort, 'release'>,
  { plans, signal }: { readonly plans: readonly CohortPlan[]; readonly signal: AbortSignal },
): Promise<readonly number[]> {
  const counts: number[] = [];
  for (const some of plansTogether(plans)) {
    const [row] = await questions.ask({ kind: 'counts', plans: some }, release, { signal });
    counts.push(...some.map((_, index) => Number(row?.[`c${index}`] ?? 0)));
  }
  return counts;
}

/** Counts the subjects with each filter of the active cohort alone, and those of the cohort without it (rule 4.16). */
export async function queryEffects(deps: DefinitionDeps, member: Member, signal: AbortSignal) {
  const cohort = await openCohort(deps, member);
  const plan = requirePlan(cohort, deps);
  const parts = filterParts(cohort.checked.definition, cohort.release.lookup);
  const definitions = parts.flatMap(({ alone, without }) => [alone, without]);
  const ofMissing = parts.flatMap(({ orMissing }) => (orMissing === null ? [] : [orMissing]));
  const ofParts = await plansInstead(deps, cohort, [...definitions, ...ofMissing]);
  const plans = [everyone, plan, ...ofParts];
  const [all = 0, count = 0, ...figures] = await countEach(deps, cohort, { plans, signal });
  const missing = figures.slice(definitions.length);
  const effects: CohortEffects = {
    snapshotId: cohort.snapshot.snapshotId,
    count,
    everyone: all,
    filters: parts.map(({ entryId, orMissing }, index) => {
      const counted = orMissing === null ? undefined : missing[ofMissing.indexOf(orMissing)];
      return {
        entryId,
        alone: figures[2 * index] ?? 0,
        without: figures[2 * index + 1] ?? 0,
        ...(counted === undefined ? {} : { orMissing: counted }),
      };
    }),
  };
  return disclosed(effects, [countLine({ cohort, detail: { count, effects: parts.length } })]);
}
