import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  type CohortDefinition,
  type CriteriaSet,
  oneOfFamily,
  relatives,
} from '@atrium/contract/wire/cohortDefinition';
import { cohortDocument, cohortSchema } from '@atrium/contract/wire/cohortDocument';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { KnownValues } from '../../concepts/pastedValues.ts';
import { createLookup, type Lookup } from '../../dictionary/lookup.ts';
import {
  anyDate,
  choice,
  day,
  exclude,
  near,
  or,
  range,
  set,
  terms,
  text,
} from '../../testing/definitions.ts';
import { casesOr } from '../../testing/effort.ts';
import { dictionaryOf } from '../../testing/plainRelease.ts';
import { eachFilter, randomAgedCohort, randomCohort } from '../../testing/reference/randomCohort.ts';
import { randomAgedRelease, randomOntology, randomRelease } from '../../testing/reference/randomRelease.ts';
import { referenceSubjects } from '../../testing/reference/referenceCohort.ts';
import { ancestors } from '../../testing/reference/referenceFilter.ts';
import { sqonSubjects } from '../../testing/reference/referenceSqon.ts';
import { checkCohort } from '../check/checkCohort.ts';
import type { SoundCohort } from '../check/checkedCohort.ts';
import { canonicalCohort } from '../plan/canonicalCohort.ts';
import { planCohort } from '../plan/planCohort.ts';
import { cohortDocumentOf } from './cohortDocumentOf.ts';
import { importCohort } from './importCohort.ts';
import { type CodesOf, writeSqon } from './sqon.ts';

const today = day('2024-03-06');
const [plain] = fc.sample(randomRelease, { numRuns: 1, seed: 1 });
const [aged] = fc.sample(randomAgedRelease, { numRuns: 1, seed: 1 });
const lookupOf = (release: typeof plain): Lookup =>
  createLookup(dictionaryOf(release ?? { collections: [] }));
const lookup = lookupOf(plain);

function soundOf(definition: CohortDefinition, by = lookup): SoundCohort {
  const checked = checkCohort(definition, { lookup: by, member: { level: 'phi' } });
  if (checked.kind === 'broken') throw new Error(JSON.stringify(checked.errors));
  return checked;
}

const meaningOf = (cohort: SoundCohort): string => canonicalCohort(planCohort(cohort, { today }));
const jsonOf = (cohort: SoundCohort, by = lookup): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(z.encode(cohortDocument, cohortDocumentOf(cohort, { name: 'x', description: [] }, by))),
  );

interface ImportOptions {
  readonly level?: 'phi' | 'deid';
  readonly knownOf?: ReadonlyMap<string, KnownValues>;
  readonly leaveOut?: boolean;
  readonly ignoreWarnings?: boolean;
  readonly validateOnly?: boolean;
}

function imported(document: Record<string, unknown>, by: Lookup, options: ImportOptions = {}) {
  let made = 0;
  const { level = 'phi', knownOf = new Map(), ignoreWarnings = true, ...flags } = options;
  return importCohort(
    { kind: 'import_cohort', document, ignoreWarnings, leaveOut: false, validateOnly: false, ...flags },
    { lookup: by, member: { level }, newEntryId: () => `new${++made}`, known: null, knownOf },
  );
}

const messages = (outcome: ReturnType<typeof imported>): readonly string[] =>
  outcome.kind === 'refused' ? outcome.errors.map(({ message }) => message) : [outcome.kind];

const aliased = (alias: string | undefined) => (alias === undefined ? {} : { alias });
/** What a set says beside its entries and the ids of others. */
const partsOf = ({ entries, entryId: _, orGroupId, eventRule, ...rest }: CriteriaSet): string =>
  JSON.stringify([
    Object.entries(rest).toSorted(([left], [right]) => left.localeCompare(right)),
    eventRule && { ...eventRule, targetEntryId: '' },
    entries.length,
  ]);

it.each([
  ['dates', randomCohort, plain],
  ['ages', randomAgedCohort, aged],
] as const)(
  'a cohort that goes out as a document fits its schema and comes back with the same meaning, over events dated by %s (rules 3.32 and 3.33)',
  (_, cohorts, release) => {
    const schema = z.fromJSONSchema(JSON.parse(JSON.stringify(cohortSchema())));
    const by = lookupOf(release);
    const names = fc.array(fc.constantFrom(undefined, 'Norwood', '日本'), { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(cohorts, names, (unnamed, aliases) => {
        const definition = unnamed.map((one, index) => ({ ...one, ...aliased(aliases[index]) }));
        const cohort = soundOf(definition, by);
        const document = jsonOf(cohort, by);
        expect(schema.safeParse(document).error?.issues ?? []).toEqual([]);
        const outcome = imported(document, by);
        if (outcome.kind !== 'changed') throw new Error(JSON.stringify(outcome));
        expect(meaningOf(soundOf(outcome.definition, by))).toBe(meaningOf(cohort));
        expect(outcome.definition.map(partsOf).toSorted()).toEqual(definition.map(partsOf).toSorted());
        const ids = outcome.definition.flatMap(({ entryId, entries }) => [
          entryId,
          ...entries.map((one) => one.entryId),
        ]);
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: casesOr(300, { inGate: 40 }) },
    );
  },
);

const people = set('subject', [choice('r_cat', 'a'), text('r_text', ['Alpha'])]);
const visits = set('point', [choice('p_cat', 'a'), terms('p_onto', ['left'])], { event: anyDate });
const after = set('point', [], { id: 'after', event: near('point', 0, 30) });

it('what a dataset lacks is named, hidden or not, and nothing is saved until it is left out by name (rule 3.33)', () => {
  const document = jsonOf(soundOf([people, visits, after]));
  const smaller = {
    ...(plain ?? { collections: [] }),
    collections: (plain?.collections ?? []).map((collection) => ({
      ...collection,
      concepts: collection.concepts
        .filter(({ id }) => id !== 'p_cat')
        .map((concept) => (concept.id === 'r_cat' ? { ...concept, type: 'number' as const } : concept)),
    })),
  };
  const by = lookupOf(smaller);
  const lacking = ['There is no concept P cat (p_cat) here.', 'The type of R cat has changed.'];
  expect(messages(imported(document, by))).toEqual(lacking);
  const hidden = { ...by, hidden: { ...by.hidden, concept: (id: string) => id === 'p_cat' } };
  expect(messages(imported(document, hidden))).toEqual(lacking);
  expect(
    messages(imported(document, by, { validateOnly: true, leaveOut: true, ignoreWarnings: true })),
  ).toEqual([]);
  const outcome = imported(document, by, { leaveOut: true });
  if (outcome.kind !== 'changed') throw new Error(JSON.stringify(outcome));
  expect(outcome.definition.map(({ entries }) => entries.length)).toEqual([1, 1, 0]);
  const nothing = { ...smaller, collections: smaller.collections.slice(0, 1) };
  expect(messages(imported(jsonOf(soundOf([visits])), lookupOf(nothing), { leaveOut: true }))).toEqual([
    'Nothing of this cohort can be asked here.',
  ]);
});

it('values that the data do not hold are warnings, and terms get the codes and labels of this dataset (rule 3.33)', () => {
  const document = jsonOf(soundOf([people, visits]));
  const left = { code: 'left', label: 'Left', isInData: true, isLeaf: false };
  const knownOf = new Map<string, KnownValues>([
    ['r_cat', { kind: 'text', found: new Set(['a']) }],
    ['r_text', { kind: 'text', found: new Set() }],
    ['p_cat', { kind: 'text', found: new Set(['a']) }],
    ['p_onto', { kind: 'ontology', matches: new Map([['left', [left]]]) }],
  ]);
  expect(imported(document, lookup, { knownOf, ignoreWarnings: false })).toMatchObject({
    errors: [],
    warnings: ['Entry Alpha not found in R text'],
    warningEntries: ['Alpha'],
  });
  const outcome = imported(document, lookup, { knownOf });
  expect(JSON.stringify(outcome)).toContain('"label":"Left"');
});

it('a member who sees less gets no bound that is finer than they may ask for, and no broken definition (rule 3.33)', () => {
  const document = jsonOf(soundOf([visits, after]));
  expect(messages(imported(document, lookup, { level: 'deid' })).join()).toMatch(/whole years/);
});

it('the schema in the documents is the one that is served (rule 3.32)', () => {
  const file = path.resolve(import.meta.dirname, '../../../../../docs/cohort.schema.json');
  expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(cohortSchema(), null, 2)}\n`);
});

it('a file that says more than version 1 knows is refused as a whole (rule 3.32)', () => {
  const document = jsonOf(soundOf([people]));
  expect(messages(imported({ ...document, version: 2 }, lookup)).join()).toContain('version');
  const [own] = z.array(z.record(z.string(), z.unknown())).parse(document['definition']);
  const strange = { ...document, definition: [{ ...own, at_hospital: 'x' }] };
  expect(messages(imported(strange, lookup))).toEqual(['definition.0.at_hospital: nobody knows this field']);
  expect(messages(imported({ op: 'and', content: [] }, lookup)).join()).toMatch(/neither .* nor/);
  const refusal = (...definition: unknown[]) =>
    messages(imported({ ...document, definition }, lookup)).join(' ');
  expect(
    refusal(...Array.from({ length: 201 }, (_, index) => ({ ...own, entry_id: `own${index}` }))),
  ).toContain('A cohort has at most 200 criteria sets.');
  expect(refusal(own, own)).toContain('Two criteria sets have the id');
  const ofFamily = { ...own, list: [], about: oneOfFamily };
  expect(refusal(ofFamily, { ...ofFamily, entry_id: 'b' })).toBe(
    'Two criteria sets keep one of each family.',
  );
  const counted = { ...own, entry_id: 'm', about: 'mother', family_count: { type: 'at least', value: 2 } };
  expect(refusal(counted)).toBe('The criteria set m counts a family, and is not about anybody of it.');
});

/** All codes below the chosen ones, as the portal looks them up. */
const codesOf: CodesOf = (filter) =>
  filter.kind === 'ontology'
    ? randomOntology.terms
        .map(({ code }) => code)
        .filter((code) => filter.terms.some((term) => ancestors(randomOntology, code).includes(term.code)))
    : [];

it.each([
  ['dates', fc.oneof({ weight: 6, arbitrary: randomCohort }, ...eachFilter), randomRelease],
  ['ages', randomAgedCohort, randomAgedRelease],
] as const)(
  'what SQON says finds the persons of the cohort, over events dated by %s, or is not said (rule 3.34)',
  (_, cohorts, releases) => {
    let said = 0;
    fc.assert(
      fc.property(releases, cohorts, (release, definition) => {
        const by = lookupOf(release);
        const { document, unsaid } = writeSqon(soundOf(definition, by), { lookup: by, codesOf });
        expect(document === null).toBe(unsaid.length > 0);
        if (document === null) return;
        said += 1;
        const found = sqonSubjects(release, JSON.parse(JSON.stringify(document)));
        expect(found, JSON.stringify(document)).toEqual(referenceSubjects(release, definition, today));
      }),
      { numRuns: casesOr(2000, { inGate: 400 }) },
    );
    expect(said).toBeGreaterThan(20);
  },
);

it('SQON keeps conditions on one record together, and names what it cannot say (rule 3.34)', () => {
  const write = (...definition: CohortDefinition) => writeSqon(soundOf(definition), { lookup, codesOf });
  expect(
    write(
      set('subject', [choice('r_bool', true)]),
      set('point', [choice('p_cat', 'a'), or(range('p_num', 1, null), exclude(choice('p_by', 'b')))]),
    ).document,
  ).toEqual({
    op: 'and',
    content: [
      { op: 'and', content: [{ op: 'in', content: { fieldName: 'r_bool', value: ['true'] } }] },
      {
        op: 'or',
        content: [
          { op: 'gte', content: { fieldName: 'point.p_num', value: 1 } },
          { op: 'not-in', content: { fieldName: 'point.p_by', value: ['b'] } },
        ].map((other) => ({
          op: 'and',
          pivot: 'point',
          content: [{ op: 'in', content: { fieldName: 'point.p_cat', value: ['a'] } }, other],
        })),
      },
    ],
  });
  const mother = { ...people, about: relatives[0], entryId: 'mother' };
  const many = {
    ...set('point', [], { id: 'many' }),
    about: 'any_member' as const,
    familyCount: { operator: 'at least' as const, value: 2 },
  };
  const one: CriteriaSet = { ...set('subject', [], { id: 'one' }), about: oneOfFamily };
  const thrice = set('point', [], { id: 'n', count: ['at least', 3] });
  const stage = { kind: 'record', collectionId: 'point' } as const;
  const onPathway: CriteriaSet = {
    ...set('subject', [], { id: 'pathway' }),
    pathway: { stages: [stage, stage], exits: [], reached: 1, way: 'reached' },
  };
  const sent = cohortDocumentOf(soundOf([onPathway]), { name: 'x', description: [] }, lookup);
  expect(sent.collections.map(({ id }) => id)).toEqual(['subject', 'point']);
  expect(write(onPathway).unsaid).toEqual(['Pathway 1: how far subjects came on a pathway']);
  expect(write(visits, after, thrice, mother, many, one).unsaid).toEqual([
    'Point 2: a time from another event',
    'Point 3: at least 3 records',
    'Mother: a set about the mother',
    'Anybody of the family: Point: a set about at least 2 of the family',
    'One of each family: a choice within each family',
  ]);
  expect(write(set('subject', [text('r_text', ['/^Al/'])])).unsaid).toEqual([
    'Subject: R text: regular expressions',
  ]);
  expect(write(set('subject', [text('r_text', ['a*'])])).unsaid).toEqual([
    'Subject: R text: a value that SQON takes for a pattern',
  ]);
});
