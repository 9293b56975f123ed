import { type CohortDefinition, cohortDefinitionWire } from '@atrium/contract/wire/cohortDefinition';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { day } from '../../testing/definitions.ts';
import { casesOr, isGate } from '../../testing/effort.ts';
import { planOf } from '../../testing/findSubjects.ts';
import { forRandomQuestions, type RandomData } from '../../testing/reference/forRandomQuestions.ts';
import { randomCohort } from '../../testing/reference/randomCohort.ts';
import { dayAt } from '../../testing/reference/randomRelease.ts';
import { referenceSubjects } from '../../testing/reference/referenceCohort.ts';
import { ask } from '../../testing/testEngine.ts';
import { filterParts } from './filterParts.ts';

const today = day(dayAt(25));
const runs = { datasets: casesOr(2, { inGate: 1 }), questionsEach: isGate ? 5 : 20 };

async function compare(definition: CohortDefinition, { plain, open }: RandomData): Promise<void> {
  const parts = filterParts(definition, open.release.lookup);
  const definitions = [
    definition,
    ...parts.flatMap(({ alone, without, orMissing }) => [alone, without, orMissing ?? []]),
  ];
  const plans = definitions.map((one) => planOf(open, one, today));
  const [row] = await ask(open, { kind: 'counts', plans });
  const found = plans.map((_, index) => row?.[`c${index}`]);
  const expected = definitions.map((one) => referenceSubjects(plain, one, today).length);
  expect(found, JSON.stringify(z.encode(cohortDefinitionWire, definition))).toEqual(expected);
}

it('each part of a random cohort, alone, left out and with missing values, has the subjects of a plain reading (rule 4.16)', () =>
  forRandomQuestions(randomCohort, runs, compare));
