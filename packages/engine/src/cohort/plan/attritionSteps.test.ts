import type { CohortDefinition, CriteriaSet } from '@atrium/contract/wire/cohortDefinition';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLookup } from '../../dictionary/lookup.ts';
import { choice, day } from '../../testing/definitions.ts';
import { casesOr } from '../../testing/effort.ts';
import { dictionaryOf } from '../../testing/plainRelease.ts';
import { randomCohort } from '../../testing/reference/randomCohort.ts';
import { dayAt, randomRelease } from '../../testing/reference/randomRelease.ts';
import { referenceSubjects } from '../../testing/reference/referenceCohort.ts';
import { checkCohort } from '../check/checkCohort.ts';
import { attritionSteps } from './attritionSteps.ts';

it('no step of an attrition adds subjects, each step can be run, and the last one is the cohort', () => {
  fc.assert(
    fc.property(randomCohort, randomRelease, (definition, release) => {
      const lookup = createLookup(dictionaryOf(release));
      const found = (of: CohortDefinition) => new Set(referenceSubjects(release, of, day(dayAt(25))));
      let before = found([]);
      for (const { upTo, added } of attritionSteps(definition, lookup)) {
        for (const one of [upTo, added])
          expect(checkCohort(one, { lookup, member: { level: 'phi' } }).kind).toBe('sound');
        const after = found(upTo);
        expect([...after].every((id) => before.has(id))).toBe(true);
        before = after;
      }
      expect(before).toEqual(found(definition));
    }),
    { numRuns: casesOr(200) },
  );
});

const set = (collectionId: string, given: Partial<CriteriaSet> = {}): CriteriaSet => ({
  kind: 'criteria_set',
  entryId: collectionId,
  collectionId,
  entries: [],
  ...given,
});

it('each filter of the root is a step, another set is one step, and sets bound by a relative rule are one', () => {
  const [release] = fc.sample(randomRelease, { numRuns: 1, seed: 1 });
  if (release === undefined) throw new Error('There is no release.');
  const relative = {
    kind: 'relative_to_other_event',
    targetEntryId: 'interval',
    referenceDate: 'start',
    rangeStartDaysFromTarget: 0,
    rangeStartTarget: 'start',
    rangeEndDaysFromTarget: 9,
    rangeEndTarget: 'start',
  } as const;
  const steps = attritionSteps(
    [
      set('point', { eventRule: relative }),
      set('shared', { entries: [choice('m_cat', 'a')] }),
      set('subject', { entries: [choice('r_cat', 'a'), choice('r_bool', true)] }),
      set('interval', { eventRule: { kind: 'no_restriction' } }),
    ],
    createLookup(dictionaryOf(release)),
  );
  expect(steps.map(({ added }) => added.map(({ collectionId }) => collectionId))).toEqual([
    ['subject'],
    ['subject'],
    ['shared'],
    ['point', 'interval'],
  ]);
  expect(steps.map(({ upTo }) => upTo.length)).toEqual([1, 1, 2, 4]);
});
