import { shownValue } from '@atrium/engine';
import { expect, it } from 'vitest';
import { parquetOf } from '../../testing/parquetOf.ts';
import type { TinyPackage, TinyTable } from '../../testing/tinyPackage.ts';
import { importTiny, inShort, refusalOf } from '../../testing/tinyWarehouse.ts';

type Json = Readonly<Record<string, unknown>>;

const cells = ['12.50', '>89', '-3', 'not done', '', '<0.1', '12.5', '≤ 3', '1e305', '999'];

const person = (field: Json, rest: Partial<TinyTable> = {}): TinyPackage => ({
  tables: [
    {
      name: 'person',
      fields: [
        { name: 'person_id', type: 'string' },
        { name: 'level', type: 'number', ...field, atrium: { type: 'number_with_categories' } },
      ],
      schema: { primaryKey: 'person_id' },
      csv: ['person_id,level', ...cells.map((cell, row) => `p${row},${cell}`), ''].join('\n'),
      ...rest,
    },
  ],
});

/** The values of `level` as a reader sees them, numbers as text too. */
async function importLevels(tiny: TinyPackage) {
  const { column, report, warehouse } = await importTiny(tiny);
  const { dictionary } = await warehouse.questions.open('r1');
  const concept = dictionary.concepts.find(({ id }) => id === 'level');
  if (concept === undefined) throw new Error('level');
  const values = await column('person', 'level');
  return {
    concept,
    report,
    shown: values.map((value) => (value === null ? null : shownValue(concept, value))),
  };
}

const shown = ['12.5', '>89', '-3', 'not done', null, '<0.1', '12.5', '≤ 3', '1e305', '999'];
const words = [
  { text: '1e305', bound: null },
  { text: '<0.1', bound: { min: null, max: 0.1 } },
  { text: '>89', bound: { min: 89, max: null } },
  { text: 'not done', bound: null },
  { text: '≤ 3', bound: { min: null, max: 3 } },
];

it('numbers are loaded as numbers and all other texts as words; nothing is missing (rule 2.23)', async () => {
  const { concept, report, shown: found } = await importLevels(person({}));
  expect(found).toEqual(shown);
  expect(concept.words).toEqual(words);
  expect(report.problems).toEqual([]);
  expect(report.numberWords).toEqual([
    { field: 'person.level', numbers: 4, words: 5, bounds: 3, different: 5 },
  ]);
});

it('a file between tabs and one of Parquet give the same (rule 2.23)', { tags: 'long' }, async () => {
  const tabbed = person(
    {},
    {
      path: 'person.tsv',
      csv: ['person_id\tlevel', ...cells.map((cell, row) => `p${row}\t${cell}`), ''].join('\n'),
    },
  );
  expect(await importLevels(tabbed)).toMatchObject({ shown, concept: { words } });
  const rows = cells.map((cell, row) => `('p${row}', ${cell === '' ? 'NULL' : `'${cell}'`})`).join(', ');
  const made = await parquetOf(`SELECT * FROM (VALUES ${rows}) AS t(person_id, level)`);
  const { tables } = person({}, { path: 'person.parquet' });
  const ofParquet = {
    tables: tables.map(({ csv: _, ...table }) => table),
    files: { 'person.parquet': made },
  };
  expect(await importLevels(ofParquet)).toMatchObject({ shown, concept: { words } });
});

it('a column of numbers in Parquet has no words (rule 2.23)', async () => {
  const made = await parquetOf("SELECT 'p' || i AS person_id, i * 1.5 AS level FROM range(3) AS t(i)");
  const { tables } = person({}, { path: 'person.parquet' });
  const ofParquet = {
    tables: tables.map(({ csv: _, ...table }) => table),
    files: { 'person.parquet': made },
  };
  expect(await importLevels(ofParquet)).toMatchObject({ shown: ['0', '1.5', '3'], concept: { words: [] } });
});

it('numbers and bounds are written in the reading of the column; missing values stay missing (rule 2.23)', async () => {
  const german = ['1.200,5', '<0,1', 'k. A.', '-', '3.5'];
  const { shown: found, concept } = await importLevels(
    person(
      { decimalChar: ',', groupChar: '.', missingValues: ['', '-'] },
      {
        rest: { dialect: { delimiter: ';' } },
        csv: ['person_id;level', ...german.map((cell, row) => `p${row};${cell}`), ''].join('\n'),
      },
    ),
  );
  expect(found).toEqual(['1200.5', '<0,1', 'k. A.', null, '35']);
  expect(concept.words[0]).toEqual({ text: '<0,1', bound: { min: null, max: 0.1 } });
});

it('whole numbers make whole bounds, unless one is a fraction (rule 2.22)', { tags: 'long' }, async () => {
  const ages = (given: readonly string[]) =>
    importLevels(
      person(
        { type: 'integer' },
        { csv: ['person_id,level', ...given.map((cell, row) => `p${row},${cell}`), ''].join('\n') },
      ),
    );
  const whole = await ages(['45', '>89']);
  expect(whole.concept).toMatchObject({ isInteger: true, words: [{ bound: { min: 90, max: null } }] });
  const mixed = await ages(['45.5', '>89']);
  expect(mixed).toMatchObject({
    shown: ['45.5', '>89'],
    concept: { isInteger: false, words: [{ bound: { min: 89, max: null } }] },
  });
});

it('a code with a label is the word of its label; limits are those of the numbers (rule 2.23)', async () => {
  const { shown: found, report } = await importLevels(
    person({ categories: [{ value: 999, label: 'refused' }], constraints: { maximum: 10 } }),
  );
  expect(found.at(-1)).toBe('refused');
  expect(inShort(report.problems)).toEqual([
    'person.level undeclaredValue 5: person.csv:3 >89; person.csv:5 not done; person.csv:7 <0.1; person.csv:9 ≤ 3; person.csv:10 1e305',
    'person.level aboveMaximum 2: person.csv:2 12.50; person.csv:8 12.5',
  ]);
});

it('a list holds numbers and words, each once (rule 2.23)', async () => {
  const { rows, warehouse } = await importTiny(
    person(
      { type: 'list', itemType: 'number', delimiter: ';' },
      { csv: 'person_id,level\np1,2;>5;2.0;none\n' },
    ),
  );
  const { dictionary } = await warehouse.questions.open('r1');
  const concept = dictionary.concepts.find(({ id }) => id === 'level');
  const values = await rows(`_values_${concept?.number}`);
  expect(values.map(({ value }) => concept && shownValue(concept, value))).toEqual(['2', '>5', 'none']);
});

it('a column with more than 1000 different words is refused by name (rule 2.23)', async () => {
  const lines = Array.from({ length: 1001 }, (_, row) => `p${row},note ${row}`);
  expect(await refusalOf(person({}, { csv: ['person_id,level', ...lines, ''].join('\n') }))).toEqual([
    'resource person, field level: it has 1001 different texts that are no numbers, more than 1000; declare it as text',
  ]);
});
