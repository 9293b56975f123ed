import { cohortDefinitionWire } from '@atrium/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { day } from '../testing/definitions.ts';
import { findSubjects } from '../testing/findSubjects.ts';
import { datasetsOr, forRandomQuestions } from '../testing/reference/forRandomQuestions.ts';
import { randomCohort } from '../testing/reference/randomCohort.ts';
import { dayAt } from '../testing/reference/randomRelease.ts';
import { referenceSubjects } from '../testing/reference/referenceCohort.ts';

const runs = { datasets: datasetsOr(80), questionsEach: 25 };
const definitions = runs.datasets * runs.questionsEach;
const today = day(dayAt(25));

test(`${definitions} random definitions find the subjects that a plain reading finds`, async () => {
  await forRandomQuestions(randomCohort, runs, async (definition, { plain, open }) => {
    const expected = referenceSubjects(plain, definition, today).join(' ');
    const found = await findSubjects(open, definition, today);
    const minimal = JSON.stringify(z.encode(cohortDefinitionWire, definition));
    expect(found, minimal).toBe(expected);
  });
}, 600_000);
