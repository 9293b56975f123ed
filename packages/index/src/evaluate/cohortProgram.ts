import { unreachable } from '@atrium/contract';
import type { CohortPlan, SetPlan } from '@atrium/engine';
import type { Span } from '../kernel/kernel.ts';
import { truthyCodes } from './codeSets.ts';
import { NotInIndex } from './refusal.ts';
import {
  collectionIn,
  combine,
  conceptIn,
  emptySet,
  rowStep,
  rowsOf,
  type Step,
  valueStep,
  type Workplace,
} from './rowProgram.ts';

const many = 0x7fffffff;

/** The subjects of a cohort whom the member may see: what `compileSubjects` says in SQL. */
export function cohortStep(plan: CohortPlan, at: Workplace): Step {
  const { root } = at.release.lookup;
  return combine(
    'and',
    [...visibleSteps(at), rowStep(plan.subject, root, at), ...plan.sets.flatMap((set) => setStep(set, at))],
    at,
  );
}

/** Whom the member may see (rules 1.12 and 7.13). */
function visibleSteps(at: Workplace): readonly Step[] {
  const { subjects, closed } = at.release.visibility;
  const steps: Step[] = [];
  if (subjects.kind === 'anyTruthy')
    steps.push(
      combine(
        'or',
        subjects.concepts.map((concept) => {
          const looked = { index: conceptIn(concept, at), memory: at.index.memory };
          return valueStep(concept, truthyCodes(concept, looked), at);
        }),
        at,
      ),
    );
  if (closed.kind === 'unseenOn') throw new NotInIndex('otherRelease');
  if (closed.kind === 'all') steps.push({ add: () => {} });
  if (closed.kind === 'listed') steps.push(openStep(closed.subjects, at));
  return steps;
}

/** All subjects but those with these numbers. */
const openStep = (closed: readonly number[], { index, kernel }: Workplace): Step => ({
  add: (subjects, out) => {
    kernel.all(out);
    const words = new Uint32Array(index.memory);
    for (const number of closed) {
      const bit = number - 1 - subjects.from;
      if (bit < 0 || bit >= subjects.count) continue;
      const word = (out.bits >>> 2) + (bit >>> 5);
      words[word] = (words[word] ?? 0) & ~(1 << (bit & 31));
    }
  },
});

/** A subject without matching rows meets some count rules (rule 2.8). */
function setStep(set: SetPlan, at: Workplace): readonly Step[] {
  const { operator, value } = set.count;
  switch (operator) {
    case 'at least':
      return value === 0 ? [] : [rowsStep(set, { min: value, max: many }, at)];
    case 'at most':
      return [rowsStep(set, { min: 0, max: value }, at)];
    case 'exactly':
      return [rowsStep(set, { min: value, max: value }, at)];
    default:
      return unreachable(operator);
  }
}

/** The subjects with so many rows that meet the condition of a set. */
function rowsStep(
  { collection, condition }: SetPlan,
  bounds: { readonly min: number; readonly max: number },
  at: Workplace,
): Step {
  const { kernel, scratch, index } = at;
  const own = collectionIn(collection, at);
  const step = rowStep(condition, collection, at);
  return {
    add: (subjects, out) =>
      scratch.within(() => {
        const rows = emptySet(rowsOf(own, subjects, index), at);
        step.add(subjects, rows);
        kernel.addWithRows({ offsets: own.offsets, rows }, bounds, out);
      }),
  };
}

const blockOfSubjects = 16_384;

/** The subjects from `from` on, in blocks whose sets stay in the cache of the processor. */
export function* blocksOf({ from, count }: Span): Generator<Span> {
  for (let begin = from; begin < from + count; begin += blockOfSubjects)
    yield { from: begin, count: Math.min(blockOfSubjects, from + count - begin) };
}

/** How many subjects of the span are in the cohort. Throws NotInIndex where the index cannot say. */
export function countSubjects(plan: CohortPlan, span: Span, at: Workplace): number {
  const step = cohortStep(plan, at);
  let count = 0;
  for (const block of blocksOf(span))
    at.scratch.within(() => {
      const set = emptySet(block, at);
      step.add(block, set);
      count += at.kernel.count(set.bits, set.count);
    });
  return count;
}
