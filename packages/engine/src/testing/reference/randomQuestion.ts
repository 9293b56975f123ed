import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import fc from 'fast-check';
import { randomCohort, randomCohortOn } from './randomCohort.ts';
import { randomRelease } from './randomRelease.ts';
import type { ReferencePosition } from './referenceOntology.ts';

/** A question about one concept of a random release. */
export interface RandomQuestion {
  readonly conceptId: string;
  readonly definition: CohortDefinition;
  readonly prefilterValue: string | null;
  /** The number of the set whose records are described, `new`, or none. */
  readonly recordsOf: number | 'new' | null;
  /** For text concepts. */
  readonly search: string;
  /** For ontology concepts. */
  readonly position: ReferencePosition;
  readonly existing: boolean;
}

const [oneRelease] = fc.sample(randomRelease, { numRuns: 1, seed: 1 });

/** Every concept of the random release that is described; only the rows of such releases differ. */
export const describedConcepts: readonly string[] = (oneRelease?.collections ?? [])
  .flatMap(({ concepts }) => concepts.map(({ id }) => id))
  .filter((id) => id !== 'id');

const codes = fc.constantFrom('root', 'left', 'right', 'both', 'leaf', 'alone', 'UNKNOWN', 'nowhere');
const position: fc.Arbitrary<ReferencePosition> = fc.oneof(
  fc.constant<ReferencePosition>({ kind: 'roots' }),
  codes.map((code): ReferencePosition => ({ kind: 'term', code })),
  fc.constantFrom('o', 'LEFT', 'sinis', '%').map((search): ReferencePosition => ({ kind: 'search', search })),
);

const subCollections: Readonly<Record<string, string>> = { p: 'point', i: 'interval', m: 'shared' };

/** Everyone, any cohort, or one with sets on the collection that holds the concept. */
export function cohortFor(conceptId: string): fc.Arbitrary<CohortDefinition> {
  const everyone = fc.constant<CohortDefinition>([]);
  const collectionId = subCollections[conceptId.slice(0, 1)];
  return collectionId === undefined
    ? fc.oneof(everyone, randomCohort)
    : fc.oneof(everyone, randomCohort, randomCohortOn(collectionId));
}

const questionAbout = (conceptId: string): fc.Arbitrary<RandomQuestion> =>
  fc.record({
    conceptId: fc.constant(conceptId),
    definition: cohortFor(conceptId),
    prefilterValue:
      conceptId === 'p_num'
        ? fc.option(fc.constantFrom('a', 'b', 'nobody'), { nil: null, freq: 3 })
        : fc.constant(null),
    recordsOf: fc.oneof(fc.constant(null), fc.constantFrom(0, 1, 'new' as const)),
    search: fc.constantFrom('', 'a', 'BETA', '%', '_', '\\', '日', '/^[Aa]l/', '/1$/'),
    position,
    existing: fc.boolean(),
  });

export const randomQuestion: fc.Arbitrary<RandomQuestion> = fc
  .constantFrom(...describedConcepts)
  .chain(questionAbout);

/** For each concept, a question about it over everyone. */
export const eachConcept: readonly fc.Arbitrary<RandomQuestion>[] = describedConcepts.map((conceptId) =>
  questionAbout(conceptId).map((question) => ({ ...question, definition: [], recordsOf: null })),
);
