import type { CohortDefinition } from '@atrium/contract';
import fc from 'fast-check';
import { randomCohort } from './randomCohort.ts';
import type { ReferencePlace } from './referenceOntology.ts';

/** A question about one concept of a random release. */
export interface RandomQuestion {
  readonly conceptId: string;
  readonly definition: CohortDefinition;
  readonly prefilterValue: string | null;
  /** For text concepts. */
  readonly search: string;
  /** For ontology concepts. */
  readonly place: ReferencePlace;
  readonly existing: boolean;
}

export const describedConcepts = [
  ...['r_cat', 'r_multi', 'r_bool', 'r_num', 'r_age', 'r_text', 'r_date', 'r_born', 'r_onto', 'r_case'],
  ...['p_date', 'p_cat', 'p_onto', 'p_num', 'p_num', 'p_whole', 'p_multi'],
  ...['i_end', 'i_cat', 'i_multi'],
  ...['m_cat', 'm_num', 'm_onto'],
];

const codes = fc.constantFrom('root', 'left', 'right', 'both', 'leaf', 'alone', 'UNKNOWN', 'nowhere');
const place: fc.Arbitrary<ReferencePlace> = fc.oneof(
  fc.constant<ReferencePlace>({ kind: 'roots' }),
  codes.map((code): ReferencePlace => ({ kind: 'term', code })),
  fc.constantFrom('o', 'LEFT', 'sinis', '%').map((search): ReferencePlace => ({ kind: 'search', search })),
);

/** The empty cohort, everyone, half of the time. */
const definition = fc.oneof(fc.constant<CohortDefinition>([]), randomCohort);

export const randomQuestion: fc.Arbitrary<RandomQuestion> = fc
  .record({
    conceptId: fc.constantFrom(...describedConcepts),
    definition,
    prefilterValue: fc.option(fc.constantFrom('a', 'b', 'nobody'), { nil: null }),
    search: fc.constantFrom('', 'a', 'BETA', '%', '_', '\\', '日', '/^[Aa]l/', '/1$/'),
    place,
    existing: fc.boolean(),
  })
  .map((question) => (question.conceptId === 'p_num' ? question : { ...question, prefilterValue: null }));
