import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkCohort } from '../cohort/check/checkCohort.ts';
import type { CohortPlan } from '../cohort/plan/cohortPlan.ts';
import { planCohort } from '../cohort/plan/planCohort.ts';
import { kindOf } from '../concepts/kinds.ts';
import { createLookup } from '../dictionary/lookup.ts';
import { storage } from '../dictionary/storage.ts';
import { citus, type Dialect, postgres } from '../sql/dialect.ts';
import { day } from '../testing/definitions.ts';
import { casesOr } from '../testing/effort.ts';
import { dictionaryOf } from '../testing/plainRelease.ts';
import { faultsOfPushDown } from '../testing/pushDown.ts';
import { randomCohort } from '../testing/reference/randomCohort.ts';
import { describedConcepts } from '../testing/reference/randomQuestion.ts';
import { dayAt, randomRelease } from '../testing/reference/randomRelease.ts';
import { permit } from '../visibility/permit.ts';
import { visibilityOfEverything } from '../visibility/visibility.ts';
import { compileQuestion, type ReleaseQuestion } from './releaseQuestion.ts';

const [plain] = fc.sample(randomRelease, { numRuns: 1, seed: 1 });
if (plain === undefined) throw new Error('There is no release.');
const dictionary = dictionaryOf(plain);
const lookup = createLookup(dictionary);

/** The tables whose rows lie on the server of their subject: see `storage`. */
const distributed = new Set([
  ...dictionary.collections.map((one) => (one.sharedRows ? storage.links(one) : storage.collection(one))),
  ...dictionary.concepts
    .filter(({ collectionId }) => lookup.collection(collectionId)?.sharedRows === false)
    .flatMap((concept) => [storage.values(concept), storage.moments(concept)]),
]);

const faultsOf = (text: string): readonly string[] =>
  faultsOfPushDown({ text }, (table) => distributed.has(table));

const faultsIn = (question: ReleaseQuestion, dialect: Dialect = citus): readonly string[] =>
  faultsOf(
    compileQuestion(question, { release: 'r1', lookup, dialect, visibility: visibilityOfEverything }).text,
  );

function planOf(definition: Parameters<typeof checkCohort>[0]): CohortPlan {
  const checked = checkCohort(definition, { lookup, member: { level: 'phi' } });
  if (checked.kind === 'broken') throw new Error(checked.errors.map(({ message }) => message).join(' '));
  return planCohort(checked, { today: day(dayAt(25)) });
}

/** A family may lie on several servers, so relatives are gathered, and records that subjects share lie on each. */
const isNamed = (fault: string, { sets }: CohortPlan): boolean =>
  fault === 'rows are gathered'
    ? sets.some(({ kin }) => kin !== undefined)
    : fault === 'shared rows are gathered' && sets.some(({ collection }) => collection.sharedRows);

const unnamedFaultsIn = (question: ReleaseQuestion, plan: CohortPlan): readonly string[] =>
  faultsIn(question).filter((fault) => !isNamed(fault, plan));

it('counts of random definitions are sent to where the rows of a subject lie (rule 16.24)', () => {
  fc.assert(
    fc.property(randomCohort, (definition) => {
      const plan = planOf(definition);
      expect(unnamedFaultsIn({ kind: 'count', plan }, plan)).toEqual([]);
    }),
    { numRuns: casesOr(10_000, { inGate: 500 }) },
  );
});

it('so is a count of nobody, by a condition that no planner takes for a constant (rules 1.25 and 16.24)', () => {
  const dataUse = { conceptId: 'r_cat', occurring: [], titles: {}, forAggregates: null };
  const asked = createLookup({ ...dictionary, dataUse });
  const { visibility } = permit(asked, { level: 'phi', groups: null });
  const question = { kind: 'count', plan: planOf([]) } as const;
  const { text } = compileQuestion(question, { release: 'r1', lookup: asked, dialect: citus, visibility });
  expect([visibility.agreed.kind, faultsOf(text), /\bfalse\b/i.test(text)]).toEqual(['none', [], false]);
});

const ownRows = describedConcepts
  .flatMap((id) => lookup.concept(id) ?? [])
  .filter(({ collectionId }) => lookup.collection(collectionId)?.sharedRows === false);

it('so are figures of each concept whose records are of one subject, in random cohorts (rule 16.24)', () => {
  fc.assert(
    fc.property(randomCohort, fc.constantFrom(...ownRows), (definition, concept) => {
      const plan = planOf(definition);
      const described = { concept, population: { plan, prefilter: null } };
      const axis = { entryId: 'axis', concept, yearsOnly: false, topCodesAges: false };
      const questions: readonly ReleaseQuestion[] = [
        { kind: 'choices', ...described },
        { kind: 'missing', ...described },
        { kind: 'rangeSummary', ...described },
        { kind: 'histogram', bins: [{ from: 1, label: 'all' }], ...described },
        { kind: 'sortedValues', ...described },
        { kind: 'textTotal', search: 'a', ...described },
        { kind: 'textCounts', values: ['a'], ...described },
        { kind: 'distributions', plan, concepts: [{ concept, bins: null }] },
        { kind: 'crossTab', plan, axes: [{ ...axis, bucketing: { kind: 'each' } }], most: 100 },
        ...(kindOf(concept).isCoded
          ? [
              {
                kind: 'crossTab',
                plan,
                axes: [{ ...axis, level: 3, bucketing: { kind: 'each' } }],
                most: 9,
              } as const,
            ]
          : []),
      ];
      for (const question of questions) expect(unnamedFaultsIn(question, plan), question.kind).toEqual([]);
    }),
    { numRuns: casesOr(1_000, { inGate: 50 }) },
  );
});

const counted = 'SELECT count(*) AS count FROM "r1"."subject" AS s WHERE';

it.each([
  ['IN over rows of subjects', `${counted} s._subject NOT IN (SELECT p._subject FROM "r1"."point" AS p)`],
  [
    'p joined without the subject',
    `${counted} EXISTS (SELECT 1 FROM "r1"."point" AS p WHERE p._row = s._row)`,
  ],
  [
    'p joined without the subject',
    `${counted} EXISTS (SELECT 1 FROM "r1"."point" AS p WHERE (p._subject = s._subject OR TRUE))`,
  ],
  [
    'DISTINCT in an aggregate',
    'SELECT p.p_cat, count(DISTINCT p._subject) FROM "r1"."point" AS p GROUP BY 1',
  ],
  ['rows of subjects are the answer', 'SELECT p._subject, p.p_cat FROM "r1"."point" AS p'],
  [
    'part is named twice and gathered',
    'WITH part AS (SELECT p._subject FROM "r1"."point" AS p) SELECT (SELECT count(*) FROM part), (SELECT count(*) FROM part)',
  ],
])('the test finds a statement that is not sent: %s', (fault, text) => {
  expect(faultsOf(text)).toEqual([fault]);
});

it('without the subject in lines of values they are joined by their record alone', () => {
  const concept = lookup.concept('p_multi');
  if (concept === undefined) throw new Error('p_multi');
  const question = { kind: 'choices', concept, population: { plan: planOf([]), prefilter: null } } as const;
  expect(faultsIn(question, postgres)).toEqual(['v joined without the subject']);
});
