import { cohortDefinitionWire } from '@atrium/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { day } from '../testing/definitions.ts';
import { findSubjects } from '../testing/findSubjects.ts';
import { openRelease } from '../testing/openRelease.ts';
import { propertyRuns } from '../testing/reference/propertyRuns.ts';
import { randomCohort } from '../testing/reference/randomCohort.ts';
import { dayAt, randomRelease } from '../testing/reference/randomRelease.ts';
import { referenceSubjects } from '../testing/reference/referenceCohort.ts';

const runs = propertyRuns(80);
const definitionsEach = 25;
const today = day(dayAt(25));

test(`${runs.numRuns * definitionsEach} random definitions find the subjects that a plain reading finds`, async () => {
  await fc.assert(
    fc.asyncProperty(
      randomRelease,
      fc.array(randomCohort, { minLength: definitionsEach, maxLength: definitionsEach }),
      async (plain, definitions) => {
        const open = await openRelease(plain);
        for (const definition of definitions) {
          const expected = referenceSubjects(plain, definition, today).join(' ');
          const found = await findSubjects(open, definition, today);
          const minimal = JSON.stringify(z.encode(cohortDefinitionWire, definition));
          expect(found, minimal).toBe(expected);
        }
      },
    ),
    runs,
  );
}, 600_000);
