import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCohort, anyRelease } from '../testing/anyCohort.ts';
import { day } from '../testing/definitions.ts';
import { findSubjects } from '../testing/findSubjects.ts';
import { openRelease } from '../testing/openRelease.ts';
import { slowSubjects } from '../testing/slowCohort.ts';

const today = day('2020-03-09');

test('any cohort finds the subjects that a slow reading of the rules finds', async () => {
  const cohorts = fc.array(anyCohort, { minLength: 40, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(anyRelease, cohorts, async (plain, definitions) => {
      const open = await openRelease(plain);
      for (const definition of definitions) {
        const found = await findSubjects(open, definition, today);
        expect(found, JSON.stringify(definition)).toBe(slowSubjects(plain, definition, today));
      }
    }),
    { numRuns: 12, endOnFailure: true },
  );
});
