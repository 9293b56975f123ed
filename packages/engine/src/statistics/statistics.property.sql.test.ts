import { cohortDefinitionWire } from '@atrium/contract/wire/cohortDefinition';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Concept } from '../dictionary/dictionary.ts';
import { shownValue } from '../dictionary/numberWords.ts';
import { day } from '../testing/definitions.ts';
import { casesOr, isGate } from '../testing/effort.ts';
import { planOf } from '../testing/findSubjects.ts';
import type { OpenRelease } from '../testing/openRelease.ts';
import { forRandomQuestions, type RandomData } from '../testing/reference/forRandomQuestions.ts';
import { eachConcept, type RandomQuestion, randomQuestion } from '../testing/reference/randomQuestion.ts';
import { dayAt } from '../testing/reference/randomRelease.ts';
import { referenceHistogram } from '../testing/reference/referenceHistogram.ts';
import { referenceTerms, referenceTotals } from '../testing/reference/referenceOntology.ts';
import type { ReferenceQuestion } from '../testing/reference/referencePopulation.ts';
import {
  type ReferenceSummary,
  referenceChoice,
  referenceMeasures,
  referenceMissing,
  referenceSummary,
  referenceTexts,
} from '../testing/reference/referenceStatistics.ts';
import { ask } from '../testing/testEngine.ts';
import type { Bin } from './bins.ts';
import { planBins, yearBins } from './bins.ts';
import type { Population } from './population.ts';

const today = day(dayAt(25));
const runs = { datasets: casesOr(2), questionsEach: isGate ? 8 : 20, each: eachConcept };
const questions = runs.datasets * runs.questionsEach;

/** One question, its concept and population as the engine sees them, and as the slow reading does. */
interface BothReadings {
  readonly question: RandomQuestion;
  readonly slow: ReferenceQuestion;
  readonly concept: Concept;
  readonly population: Population;
  readonly open: OpenRelease;
}

it(`${questions} random questions about concepts get the figures of a plain reading`, async () => {
  await forRandomQuestions(randomQuestion, runs, (question, data) => compare(readingsOf(question, data)));
});

function readingsOf(question: RandomQuestion, { plain, open }: RandomData): BothReadings {
  const concept = open.release.lookup.concept(question.conceptId);
  if (concept === undefined) throw new Error(question.conceptId);
  const by = open.release.lookup.concept(concept.prefilter?.conceptId ?? '');
  const { prefilterValue: value, conceptId, definition, recordsOf } = question;
  const criteriaSet =
    typeof recordsOf === 'number' ? definition[recordsOf]?.entryId : (recordsOf ?? undefined);
  const prefilter = by === undefined || value === null ? null : { concept: by, value };
  return {
    question,
    concept,
    open,
    population: { plan: planOf(open, definition, today), prefilter, criteriaSet },
    slow: { release: plain, definition, today, conceptId, prefilterValue: value, criteriaSet },
  };
}

/** What a failure prints: the question as small as it could be made. */
const minimal = ({ definition, ...question }: RandomQuestion): string =>
  JSON.stringify({ ...question, cohort: z.encode(cohortDefinitionWire, definition) });

async function compare(one: BothReadings): Promise<void> {
  const { question, slow, concept, population, open } = one;
  const message = minimal(question);
  const [missing] = await ask(open, { kind: 'missing', concept, population });
  expect(missing, message).toEqual(referenceMissing(slow));
  switch (concept.type) {
    case 'category':
    case 'boolean':
      return await compareChoice(one, message);
    case 'number':
    case 'age':
    case 'date':
      return await compareRange(one, message);
    case 'number_with_categories':
      await compareChoice(one, message);
      return await compareRange(one, message);
    case 'text':
      return await compareText(one, message);
    case 'ontology':
      return await compareOntology(one, message);
  }
}

async function compareChoice(one: BothReadings, message: string): Promise<void> {
  const { open, concept, population } = one;
  const rows = await ask(open, { kind: 'choices', concept, population });
  const lines = rows.map((row) =>
    [shownValue(one.concept, row['value']), row['entries'], row['subjects']].join(' '),
  );
  expect(lines, message).toEqual(referenceChoice(one.slow));
}

async function compareRange(one: BothReadings, message: string): Promise<void> {
  const { concept, population, open, slow } = one;
  const [summary] = await ask(open, { kind: 'rangeSummary', concept, population });
  const expected = referenceSummary(slow);
  const avg = expected.avg === null ? null : expect.closeTo(expected.avg, 9);
  expect(summary, message).toEqual({ ...expected, avg });
  const inYears = concept.hasPhi && open.release.visibility.showsYears;
  for (const bins of binsOf(concept, expected, inYears ? concept.topCodedYear : null)) {
    const [row] = await ask(open, { kind: 'histogram', concept, bins, population });
    const labels = bins.map(({ label }) => label);
    const counts = bins.map((_, index) => row?.[`b${index}`]);
    const slowFigures = referenceHistogram(referenceMeasures(slow), labels);
    expect(counts, `${message} ${labels.join(' | ')}`).toEqual(slowFigures);
    expect(
      slowFigures.reduce((total, count) => total + count, 0),
      message,
    ).toBe(expected.count);
  }
}

/** The bins of the editor, and for dates also those of members who see years only. */
function binsOf(
  concept: Concept,
  { count, min, max, avg }: ReferenceSummary,
  topCodedYear: number | null,
): readonly (readonly Bin[])[] {
  if (typeof min === 'boolean' || typeof max === 'boolean' || min === null || max === null) return [];
  const bins = planBins(concept, { count, min, max, mean: avg });
  return concept.type === 'date' ? [bins, yearBins(String(min), String(max), topCodedYear)] : [bins];
}

async function compareText(one: BothReadings, message: string): Promise<void> {
  const { concept, population, open, slow, question } = one;
  const { search } = question;
  const described = { concept, population };
  const expected = referenceTexts(slow, search);
  const page = await ask(open, {
    ...{ kind: 'textValues', ...described },
    search: { search, offset: 1, limit: 2 },
  });
  const lines = page.map((row) => [row['value'], row['total']]);
  expect(lines, message).toEqual(expected.slice(1, 3).map((text) => [text, expected.length]));
  const [total] = await ask(open, { kind: 'textTotal', ...described, search });
  expect(total, message).toEqual({ total: expected.length });
  const all = await ask(open, { kind: 'sortedValues', ...described });
  expect(
    all.map((row) => row['value']),
    message,
  ).toEqual(referenceTexts(slow, ''));
}

async function compareOntology(one: BothReadings, message: string): Promise<void> {
  const { concept, population, open, slow, question } = one;
  const described = { concept, population };
  const rows = await ask(open, {
    ...{ kind: 'ontologyTerms', ...described, at: question.position, existing: question.existing },
    ...{ offset: 0, limit: 1_000_000 },
  });
  const names = ['role', 'code', 'is_leaf', 'entries', 'subjects', 'has_descendants'];
  const lines = rows.map((row) => names.map((name) => row[name]).join(' '));
  expect(lines, message).toEqual(referenceTerms(slow, question.position, question.existing));
  const [totals] = await ask(open, { kind: 'ontologyTotals', ...described });
  expect(totals, message).toEqual(referenceTotals(slow));
}
