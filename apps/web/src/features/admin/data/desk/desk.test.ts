import type { DraftDecisions } from '@atrium/contract/documents/draftDecisions';
import { columnReading } from '@atrium/contract/documents/fileReading';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide, faultOfName, proposeNames } from './deskDecisions.ts';
import { viewOf } from './deskView.ts';
import {
  alternativesOf,
  exampleOfDate,
  formOf,
  isSameReading,
  readingKinds,
  readingOf,
} from './readingForm.ts';

describe('a decision', () => {
  const before: DraftDecisions = {
    readings: {
      'a.csv': {
        table: { delimiter: ';', names: ['id', 'weight'] },
        columns: { weight: { type: 'number' }, id: { type: 'string' } },
      },
    },
    tables: { a: { key: 'id', columns: { id: { seenBy: 'deid' } } } },
  };

  it('changes what it is about and nothing else', () => {
    const titled = decide(before, { kind: 'column', table: 'a', column: 'id', to: { title: 'Id' } });
    expect(titled.readings).toEqual(before.readings);
    expect(titled.tables?.['a']).toEqual({ key: 'id', columns: { id: { seenBy: 'deid', title: 'Id' } } });
    const guessed = decide(before, { kind: 'reading', file: 'a.csv', column: 'weight', to: null });
    expect(guessed.readings?.['a.csv']?.columns).toEqual({ id: { type: 'string' } });
    expect(guessed.tables).toEqual(before.tables);
  });

  it('about a column goes with its new name', () => {
    const renamed = decide(before, {
      kind: 'names',
      file: 'a.csv',
      table: 'a',
      before: ['id', 'weight'],
      after: ['person', 'weight'],
    });
    expect(renamed.readings?.['a.csv']).toEqual({
      table: { delimiter: ';', names: ['person', 'weight'] },
      columns: { weight: { type: 'number' }, person: { type: 'string' } },
    });
    expect(renamed.tables?.['a']).toEqual({ key: 'person', columns: { person: { seenBy: 'deid' } } });
  });

  it('for another row of names takes away the names of the row before', () => {
    const moved = decide(before, { kind: 'header', file: 'a.csv', row: 3 });
    expect(moved.readings?.['a.csv']?.table).toEqual({ delimiter: ';', headerRow: 3 });
  });
});

describe('names of columns', () => {
  it('are not empty and not there twice, blanks around them aside', () => {
    const names = ['id', 'weight', 'weight', ''];
    expect([0, 1, 3].map((index) => faultOfName(names, index, names[index] ?? ''))).toEqual([
      null,
      'twice',
      'empty',
    ]);
    expect(faultOfName(names, 3, ' id ')).toBe('twice');
  });

  it('are proposed so that each is of its own, and good ones stay', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('', 'a', 'a_1', 'b', 'column_2')), (names) => {
        const proposed = proposeNames(names);
        expect(new Set(proposed).size).toBe(names.length);
        expect(proposed.every((name, index) => faultOfName(proposed, index, name) === null)).toBe(true);
        for (const [index, name] of names.entries())
          if (faultOfName(names, index, name) === null) expect(proposed[index]).toBe(name);
      }),
    );
    expect(proposeNames(['weight', 'weight', ''])).toEqual(['weight_1', 'weight_2', 'column_3']);
  });
});

describe('the form of a reading', () => {
  const kinds = readingKinds.map(([kind]) => kind);

  it('says what it was made of, for every kind', () => {
    for (const kind of kinds) {
      const form = { ...formOf({}), kind, missing: ['n/a'], decimal: ',' as const, thousands: '.' };
      const reading = readingOf({ ...form, formats: ['%d.%m.%Y', '%Y-%m-%d'], delimiter: '|' });
      expect(columnReading.parse(reading)).toEqual(reading);
      expect(readingOf(formOf(reading))).toEqual(reading);
      expect(formOf(reading)).toMatchObject({ kind, missing: ['n/a'] });
    }
  });

  it('splits numbers and units, and leaves out what is empty or no number', () => {
    const form = { ...formOf({ type: 'number' }), unit: 'kg' };
    const units = [
      { text: 'kg', factor: '' },
      { text: ' lb', factor: '0,4536' },
      { text: '', factor: '2' },
    ];
    expect(readingOf({ ...form, units })).toEqual({
      type: 'number',
      atrium: { unit: 'kg', units: [{ text: 'kg' }, { text: 'lb', factor: 0.4536 }] },
    });
  });

  it('has an alternative for each of its choices, of which one is the form itself', () => {
    const form = formOf({ type: 'number', decimalChar: ',' });
    const own = readingOf(form);
    for (const part of ['kind', 'decimal', 'thousands'] as const)
      expect(
        alternativesOf(form).filter((one) => one.part === part && isSameReading(one.reading, own)),
      ).toHaveLength(1);
    expect(exampleOfDate('%d.%m.%Y')).toBe('31.03.2024');
  });
});

it('the view shows decisions that are not saved yet over the description', () => {
  const descriptor = {
    name: 'clinic',
    atrium: { root: 'people' },
    resources: [
      {
        name: 'people',
        path: 'people.csv',
        schema: {
          fields: [
            { name: 'id', atrium: { publish: false } },
            { name: 'born', atrium: { phi: true } },
          ],
          primaryKey: ['id'],
          foreignKeys: [{ fields: ['id'], reference: { resource: 'all', fields: ['key'] } }],
        },
      },
    ],
  };
  const draft = {
    id: '1',
    revision: 1,
    isOwn: true,
    files: ['people.csv'],
    descriptor,
    guesses: [],
    readings: [],
    decisions: {},
    dataset: { objection: null, exists: false },
    progress: null,
    failure: null,
    run: null,
  };
  const decisions: DraftDecisions = {
    title: 'The clinic',
    tables: { people: { key: null, columns: { born: { seenBy: 'agg' } } } },
  };
  expect(viewOf(draft, decisions)).toMatchObject({
    name: 'clinic',
    title: 'The clinic',
    root: 'people',
    tables: [
      {
        file: 'people.csv',
        isLoaded: true,
        fields: [
          { name: 'id', isKey: false, seenBy: 'nobody', leadsTo: 'all.key' },
          { name: 'born', seenBy: 'agg' },
        ],
      },
    ],
  });
});
