import { type CohortDefinition, cohortDefinitionWire } from '@atrium/contract/wire/cohortDefinition';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { day } from '../../engine/src/testing/definitions.ts';
import { casesOr, isGate } from '../../engine/src/testing/effort.ts';
import { planOf } from '../../engine/src/testing/findSubjects.ts';
import {
  forRandomQuestions,
  type RandomData,
} from '../../engine/src/testing/reference/forRandomQuestions.ts';
import { randomAgedCohort, randomCohort } from '../../engine/src/testing/reference/randomCohort.ts';
import { dayAt, randomAgedRelease } from '../../engine/src/testing/reference/randomRelease.ts';
import { referenceSubjects } from '../../engine/src/testing/reference/referenceCohort.ts';
import { openedIndex } from './testing/openedIndex.ts';

const questionsEach = isGate ? 16 : 25;
const runs = { datasets: casesOr(3, { inGate: 2 }), questionsEach };
const agedRuns = { datasets: casesOr(2), questionsEach, releases: randomAgedRelease };
const definitions = ({ datasets, questionsEach }: typeof runs): number => datasets * questionsEach;
const today = day(dayAt(25));

async function compare(definition: CohortDefinition, { plain, open }: RandomData): Promise<void> {
  const expected = referenceSubjects(plain, definition, today).join(' ');
  const { subjectsOf } = await openedIndex(open);
  const minimal = JSON.stringify(z.encode(cohortDefinitionWire, definition));
  const found = subjectsOf(planOf(open, definition, today)).map((ids) => ids.join(' '));
  expect(found, minimal).toEqual([expected, expected, expected]);
}

it(`the index finds the subjects of ${definitions(runs)} random definitions that a plain reading finds`, () =>
  forRandomQuestions(randomCohort, runs, compare));

it(`the index finds those of ${definitions(agedRuns)} random definitions over events dated by age`, () =>
  forRandomQuestions(randomAgedCohort, agedRuns, compare));
