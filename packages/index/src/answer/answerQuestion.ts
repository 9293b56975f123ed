import type { CohortPlan, ReleaseQuestion } from '@atrium/engine';
import { compileCohort } from '../compile/compileCohort.ts';
import { NotInIndex } from '../compile/refusal.ts';
import { IndexFault } from '../run/indexThreads.ts';
import { type Answering, type AnsweringFor, answeringFor } from './answering.ts';
import type { AnswerRow } from './answerRow.ts';
import { choices, missing } from './choiceAnswers.ts';
import { answerCrossTab } from './crossTab.ts';
import { ontologyTerms, ontologyTotals, usedTerms } from './ontologyAnswers.ts';
import { ontologySynonyms } from './ontologyTerms.ts';
import { histogram, rangeSummary } from './rangeAnswers.ts';
import { sortedValues, textCounts, textTotal, textValues } from './textAnswers.ts';

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
    case 'rangeSummary':
      return [await rangeSummary(question.concept, question.population, at)];
    case 'histogram':
      return [await histogram(question.concept, question, at)];
    case 'choices':
      return await choices(question.concept, question.population, at);
    case 'sortedValues':
      return await sortedValues(question, at);
    case 'missing':
      return [await missing(question.concept, question.population, at)];
    case 'textValues':
      return await textValues(question, question.search, at);
    case 'textTotal':
      return [await textTotal(question, question.search, at)];
    case 'textCounts':
      return await textCounts(question, question.values, at);
    case 'ontologyTerms':
      return await ontologyTerms(question, at);
    case 'ontologySynonyms':
      return ontologySynonyms(question.concept, question.of, at);
    case 'ontologyTotals':
      return [await ontologyTotals(question.concept, question.population, at)];
    case 'usedTerms':
      return await usedTerms(question.concept, question, at);
    case 'crossTab':
      return await answerCrossTab(question, at);
    default:
      throw new NotInIndex('otherQuestion');
  }
}

async function countOf(plan: CohortPlan, at: Answering): Promise<number> {
  const [counted] = await at.run({ job: 'count', step: compileCohort(plan, at) });
  return counted?.[0] ?? 0;
}
