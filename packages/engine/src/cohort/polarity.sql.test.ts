import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import type { Polarity } from '@atrium/contract/wire/cohortTransformation';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DeclaredPolarity } from '../dictionary/dictionary.ts';
import { createLookup } from '../dictionary/lookup.ts';
import { choice, set } from '../testing/definitions.ts';
import { add, createEditor, outline } from '../testing/editing.ts';
import { findSubjects } from '../testing/findSubjects.ts';
import { type OpenRelease, openRelease } from '../testing/openRelease.ts';
import { dictionaryOf, type PlainRelease } from '../testing/plainRelease.ts';
import { ask } from '../testing/testEngine.ts';
import { checkCohort } from './check/checkCohort.ts';
import { describeCohort } from './describe/describeCohort.ts';
import { planPolarity, polarityOf } from './polarity.ts';

/** Clinical signs of four subjects: A and D have a fever, B was examined and has none, and nothing is known about C. */
const clinic = (polarity: DeclaredPolarity | undefined, hasPhi = false): PlainRelease => ({
  collections: [
    {
      id: 'subject',
      concepts: [{ id: 'subject_id', type: 'text' }],
      rows: ['A', 'B', 'C', 'D'].map((id) => ({ subjects: [id], values: { subject_id: id } })),
    },
    {
      id: 'sign',
      ...(polarity === undefined ? {} : { polarity }),
      concepts: [
        { id: 'name', type: 'category' },
        { id: 'excluded', type: 'boolean', hasPhi },
        { id: 'status', type: 'category', declaredValues: ['seen', 'unsure', 'not seen'] },
      ],
      rows: [
        { subjects: ['A'], values: { name: 'fever', excluded: false, status: 'seen' } },
        { subjects: ['B'], values: { name: 'fever', excluded: true, status: 'not seen' } },
        { subjects: ['B'], values: { name: 'cough', excluded: false, status: 'seen' } },
        { subjects: ['C'], values: { name: 'fever', excluded: null, status: null } },
        { subjects: ['D'], values: { name: 'fever', excluded: false, status: 'unsure' } },
      ],
    },
  ],
});
const declared = {
  excluded: { conceptId: 'excluded', absent: [true] },
  excludedOrUnsaid: { conceptId: 'excluded', absent: [true, null] },
  status: { conceptId: 'status', absent: ['not seen'] },
  statusOrUnsaid: { conceptId: 'status', absent: ['not seen', null] },
} satisfies Record<string, DeclaredPolarity>;

const editorOf = (plain: PlainRelease) => createEditor(createLookup(dictionaryOf(plain)));
const fever = (polarity?: Polarity, more: object = {}) =>
  add('name', { selectedCategories: ['fever'], ...(polarity === undefined ? {} : { polarity }), ...more });

describe('a filter with its polarity', () => {
  const edit = editorOf(clinic(declared.excluded));

  it('is refused where the collection does not say what is present, or not to this member (rule 1.18)', () => {
    const errors = ['Polarity: this collection does not say what is present.'];
    expect(editorOf(clinic(undefined))([], fever('present'))).toMatchObject({ kind: 'refused', errors });
    const hidden = editorOf(clinic(declared.excluded, true));
    expect(hidden([], fever('present'), { level: 'deid' })).toMatchObject({ kind: 'refused', errors });
  });

  it('is refused where the set has a filter on it already, and for a filter that exists', () => {
    const chosen = set('sign', [choice('excluded', true)], { id: 's' });
    const again = fever('present', { criteriaSet: 's' });
    expect(edit([chosen], again)).toMatchObject({
      kind: 'refused',
      errors: ['Polarity: the criteria set has a filter on Excluded already.'],
    });
    const named = [set('sign', [choice('name', 'fever')])];
    expect(edit(named, fever('present', { entryId: 'name' }))).toMatchObject({
      kind: 'refused',
      errors: ['Polarity: only a new filter takes it.'],
    });
  });

  it('adds the filter on the polarity concept to the same set, in one edit (rule 3.25)', () => {
    const edited = edit([], fever('present'));
    expect(edited).toMatchObject({ kind: 'changed', entryId: 'new2' });
    expect(outline(edit.after([], fever('present')))).toEqual(['new1: new2, new3']);
  });

  it('adds no filter where the form names no polarity', () => {
    expect(outline(edit.after([], fever()))).toEqual(['new1: new2']);
  });

  it('on the polarity concept itself stands for its values', () => {
    const definition = edit.after([set('sign', [choice('name', 'fever')], { id: 's' })], {
      kind: 'add_entry',
      conceptId: 'excluded',
      criteriaSet: 's',
      polarity: 'present',
    });
    expect(definition[0]?.entries[1]).toMatchObject({ conceptId: 'excluded', categories: [false, null] });
  });
});

describe('in words', () => {
  const shown = (plain: PlainRelease, definition: CohortDefinition) => {
    const lookup = createLookup(dictionaryOf(plain));
    return describeCohort(checkCohort(definition, { lookup, member: { level: 'phi' } }), { lookup });
  };

  it.each(Object.entries(declared))('%s: the filter says present or absent', (_, polarity) => {
    const plain = clinic(polarity);
    for (const wanted of ['present', 'absent'] as const) {
      const { criteriaSets, describe: words } = shown(plain, editorOf(plain).after([], fever(wanted)));
      expect(words).toContain(`(${wanted})`);
      expect(criteriaSets[0]).not.toHaveProperty('unsaidPolarity');
    }
  });

  it('a set without a filter on the polarity concept shows that, but never a root set or another collection', () => {
    const named = set('sign', [choice('name', 'fever')]);
    const unchosen = { unsaidPolarity: { conceptId: 'excluded', name: 'Excluded' } };
    expect(shown(clinic(declared.excluded), [named]).criteriaSets[0]).toMatchObject(unchosen);
    expect(shown(clinic(declared.excluded), [set('sign')]).criteriaSets[0]).toMatchObject(unchosen);
    expect(shown(clinic(undefined), [named]).criteriaSets[0]).not.toHaveProperty('unsaidPolarity');
    const root = shown(clinic(declared.excluded), [set('subject', [choice('subject_id', 'A')])]);
    expect(root.criteriaSets[0]).not.toHaveProperty('unsaidPolarity');
  });

  it('a filter on some other values of the concept means neither present nor absent', () => {
    const other = [set('sign', [choice('excluded', null)])];
    expect(shown(clinic(declared.excluded), other).describe).not.toMatch(/present|absent/);
  });
});

describe('what is found', () => {
  const opened = new Map<string, OpenRelease>();
  beforeAll(async () => {
    for (const [name, polarity] of Object.entries(declared))
      opened.set(name, await openRelease(clinic(polarity)));
  });

  it.each([
    ['excluded', 'A C D', 'B'],
    ['excludedOrUnsaid', 'A D', 'B C'],
    ['status', 'A C D', 'B'],
    ['statusOrUnsaid', 'A D', 'B C'],
  ])('%s: records with no value are present unless they are named', async (name, present, absent) => {
    const open = opened.get(name);
    if (open === undefined) throw new Error(`no ${name}`);
    const edit = createEditor(open.release.lookup);
    expect(await findSubjects(open, edit.after([], fever('present')))).toBe(present);
    expect(await findSubjects(open, edit.after([], fever('absent')))).toBe(absent);
    expect(await findSubjects(open, edit.after([], fever()))).toBe('A B C D');
  });

  it.each(Object.keys(declared))('%s: statistics count what the filter finds (rule 4.14)', async (name) => {
    const open = opened.get(name);
    const sign = open?.release.lookup.collection('sign');
    const concept = open?.release.lookup.concept('name');
    if (open === undefined || concept === undefined) throw new Error(`no ${name}`);
    const { lookup } = open.release;
    const polarity = polarityOf(sign, { lookup, member: { level: 'phi' } });
    if (polarity === null) throw new Error('The collection has a polarity.');
    for (const wanted of ['present', 'absent'] as const) {
      const population = {
        plan: { subject: { kind: 'and', conditions: [] }, sets: [] },
        prefilter: null,
        polarity: planPolarity(polarity, wanted),
      } as const;
      const rows = await ask(open, { kind: 'choices', concept, population });
      const found = await findSubjects(open, createEditor(lookup).after([], fever(wanted)));
      const row = rows.find(({ value }) => value === 'fever');
      expect([wanted, Number(row?.['subjects'] ?? 0)]).toEqual([wanted, found.split(' ').length]);
    }
  });
});
