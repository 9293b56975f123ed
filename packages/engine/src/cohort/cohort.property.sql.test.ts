import { type CohortDefinition, cohortDefinitionWire } from '@atrium/contract';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { day } from '../testing/definitions.ts';
import { casesOr, isGate } from '../testing/effort.ts';
import { findSubjects } from '../testing/findSubjects.ts';
import { forRandomQuestions, type RandomData } from '../testing/reference/forRandomQuestions.ts';
import { randomAgedCohort, randomCohort } from '../testing/reference/randomCohort.ts';
import { dayAt, randomAgedRelease } from '../testing/reference/randomRelease.ts';
import { referenceSubjects } from '../testing/reference/referenceCohort.ts';

const questionsEach = isGate ? 16 : 25;
const runs = { datasets: casesOr(3, { inGate: 2 }), questionsEach };
const agedRuns = { datasets: casesOr(2), questionsEach, releases: randomAgedRelease };
const definitions = ({ datasets, questionsEach }: typeof runs): number => datasets * questionsEach;
const today = day(dayAt(25));

async function compare(definition: CohortDefinition, { plain, open }: RandomData): Promise<void> {
  const expected = referenceSubjects(plain, definition, today).join(' ');
  const found = await findSubjects(open, definition, today);
  const minimal = JSON.stringify(z.encode(cohortDefinitionWire, definition));
  expect(found, minimal).toBe(expected);
}

it(`${definitions(runs)} random definitions find the subjects that a plain reading finds`, () =>
  forRandomQuestions(randomCohort, runs, compare));

it(`${definitions(agedRuns)} random definitions over events dated by age find the subjects of a plain reading`, () =>
  forRandomQuestions(randomAgedCohort, agedRuns, compare));
