import { type Concept, kindOf, type Population } from '@atrium/engine';
import { textsOf } from '../compile/codeSets.ts';
import { compileCohort } from '../compile/compileCohort.ts';
import { compileRows, conceptIn } from '../compile/compileRows.ts';
import { NotInIndex } from '../compile/refusal.ts';
import type { Step } from '../layout/steps.ts';
import type { Answering } from './answering.ts';
import type { AnswerRow } from './answerRow.ts';
import {
  collectionOf,
  compileDescribed,
  isSeenItself,
  measuresOf,
  numbersIn,
  tallyCodes,
} from './described.ts';

/** What `compileMissing` says in SQL. */
export async function missing(concept: Concept, population: Population, at: Answering): Promise<AnswerRow> {
  const described = compileDescribed(concept, population, at);
  const isNull = compileRows({ kind: 'isNull', concept }, collectionOf(concept, at), at);
  const sets: readonly Step[] = [isNull, { find: 'not', step: isNull }];
  const [[cohort], [entries, subjects]] = await Promise.all([
    at.run({ job: 'count', step: compileCohort(population.plan, at) }),
    at.run({ job: 'tallySets', described, sets }),
  ]);
  return { entries: entries?.[0] ?? 0, subjects: (cohort?.[0] ?? 0) - (subjects?.[1] ?? 0) };
}

/** The values that are listed one by one by their codes; of a concept with words beside its numbers, the words. */
export function listedValues(
  concept: Concept,
  at: Answering,
): { readonly first: number; readonly values: ArrayLike<string | number | boolean> } {
  const { values } = conceptIn(concept, at);
  if (values.kind === 'texts') return { first: 1, values: textsOf(values) };
  if (values.kind === 'booleans') return { first: 1, values: [false, true] };
  if (values.kind === 'days' || !isSeenItself(concept, at)) throw new NotInIndex('otherQuestion');
  const numbers = numbersIn(concept, at);
  const first = kindOf(concept).hasWords ? measuresOf(concept, at).length : 0;
  return { first: first + 1, values: numbers.subarray(first) };
}

/** What `compileChoiceStatistics` says in SQL. */
export async function choices(
  concept: Concept,
  population: Population,
  at: Answering,
): Promise<readonly AnswerRow[]> {
  const { first, values } = listedValues(concept, at);
  const described = compileDescribed(concept, population, at);
  const { entries, subjects } = await tallyCodes(concept, described, { at, bySubject: true });
  return Array.from(values)
    .flatMap((value, index) => {
      const [many = 0, having = 0] = [entries[first + index], subjects[first + index]];
      const label = typeof value === 'boolean' ? (value ? 'True' : 'False') : value;
      return many === 0 ? [] : [{ value: label, entries: many, subjects: having }];
    })
    .sort((one, other) => other.entries - one.entries);
}
