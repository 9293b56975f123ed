import { describe, expect, it } from 'vitest';
import { persons, toPerson } from '../testing/tinyPackage.ts';
import { importTiny, inShort, refusalOf } from '../testing/tinyWarehouse.ts';

const person = persons();

describe('a root without a primary key', () => {
  it('has a subject in each row, also where rows are equal', { tags: 'long' }, async () => {
    const { rows, report, warehouse } = await importTiny({
      atrium: { root: 'flower' },
      tables: [{ name: 'flower', fields: [{ name: 'petal', type: 'number' }], csv: 'petal\n1.5\n1.5\n2\n' }],
    });
    expect(await rows('flower')).toEqual([
      { _row: 1, _subject: 1, petal: 1.5 },
      { _row: 2, _subject: 2, petal: 1.5 },
      { _row: 3, _subject: 3, petal: 2 },
    ]);
    expect(report).toMatchObject({ subjects: 3, problems: [] });
    const { dictionary } = await warehouse.questions.open('r1');
    expect(dictionary).toMatchObject({ subjectIdConceptId: null, defaultColumns: [] });
  });
});

describe('a resource that cannot be loaded', () => {
  const further = [
    { name: 'guide', path: 'guide.pdf', mediatype: 'application/pdf' },
    { name: 'map', path: 'map.geojson', format: 'geojson', mediatype: 'application/geo+json' },
    { name: 'remote', path: 'https://example.org/remote.csv', schema: { fields: [{ name: 'id' }] } },
    { name: 'typed', path: 'person.csv', schema: 'https://example.org/schema.json' },
    { name: 'alone', path: 'alone.csv', schema: { fields: [{ name: 'Person' }] } },
    { name: 'settings', data: { colour: 'red' } },
  ];

  it('is left out with a notice, and the others are loaded', async () => {
    const schema = { fields: person.fields, primaryKey: 'person_id' };
    const { report, warehouse } = await importTiny({
      tables: [person],
      atrium: { root: 'person' },
      rest: { resources: [{ name: 'person', path: 'person.csv', schema }, ...further] },
    });
    expect(inShort(report.problems)).toEqual([
      'guide.* notATable 1: ',
      'map.* notATable 1: ',
      'remote.* outsidePackage 1: ',
      'typed.* outsidePackage 1: ',
      'settings.* notATable 1: ',
      'alone.* notConnected 1: ',
    ]);
    const { dictionary } = await warehouse.questions.open('r1');
    expect(dictionary.collections.map(({ id }) => id)).toEqual(['person']);
  });
});

describe('the name of a resource', () => {
  it('is by default that of its file, in the characters of the standard', async () => {
    const { fields, csv = '' } = person;
    const { report } = await importTiny({
      tables: [],
      rest: {
        resources: [{ path: './data/Étude Persons.csv', schema: { fields, primaryKey: 'person_id' } }],
      },
      files: { 'data/Étude Persons.csv': csv },
    });
    expect(report.collections.map(({ collection }) => collection)).toEqual(['etude_persons']);
  });
});

describe('a package without a name', () => {
  const nameless = { tables: [person], rest: { name: undefined } };

  it('takes the id that the import gives the dataset', { tags: 'long' }, async () => {
    const { report } = await importTiny(nameless, { datasetId: 'given' });
    expect(report).toMatchObject({ datasetId: 'given', package: { name: 'given' } });
  });

  it('is refused where the import gives none', async () => {
    expect(await refusalOf(nameless)).toEqual(['package, name: is missing (a string is expected)']);
  });
});

describe('the concept id of a field', () => {
  const idsOf = async (names: readonly string[], more: readonly string[] = []) => {
    const { warehouse } = await importTiny({
      tables: [
        {
          ...person,
          fields: [...person.fields, ...names.map((name) => ({ name }))],
          csv: ['person_id', ...names].join(),
        },
        {
          name: 'visit',
          fields: [{ name: 'person_id', atrium: { publish: false } }, ...more.map((name) => ({ name }))],
          schema: toPerson,
          csv: ['person_id', ...more].join(),
        },
      ],
    });
    const { dictionary } = await warehouse.questions.open('r1');
    return dictionary.concepts.map(({ id }) => id).slice(1);
  };

  it('is its name, in which other characters become _', { tags: 'long' }, async () => {
    expect(await idsOf(['weight (kg)', 'Größe'], ['Visit reason'])).toEqual([
      'weight_kg_',
      'Gr_e',
      'visit_Visit_reason',
    ]);
  });

  it('ends in a check sum of the name where the name cannot be spelled so, is too long or is taken', async () => {
    const long = 'How old were you when a doctor first told you that you had this disease';
    expect(await idsOf(['Возраст', 'Übergröße', long, 'a b', 'a-b', 'a_b'], ['пол', '年齢'])).toEqual([
      'field_35c7d5b1',
      'Ubergro_e_faa8b0c5',
      'How_old_were_you_when_a_doctor_first_told_you_that_you_ccef1285',
      'a_b_c8687a08',
      'a_b_d44362d6',
      'a_b',
      'visit_c9cccc4f',
      'visit_ac36b80e',
    ]);
  });

  it('is the same in another order and beside other fields', { tags: 'long' }, async () => {
    const [first, second] = await idsOf(['a b', 'a-b', 'Пол']);
    expect(await idsOf(['Пол', 'new', 'a-b', 'a b'])).toEqual([expect.any(String), 'new', second, first]);
  });

  it('is fixed by atrium.id', async () => {
    const { column } = await importTiny({
      tables: [
        {
          ...person,
          fields: [{ name: 'person_id' }, { name: 'Пол', atrium: { id: 'sex' } }],
          csv: 'person_id,Пол\np1,F\n',
        },
      ],
    });
    expect(await column('person', 'sex')).toEqual(['F']);
  });
});
