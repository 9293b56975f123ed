import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CohortPlan } from '../cohort/plan/cohortPlan.ts';
import { day } from '../testing/definitions.ts';
import { casesOr } from '../testing/effort.ts';
import { planOf } from '../testing/findSubjects.ts';
import { citusUrl, type OpenRelease, openOnServer } from '../testing/openRelease.ts';
import { randomCohort } from '../testing/reference/randomCohort.ts';
import { dayAt, randomRelease } from '../testing/reference/randomRelease.ts';
import { compileQuestion } from './releaseQuestion.ts';

/** Lines of EXPLAIN that say how Citus runs a statement. */
async function planOn(open: OpenRelease, plan: CohortPlan): Promise<string> {
  const { text, values } = compileQuestion({ kind: 'count', plan }, open.release);
  const lines = await open.run({ text: `EXPLAIN ${text}`, values });
  return lines.map((line) => String(line['QUERY PLAN'])).join('\n');
}

describe.skipIf(citusUrl === undefined)('a server with Citus', () => {
  it('sends counts of random definitions to where the rows of a subject lie, but for relatives and shared records (rule 16.24)', {
    tags: 'long',
  }, async () => {
    const [plain] = fc.sample(randomRelease, { numRuns: 1, seed: 1 });
    if (plain === undefined || citusUrl === undefined) throw new Error('There is no release, or no server.');
    const open = await openOnServer(citusUrl, plain);
    await fc.assert(
      fc.asyncProperty(randomCohort, async (definition) => {
        const plan = planOf(open, definition, day(dayAt(25)));
        const shown = await planOn(open, plan);
        const isNamed = plan.sets.some(({ kin, collection }) => kin !== undefined || collection.sharedRows);
        expect(shown).toContain('Citus Adaptive');
        expect(shown).not.toContain('MapMerge');
        if (!isNamed) expect(shown).not.toContain('Subplan');
      }),
      { numRuns: casesOr(10_000) },
    );
  });
});
