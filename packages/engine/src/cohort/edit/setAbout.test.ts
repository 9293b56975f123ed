import { type CohortDefinition, oneOfFamily, type Relative } from '@atrium/contract/wire/cohortDefinition';
import { aboutSubject } from '@atrium/contract/wire/cohortTransformation';
import { expect, it } from 'vitest';
import { createLookup } from '../../dictionary/lookup.ts';
import { anyDate, choice, day, near, or, set } from '../../testing/definitions.ts';
import { add, createEditor } from '../../testing/editing.ts';
import { plainFamilies, plainMembers } from '../../testing/plainFamilies.ts';
import { dictionaryOf, type PlainRelease } from '../../testing/plainRelease.ts';
import { referenceSubjects } from '../../testing/reference/referenceCohort.ts';
import { oneOfFamilyFault } from '../oneOfFamily.ts';

const families: PlainRelease = {
  families: plainFamilies,
  collections: [
    {
      id: 'subject',
      rows: [],
      concepts: plainMembers,
    },
    {
      id: 'visit',
      rows: [],
      event: { start: 'day' },
      concepts: [
        { id: 'day', type: 'date' },
        { id: 'kind', type: 'boolean' },
      ],
    },
  ],
};
const edit = createEditor(createLookup(dictionaryOf(families)));
const about = (entryId: string, relative: Relative | typeof aboutSubject) =>
  ({ kind: 'set_criteria_set_about', entryId, about: relative }) as const;
const outline = (definition: CohortDefinition) =>
  definition.map((one) => `${one.entryId}: ${one.about ?? aboutSubject}`).join(', ');
const shape = (definition: CohortDefinition) =>
  definition
    .map((one) => `${one.about ?? aboutSubject}${one.orGroupId === undefined ? '' : ' or'}`)
    .join(', ');
const ofMother = (collectionId: string, id: string) => ({
  ...set(collectionId, [], { id }),
  about: 'mother' as const,
});

it('a set is made to be about a relative, and about the subject again', () => {
  const changed = edit.after([set('visit')], about('visit', 'mother'));
  expect(outline(changed)).toBe('visit: mother');
  expect(edit(changed, about('visit', 'mother'))).toEqual({ kind: 'unchanged' });
  expect(edit.after(changed, about('visit', aboutSubject))).toEqual([set('visit')]);
});

it('one edit asks for enrolled trios, and a second time for nothing more (rule 2.28)', () => {
  const trio = edit.after([], { kind: 'add_trio' });
  expect(trio).toMatchObject([
    { collectionId: 'subject', entries: [{ kind: 'choice', conceptId: 'role', categories: ['child'] }] },
    { collectionId: 'subject', about: 'mother', entries: [] },
    { collectionId: 'subject', about: 'father', entries: [] },
  ]);
  expect(edit(trio, { kind: 'add_trio' })).toEqual({ kind: 'unchanged' });
});

it('parents are asked what a set asks of the subject, with its count rule', () => {
  const asked = {
    ...set('visit', [], { id: 'visits' }),
    countRule: { operator: 'at least', value: 2 } as const,
  };
  const trio = edit.after([asked], { kind: 'add_trio', entryId: 'visits' });
  expect(trio.map(({ about, collectionId, countRule }) => [about, collectionId, countRule?.value])).toEqual([
    [undefined, 'subject', undefined],
    [undefined, 'visit', 2],
    ['mother', 'visit', 2],
    ['father', 'visit', 2],
  ]);
  expect(new Set(trio.map(({ entryId }) => entryId)).size).toBe(4);
});

it('mother and father as alternatives are no trio, so both are asked beside them (rule 2.28)', () => {
  const trio = edit.after([], { kind: 'add_trio' });
  const [mother = ''] = trio.filter((one) => one.about === 'mother').map(({ entryId }) => entryId);
  const either = edit.after(trio, { kind: 'change_to_boolean_or', entryId: mother });
  expect(shape(either)).toBe('subject, mother or, father or');
  const both = edit.after(either, { kind: 'add_trio' });
  expect(shape(both)).toBe('subject, mother or, father or, mother, father');
  expect(edit(both, { kind: 'add_trio' })).toEqual({ kind: 'unchanged' });
});

it('the proband is not asked in an alternative, but in a set of its own (rule 2.28)', () => {
  const region = [set('subject', [], { group: 'g' }), set('visit', [], { group: 'g' })];
  const beside = edit.after(region, { kind: 'add_trio' });
  expect(shape(beside)).toBe('subject, subject or, subject or, mother, father');
  expect(beside.map(({ entries }) => entries.length)).toEqual([1, 0, 0, 0, 0]);
  expect(edit(beside, { kind: 'add_trio' })).toEqual({ kind: 'unchanged' });
});

it('parents who are asked two filters at once are not asked either of them (rule 2.28)', () => {
  const [one, other] = [choice('kind', true), { ...choice('kind', false), entryId: 'other' }];
  const held = { ...set('visit', [one, other], { id: 'm' }), about: 'mother' as const };
  const asked = set('visit', [or({ ...one, entryId: 'a' }, { ...other, entryId: 'b' })], { id: 'visits' });
  const trio = edit.after([asked, held], { kind: 'add_trio', entryId: 'visits' });
  expect(shape(trio)).toBe('subject, subject, mother, mother, father');
  expect(edit(trio, { kind: 'add_trio', entryId: 'visits' })).toEqual({ kind: 'unchanged' });
});

it('a trio of an alternative asks the subject as well as both parents in sets that must hold (rule 2.31)', () => {
  const either = [
    set('visit', [], { id: 'a', group: 'g' }),
    set('visit', [choice('kind', true)], { group: 'g' }),
  ];
  const trio = edit.after(either, { kind: 'add_trio', entryId: 'a' });
  expect(shape(trio)).toBe('subject, subject or, subject or, subject, mother, father');
  expect(edit(trio, { kind: 'add_trio', entryId: 'a' })).toEqual({ kind: 'unchanged' });
});

it('a child who meets another alternative only is in no trio of whom all three meet the first (rule 2.31)', () => {
  const visits = {
    c1: [false],
    m1: [true],
    f1: [true],
    c2: [true, false],
    m2: [true],
    f2: [true],
    c3: [true],
    m3: [false],
  };
  const people = Object.entries(visits);
  const roles = { c: 'child', m: 'mother', f: 'father' };
  const [person, visit] = families.collections;
  if (person === undefined || visit === undefined) throw new Error('There are two collections.');
  const release: PlainRelease = {
    ...families,
    collections: [
      {
        ...person,
        rows: people.map(([id]) => {
          const role = Object.entries(roles).find(([letter]) => id.startsWith(letter))?.[1] ?? null;
          return { subjects: [id], values: { id, family: id.slice(1), role, affected: true } };
        }),
      },
      {
        ...visit,
        rows: people.flatMap(([id, kinds]) => kinds.map((kind) => ({ subjects: [id], values: { kind } }))),
      },
    ],
  };
  const either = [true, false].map((kind) =>
    set('visit', [choice('kind', kind)], { id: String(kind), group: 'g' }),
  );
  const found = (definition: CohortDefinition) => referenceSubjects(release, definition, day('2024-01-01'));
  expect(found(either)).toEqual(Object.keys(visits));
  expect(found(edit.after(either, { kind: 'add_trio', entryId: 'true' }))).toEqual(['c2']);
});

const countOf = (entryId: string, count?: number | string, operator?: 'at least' | 'at most' | 'exactly') =>
  ({
    kind: 'set_criteria_set_about',
    entryId,
    about: 'any_member',
    ...(count === undefined ? {} : { count }),
    ...(operator && { operator }),
  }) as const;

it('a set about anybody of the family says how many, until it is about somebody else (rule 2.29)', () => {
  const two = edit.after([set('visit')], countOf('visit', 2));
  expect(two).toMatchObject([{ about: 'any_member', familyCount: { operator: 'at least', value: 2 } }]);
  const one = edit.after(two, countOf('visit', '1', 'exactly'));
  expect(one).toMatchObject([{ familyCount: { operator: 'exactly', value: 1 } }]);
  for (const other of [countOf('visit', 1), countOf('visit'), about('visit', 'mother')])
    expect(edit.after(two, other)[0]).not.toHaveProperty('familyCount');
  expect(edit([set('visit')], countOf('visit', -1))).toMatchObject({
    errors: ['Count: give a whole number from 0.'],
  });
});

const keepOne = { kind: 'add_criteria_set', collectionId: 'subject', about: oneOfFamily } as const;

it('one of each family is chosen once, and takes no filter, rule, name of a relative or alternative (rule 2.30)', () => {
  const kept = edit.after([set('visit')], keepOne);
  const [, { entryId } = { entryId: '' }] = kept;
  expect(edit(kept, keepOne)).toEqual({ kind: 'unchanged', entryId });
  const refused = { kind: 'refused', errors: [oneOfFamilyFault] };
  expect(
    edit(kept, { ...add('affected', { selectedCategories: ['true'] }), criteriaSet: entryId }),
  ).toMatchObject(refused);
  expect(edit(kept, { kind: 'change_to_boolean_or', entryId: 'visit' })).toMatchObject(refused);
  expect(edit([], { ...keepOne, collectionId: 'visit' })).toMatchObject(refused);
});

it('parents are not asked what is about relatives, the subject itself, or a pair of events', () => {
  const pair = [
    set('visit', [], { id: 'first', event: anyDate }),
    set('visit', [], { id: 'then', event: near('first', 0, 30) }),
  ];
  const trioOf = (definition: CohortDefinition, entryId: string) =>
    edit(definition, { kind: 'add_trio', entryId });
  expect(trioOf(pair, 'then')).toMatchObject({ kind: 'refused' });
  expect(trioOf([ofMother('visit', 'of')], 'of')).toMatchObject({ kind: 'refused' });
  expect(trioOf([set('subject', [], { id: 'root' })], 'root')).toMatchObject({ kind: 'refused' });
  expect(trioOf(pair, 'gone')).toMatchObject({ kind: 'refused' });
});

it('nobody asks about a relative whom the data do not name', () => {
  const refused = { kind: 'refused', errors: ['About: you may not ask about a sibling.'] };
  expect(edit([set('visit')], about('visit', 'sibling'))).toMatchObject(refused);
  expect(edit([], { kind: 'add_criteria_set', collectionId: 'visit', about: 'sibling' })).toMatchObject(
    refused,
  );
});

it('sets that a relative rule connects are about one person (rule 3.28)', () => {
  const pair = [
    set('visit', [], { id: 'first', event: anyDate }),
    set('visit', [], { id: 'then', event: near('first', 0, 30) }),
  ];
  expect(outline(edit.after(pair, about('first', 'father')))).toBe('first: father, then: father');
  const apart = [{ ...set('visit', [], { id: 'first', event: anyDate }), about: 'mother' as const }, pair[1]];
  const definition = apart.flatMap((one) => (one === undefined ? [] : { ...one, eventRule: anyDate }));
  expect(
    edit(definition, {
      kind: 'modify_event_rule',
      entryId: 'then',
      optionType: 'relative_to_other_event',
      fields: {
        target_entry_id: 'first',
        range_start_days_from_target_first: 0,
        range_end_days_from_target_first: 30,
      },
    }),
  ).toMatchObject({ errors: ['target_entry_id: the other event of the date rule is of another person.'] });
});

it('sets of the root about relatives repeat, and there is one about the subject (rule 3.15)', () => {
  const definition = edit.after(
    [],
    { kind: 'add_criteria_set', collectionId: 'subject', about: 'mother' },
    { kind: 'add_criteria_set', collectionId: 'subject' },
  );
  expect(outline(definition)).toBe('new1: subject, new1: mother');
  const two = [set('subject'), ofMother('subject', 'm')];
  expect(edit(two, about('m', aboutSubject))).toMatchObject({
    errors: ['About: there is a criteria set about the Subject already.'],
  });
  expect(edit(two, { kind: 'add_criteria_set', collectionId: 'subject' })).toEqual({
    kind: 'unchanged',
    entryId: 'subject',
  });
});

it('a new filter joins a set about the subject unless it names another (rule 3.12)', () => {
  const filter = { selectedCategories: ['true'] };
  const one = [ofMother('visit', 'm')];
  expect(outline(edit.after(one, add('kind', filter)))).toBe('m: mother, new1: subject');
  const named = edit.after(one, add('kind', { ...filter, criteriaSet: 'm' }));
  expect(named.map(({ entries }) => entries.length)).toEqual([1]);
});
