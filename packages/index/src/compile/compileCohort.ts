import { unreachable } from '@atrium/contract/errors/unreachable';
import { alternativesOf, type CohortPlan, type SetPlan } from '@atrium/engine';
import type { Step } from '../layout/steps.ts';
import { truthyCodes } from './codeSets.ts';
import { compileKin } from './compileKin.ts';
import { type Compiling, collectionIn, compileRows, compileValues, conceptIn } from './compileRows.ts';
import { NotInIndex } from './refusal.ts';

const many = 0x7fffffff;

/**
 * The subjects of a cohort whom the member may see: what `compileSubjects` says in SQL. Throws NotInIndex where the
 * index cannot say.
 */
export function compileCohort(plan: CohortPlan, at: Compiling): Step {
  if (plan.among !== undefined) throw new NotInIndex('otherQuestion');
  const { root } = at.release.lookup;
  const steps = [
    ...compileVisible(at),
    compileRows(plan.subject, root, at),
    ...alternativesOf(plan.sets).map((sets) => compileAnyOf(sets, at)),
    ...(plan.within ?? []).map((other) => compileCohort(other, at)),
    ...(plan.without ?? []).map((other): Step => ({ find: 'not', step: compileCohort(other, at) })),
  ];
  return { find: 'and', steps };
}

/** The subjects whom the member may see; null: all. */
export function compileSeen(at: Compiling): Step | null {
  const steps = compileVisible(at);
  return steps.length === 0 ? null : { find: 'and', steps };
}

/** Whom the member may see (rules 1.12, 1.25 and 7.13). */
function compileVisible(at: Compiling): readonly Step[] {
  const { subjects, agreed, closed } = at.release.visibility;
  const steps: Step[] = [];
  if (subjects.kind === 'anyTruthy')
    steps.push({
      find: 'or',
      steps: subjects.concepts.map((concept) => {
        const index = conceptIn(concept, at);
        return compileValues(index, truthyCodes(concept, { index, memory: at.index.memory }), at);
      }),
    });
  if (agreed.kind === 'none') return [{ find: 'none' }];
  if (agreed.kind === 'withCodes') {
    const condition = { kind: 'oneOf', concept: agreed.concept, values: agreed.codes } as const;
    steps.push(compileRows(condition, at.release.lookup.root, at));
  }
  switch (closed.kind) {
    case 'none':
      return steps;
    case 'all':
      return [{ find: 'none' }];
    case 'listed':
      return [...steps, { find: 'notThese', subjects: closed.subjects.map((number) => number - 1) }];
    case 'unseenOn':
      throw new NotInIndex('otherRelease');
    default:
      return unreachable(closed);
  }
}

/** One set, or any of some alternatives (rule 2.24). */
function compileAnyOf(sets: readonly SetPlan[], at: Compiling): Step {
  const steps = sets.map((set) => compileSet(set, at));
  const [only] = steps;
  return only !== undefined && steps.length === 1 ? only : { find: 'or', steps };
}

function compileSet(set: SetPlan, at: Compiling): Step {
  const step = set.rest === undefined ? compileOwn(set, at) : compileCohort(set.rest, at);
  return set.kin === undefined ? step : compileKin(set.kin, { step, visible: compileVisible(at) }, at);
}

/** A subject without matching rows meets some count rules (rule 2.8). */
function compileOwn({ collection, condition, count: { operator, value } }: SetPlan, at: Compiling): Step {
  if (collection.isRoot) return compileRows(condition, collection, at);
  const withRows = (min: number, max: number): Step => {
    const step = compileRows(condition, collection, at);
    const sets = min === 1 && max === many ? setsOf(step) : null;
    if (sets !== null) return { find: 'inSets', sets };
    return { find: 'withRows', offsets: collectionIn(collection, at).offsets, step, min, max };
  };
  switch (operator) {
    case 'at least':
      return value === 0 ? { find: 'all' } : withRows(value, many);
    case 'at most':
      return withRows(0, value);
    case 'exactly':
      return withRows(value, value);
    default:
      return unreachable(operator);
  }
}

/** The sets of the subjects with such a row; null where the index has none. */
function setsOf(step: Step): readonly number[] | null {
  if (step.find === 'codes') return step.subjects ?? null;
  if (step.find !== 'and' && step.find !== 'or') return null;
  const [only, ...others] = step.steps;
  return only === undefined || others.length > 0 ? null : setsOf(only);
}
