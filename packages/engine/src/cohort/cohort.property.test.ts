import { cohortDefinitionWire } from '@atrium/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { day } from '../testing/definitions.ts';
import { findSubjects } from '../testing/findSubjects.ts';
import { openRelease } from '../testing/openRelease.ts';
import { randomCohort } from '../testing/reference/randomCohort.ts';
import { dayAt, randomRelease } from '../testing/reference/randomRelease.ts';
import { referenceSubjects } from '../testing/reference/referenceCohort.ts';

const datasets = Number(process.env['ATRIUM_PROPERTY_DATASETS'] ?? 80);
const definitionsEach = 25;
const today = day(dayAt(25));

test(`${datasets * definitionsEach} random definitions find the subjects that a plain reading finds`, async () => {
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
    {
      numRuns: datasets,
      ...(process.env['ATRIUM_PROPERTY_SEED'] ? { seed: Number(process.env['ATRIUM_PROPERTY_SEED']) } : {}),
    },
  );
}, 600_000);
