import { type CohortDefinition, cohortDefinitionWire } from '@atrium/contract/wire/cohortDefinition';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { kindOf } from '../concepts/kinds.ts';
import type { Concept } from '../dictionary/dictionary.ts';
import { day } from '../testing/definitions.ts';
import { casesOr, isGate } from '../testing/effort.ts';
import { planOf } from '../testing/findSubjects.ts';
import { forRandomQuestions, type RandomData } from '../testing/reference/forRandomQuestions.ts';
import { randomCohort } from '../testing/reference/randomCohort.ts';
import { describedConcepts } from '../testing/reference/randomQuestion.ts';
import { dayAt } from '../testing/reference/randomRelease.ts';
import { describedRows } from '../testing/reference/referencePopulation.ts';
import { ask } from '../testing/testEngine.ts';
import { type Bin, planBins } from './bins.ts';

const today = day(dayAt(25));
const runs = { datasets: casesOr(2, { inGate: 1 }), questionsEach: isGate ? 3 : 20 };
const everyone = { plan: { subject: { kind: 'and', conditions: [] }, sets: [] }, prefilter: null } as const;

async function compare(definition: CohortDefinition, { plain, open }: RandomData): Promise<void> {
  const described = (
    await Promise.all(
      describedConcepts
        .flatMap((id) => open.release.lookup.concept(id) ?? [])
        .filter((concept) => !kindOf(concept).isFreeText)
        .map(async (concept) => ({ concept, bins: await binsOf(concept) })),
    )
  ).filter(({ bins }) => bins === null || bins.length > 0);
  const plan = planOf(open, definition, today);
  const rows = await ask(open, { kind: 'distributions', plan, concepts: described });
  const found = described.map((_, index) =>
    rows.flatMap((row) => (row['concept'] === index ? [`${row['bar']}: ${row['subjects']}`] : [])).toSorted(),
  );
  expect(found, JSON.stringify(z.encode(cohortDefinitionWire, definition))).toEqual(
    described.map(({ concept, bins }) => expected(concept, bins)),
  );

  /** The subjects with each bar, one row and one value after the other. */
  function expected(concept: Concept, bins: readonly Bin[] | null): readonly string[] {
    const subjects = new Map<string, Set<string>>();
    const question = { release: plain, definition, today, conceptId: concept.id, prefilterValue: null };
    for (const { subject, values } of describedRows(question))
      for (const value of values) {
        const bar = barOf(value, concept, bins);
        subjects.set(bar, (subjects.get(bar) ?? new Set()).add(subject));
      }
    return [...subjects].map(([bar, { size }]) => `${bar}: ${size}`).toSorted();
  }

  async function binsOf(concept: Concept): Promise<readonly Bin[] | null> {
    if (kindOf(concept).scale === null) return null;
    const [range] = await ask(open, { kind: 'rangeSummary', concept, population: everyone });
    const [min, max] = [range?.['min'], range?.['max']];
    if (typeof min !== 'number' && typeof min !== 'string') return [];
    if (typeof max !== 'number' && typeof max !== 'string') return [];
    return planBins(concept, { count: Number(range?.['count']), min, max });
  }
}

function barOf(value: unknown, concept: Concept, bins: readonly Bin[] | null): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (bins === null) return String(value);
  const word = kindOf(concept).hasWords ? concept.words.findIndex(({ text }) => text === value) : -1;
  if (word >= 0) return `-${word + 1}`;
  const isAtLeast = ({ from }: Bin) =>
    typeof value === 'number' ? value >= Number(from) : String(value) >= String(from);
  return String(Math.max(0, bins.findLastIndex(isAtLeast)));
}

it('a distribution counts the subjects of the cohort that a plain reading finds with each value (rule 4.18)', () =>
  forRandomQuestions(randomCohort, runs, compare));
