import type { CohortPlan, ReleaseQuestion } from '@atrium/engine';
import { compileCohort } from '../compile/compileCohort.ts';
import { NotInIndex } from '../compile/refusal.ts';
import { IndexFault } from '../run/indexThreads.ts';
import { type Answering, type AnsweringFor, answeringFor } from './answering.ts';
import type { AnswerRow } from './answerRow.ts';

/**
 * The answer to a question from the index of a release: the rows that its statement gives. Null where the index cannot
 * say. Rejects with the reason of the signal.
 */
export async function answerQuestion(
  question: ReleaseQuestion,
  given: AnsweringFor,
): Promise<readonly AnswerRow[] | null> {
  try {
    return await answer(question, answeringFor(given));
  } catch (error) {
    if (error instanceof NotInIndex || error instanceof IndexFault) return null;
    throw error;
  }
}

async function answer(question: ReleaseQuestion, at: Answering): Promise<readonly AnswerRow[]> {
  switch (question.kind) {
    case 'count':
      return [{ count: await countOf(question.plan, at) }];
    default:
      throw new NotInIndex('otherQuestion');
  }
}

async function countOf(plan: CohortPlan, at: Answering): Promise<number> {
  const [counted] = await at.run({ job: 'count', step: compileCohort(plan, at) });
  return counted?.[0] ?? 0;
}
