import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLookup } from '../dictionary/lookup.ts';
import { day } from '../testing/definitions.ts';
import { casesOr } from '../testing/effort.ts';
import { dictionaryOf } from '../testing/plainRelease.ts';
import { eachFilter, randomCohort } from '../testing/reference/randomCohort.ts';
import { dayAt, randomRelease } from '../testing/reference/randomRelease.ts';
import { referenceSubjects } from '../testing/reference/referenceCohort.ts';
import type { Combination } from './combination.ts';
import { sayCombination } from './combinedDefinition.ts';

const today = day(dayAt(25));

const combinations: fc.Arbitrary<Combination<CohortDefinition>> = fc.letrec<{
  all: Combination<CohortDefinition>;
  part: Combination<CohortDefinition>;
}>((tie) => {
  const two = fc.array(tie('all'), { minLength: 2, maxLength: 2 });
  return {
    part: fc.oneof(randomCohort, ...eachFilter).map((part) => ({ kind: 'part', part })),
    all: fc.oneof(
      { depthSize: 'small', maxDepth: 2 },
      tie('part'),
      fc.record({
        kind: fc.constant('combined' as const),
        operation: fc.constantFrom('and' as const, 'or' as const, 'minus' as const, 'xor' as const),
        of: two,
      }),
    ),
  };
}).all;

/** Who is in a combination, one subject after the other. */
function isIn(combination: Combination<CohortDefinition>, has: (part: CohortDefinition) => boolean): boolean {
  if (combination.kind === 'part') return has(combination.part);
  const [first = false, ...others] = combination.of.map((one) => isIn(one, has));
  switch (combination.operation) {
    case 'and':
      return first && others.every(Boolean);
    case 'or':
      return first || others.some(Boolean);
    case 'minus':
      return first && !others.some(Boolean);
    case 'xor':
      return first !== others[0];
  }
}

it('a combination that one definition says finds the subjects of the combined cohorts (rules 17.23 and 17.25)', () => {
  let said = 0;
  let last = 0;
  fc.assert(
    fc.property(randomRelease, combinations, (release, combination) => {
      const lookup = createLookup(dictionaryOf(release));
      const found = sayCombination(combination, { lookup, newEntryId: () => `entry${last++}` });
      if (found.kind === 'unsaid') return;
      said += 1;
      const subjects = (definition: CohortDefinition) => referenceSubjects(release, definition, today);
      const expected = subjects([]).filter((id) => isIn(combination, (part) => subjects(part).includes(id)));
      expect(subjects(found.definition)).toEqual(expected);
      const ids = found.definition.map(({ entryId }) => entryId);
      expect(new Set(ids).size).toBe(ids.length);
    }),
    { numRuns: casesOr(400) },
  );
  expect(said).toBeGreaterThan(100);
});
