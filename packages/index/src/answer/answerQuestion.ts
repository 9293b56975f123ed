import type { CohortPlan, ReleaseQuestion } from '@atrium/engine';
import { compileCohort } from '../compile/compileCohort.ts';
import { NotInIndex } from '../compile/refusal.ts';
import type { Step } from '../layout/steps.ts';
import type { SharedSteps } from '../run/countEach.ts';
import { IndexFault } from '../run/indexThreads.ts';
import { type Answering, type AnsweringFor, answeringFor } from './answering.ts';
import type { Answer, AnswerRow } from './answerRow.ts';
import { choices, missing } from './choiceAnswers.ts';
import { answerCrossTab } from './crossTab.ts';
import { distributions } from './distributions.ts';
import { fileCoverage } from './fileCoverage.ts';
import { followUp, pathway } from './followUp.ts';
import { occurring, ontologyTerms, ontologyTotals, usedTerms } from './ontologyAnswers.ts';
import { ontologySynonyms } from './ontologyTerms.ts';
import { histogram, rangeSummary } from './rangeAnswers.ts';
import { answerPage, countRecords } from './tablePage.ts';
import { sortedValues, textCounts, textTotal, textValues } from './textAnswers.ts';

/**
 * The answer to a question from the index of a release: the rows that its statement gives, or of which subjects they
 * are. Null where the index cannot say. Rejects with the reason of the signal.
 */
export async function answerQuestion(question: ReleaseQuestion, given: AnsweringFor): Promise<Answer | null> {
  try {
    const at = answeringFor(given);
    if (question.kind === 'page') return await answerPage(question, at);
    return { kind: 'rows', rows: await answer(question, at) };
  } catch (error) {
    if (error instanceof NotInIndex || error instanceof IndexFault) return null;
    throw error;
  }
}

async function answer(question: ReleaseQuestion, at: Answering): Promise<readonly AnswerRow[]> {
  switch (question.kind) {
    case 'count':
      return [{ count: await countOf(question.plan, at) }];
    case 'counts':
      return [await countsOf(question.plans, at)];
    case 'distributions':
      return await distributions(question, at);
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
    case 'occurring':
      return await occurring(question, at);
    case 'recordCount':
      return [{ count: await countRecords(question, at) }];
    case 'crossTab':
      return await answerCrossTab(question, at);
    case 'followUp':
      return await followUp(question, at);
    case 'pathway':
      return await pathway(question, at);
    case 'fileCoverage':
      return await fileCoverage(question, at);
    default:
      throw new NotInIndex('otherQuestion');
  }
}

async function countOf(plan: CohortPlan, at: Answering): Promise<number> {
  const [counted] = await at.run({ job: 'count', step: compileCohort(plan, at) });
  return counted?.[0] ?? 0;
}

/** `c0`, `c1`, …: the subjects of each plan. A condition that several plans share is evaluated once. */
async function countsOf(plans: readonly CohortPlan[], at: Answering): Promise<AnswerRow> {
  const [counts] = await at.run({
    job: 'counts',
    ...shareSteps(plans.map((plan) => compileCohort(plan, at))),
  });
  return Object.fromEntries(plans.map((_, index) => [`c${index}`, counts?.[index] ?? 0]));
}

/** The conditions that must all be met, each once for all of the steps. */
function shareSteps(wholes: readonly Step[]): SharedSteps {
  const indexes = new Map<string, number>();
  const steps: Step[] = [];
  const indexOf = (step: Step): number => {
    const key = JSON.stringify(step);
    const index = indexes.get(key) ?? steps.push(step) - 1;
    indexes.set(key, index);
    return index;
  };
  return { sets: wholes.map((whole) => partsOf(whole).map(indexOf)), steps };
}

const partsOf = (step: Step): readonly Step[] => {
  if (step.find === 'and') return step.steps.flatMap(partsOf);
  return step.find === 'all' ? [] : [step];
};
