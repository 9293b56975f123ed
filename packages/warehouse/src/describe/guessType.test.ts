import { expect, it } from 'vitest';
import { protection } from '../identify/findIdentifier.ts';
import { describeFiles } from '../testing/describeFiles.ts';
import { parquetOf } from '../testing/parquetOf.ts';

const times = (count: number, cells: readonly string[]): string[] =>
  Array.from({ length: count }, () => cells).flat();

/** The type that a column of these cells is given, and the reason for it. */
async function typeOf(name: string, cells: readonly string[], delimiter = '|') {
  const lines = cells.map((cell, index) => `p${index}${delimiter}${cell}`);
  const { field, guessed } = await describeFiles({
    't.csv': `row_id${delimiter}${name}\n${lines.join('\n')}\n`,
  });
  const { name: _, ...properties } = field('t', name) ?? { name };
  return { properties, guessed: guessed.find((line) => line.startsWith(`t.csv: ${name}: `)) ?? '' };
}

const expectType = async (_words: string, name: string, cells: readonly string[], wanted: object) => {
  expect((await typeOf(name, cells)).properties).toEqual(wanted);
};
it.each([
  ['whole numbers in groups of three', 'n', ['1,234', '12,345,678'], { type: 'integer', groupChar: ',' }],
  ['names of months', 'd', ['03 Mar 2020', '04 Dec 2021'], { type: 'date', format: '%d %b %Y' }],
  ['days with times', 'd', ['2020-01-02 10:30', '2020-01-03 09:00'], { type: 'datetime' }],
] as const)('a column of %s is described so', expectType);
it.each([
  ['whole numbers', 'n', ['1', '-20', '+3'], { type: 'integer' }],
  ['decimal numbers', 'n', ['1.5', '.5', '2e3', '7'], { type: 'number' }],
  ['numbers with a decimal comma', 'n', ['1,5', '20,25', '3'], { type: 'number', decimalChar: ',' }],
  ['numbers in groups of three', 'n', ['1,234.5', '12,345,678', '3'], { type: 'number', groupChar: ',' }],
  [
    'numbers with points in groups',
    'n',
    ['1.234,5', '2,25'],
    { type: 'number', decimalChar: ',', groupChar: '.' },
  ],
  ['true and false', 'b', ['true', 'FALSE'], { type: 'boolean' }],
  ['yes alone', 'b', ['yes', 'yes'], { type: 'boolean' }],
  ['0 and 1', 'b', ['0', '1', '1'], { type: 'boolean' }],
  ['ISO days', 'd', ['2020-02-29', '1999-12-31'], { type: 'date' }],
  ['days first', 'd', ['31.12.2020', '1.2.2021'], { type: 'date', format: '%d.%m.%Y' }],
  ['months first', 'd', ['12/31/2020', '01/02/2021'], { type: 'date', format: '%m/%d/%Y' }],
  [
    'days without separators under a name',
    'birth_date',
    ['20200131', '19991231'],
    { type: 'date', format: '%Y%m%d', atrium: protection },
  ],
  [
    'midnights',
    'd',
    ['2020-01-02 00:00:00', '2020-01-03 00:00:00'],
    { type: 'date', format: '%Y-%m-%d 00:00:00' },
  ],
  ['instants', 'd', ['2020-01-02T10:00:00Z', '2020-01-03'], { type: 'string' }],
  ['years under a name', 'year_of_birth', ['1950', '2001'], { type: 'year' }],
  ['years without a name', 'n', ['1950', '2001'], { type: 'integer' }],
  ['durations', 'age', ['P5M', 'P40Y2M'], { type: 'duration' }],
  ['nothing', 'n', ['', ' '], { type: 'string' }],
] as const)('a column of %s is described so', { tags: 'long' }, expectType);

it('looks at all texts of a column: one odd text at the end of many changes the type', {
  tags: 'long',
}, async () => {
  const { properties, guessed } = await typeOf('n', [
    ...Array.from({ length: 3000 }, (_, n) => String(10_000 + n)),
    '7b',
  ]);
  expect(properties).toEqual({ type: 'string' });
  expect(guessed).toContain('3,000 of 3,001 texts would be integer');
  expect(guessed).toContain('[7b]');
});

const withWords = { atrium: { type: 'number_with_categories' } };

const ofItsOwn = 'a column of numbers with words beside them has a type of its own (rule 2.23): %s';

it.each([
  ['bounds with a decimal comma', ['1,5', '≤ 0,1', '20'], { type: 'number', decimalChar: ',', ...withWords }],
  ['few codes and a word', ['1', '2', '3', 'other'], { type: 'string' }],
] as const)(ofItsOwn, expectNumbersWithWords);

it.each([
  ['bounds and words', ['1.5', '<0.1', '2', 'not done'], { type: 'number', ...withWords }],
  ['ages of which the greatest are one', ['45', '62', '>89', '7'], { type: 'integer', ...withWords }],
  ['bounds with groups', ['1,200.5', '>10,000', '3'], { type: 'number', groupChar: ',', ...withWords }],
  ['whole numbers and one word', ['1', '2', '3', '4', '5', 'refused'], { type: 'integer', ...withWords }],
  ['amounts with their units', ['1.5', '2.5', '3 mg', '4'], { type: 'string' }],
] as const)(ofItsOwn, { tags: 'long' }, expectNumbersWithWords);

async function expectNumbersWithWords(_: string, cells: readonly string[], wanted: object): Promise<void> {
  const { properties } = await typeOf('n', [...cells]);
  expect(properties).toMatchObject(wanted);
}

it('proposes numbers with words by counts, and markers for missing values stay missing (rule 2.23)', async () => {
  const { properties, guessed } = await typeOf('n', ['1.5', '2.5', '<0.1', 'not done', 'NA']);
  expect(properties).toEqual({ type: 'number', missingValues: ['', 'NA'], ...withWords });
  expect(guessed).toContain('2 numbers and 2 words (bounds: 1)');
});

it('keeps numbers that begin with 0, and numbers under the name of a key, as text', {
  tags: 'long',
}, async () => {
  expect(await typeOf('batch', ['01234', '98765', '00001'])).toEqual({
    properties: { type: 'string' },
    guessed: 't.csv: batch: text: 3 distinct texts in 3 rows; 2 begin with 0, so they are no numbers',
  });
  expect((await typeOf('visit_code', ['1', '2'])).properties).toEqual({ type: 'string' });
  expect((await typeOf('barcode', ['1234567890123456', '1234567890123457'])).properties).toEqual({
    type: 'string',
  });
});

it('one letter or figure alone is no truth value', { tags: 'long' }, async () => {
  expect((await typeOf('sex', ['F', 'F'])).properties).toEqual({
    type: 'string',
    atrium: { type: 'category' },
  });
  expect((await typeOf('n', ['1', '1'])).properties).toEqual({ type: 'integer' });
});

it('says when day and month may be exchanged, and with how many texts', { tags: 'long' }, async () => {
  const { properties, guessed } = await typeOf('seen', ['01/02/2020', '03/04/2020']);
  expect(properties).toEqual({ type: 'date', format: '%d/%m/%Y' });
  expect(guessed).toContain('AMBIGUOUS: 2 of these texts are dates with %m/%d/%Y too');
  const clear = await typeOf('seen', ['01/02/2020', '31/01/2020']);
  expect(clear.properties).toEqual({ type: 'date', format: '%d/%m/%Y' });
  expect(clear.guessed).toContain('1 of these texts would be dates with %m/%d/%Y');
  expect(clear.guessed).toContain('[31/01/2020]');
});

it('says when a comma may divide decimals or thousands', { tags: 'long' }, async () => {
  const grouped = await typeOf('n', ['1,234', '5,678']);
  expect(grouped.properties).toEqual({ type: 'integer', groupChar: ',' });
  expect(grouped.guessed).toContain('AMBIGUOUS: all 2 fit a decimal comma too');
  expect((await typeOf('n', ['1,234', '5,678'], ';')).properties).toEqual({
    type: 'number',
    decimalChar: ',',
  });
});

it('takes words for missing values where they stand between a column and its type', async () => {
  const { properties, guessed } = await typeOf('weight', ['70.5', 'NA', 'n/a', '82', 'NA']);
  expect(properties).toEqual({ type: 'number', missingValues: ['', 'NA', 'n/a'] });
  expect(guessed).toContain('missing: NA (2 rows), n/a (1 row)');
  const text = await typeOf('country', ['NA', 'DE', 'FR']);
  expect(text.properties).toEqual({ type: 'string' });
  expect(text.guessed).toContain('kept as values: NA (1 row)');
});

it('takes figures for missing values where they lie apart from all others or are of another type', {
  tags: 'long',
}, async () => {
  const weights = ['70', '82', '61', '-99', '999', '999'];
  expect((await typeOf('weight', weights)).properties).toEqual({
    type: 'integer',
    missingValues: ['', '999', '-99'],
  });
  const temperatures = ['-99', '-40', '3', '12', '900', '999'];
  expect((await typeOf('temperature', temperatures)).properties).toEqual({ type: 'integer' });
  expect((await typeOf('seen', ['2020-01-01', '-9', '2021-01-01'])).properties).toEqual({
    type: 'date',
    missingValues: ['', '-9'],
  });
});

it('few texts that come again are categories, others are text', { tags: 'long' }, async () => {
  expect((await typeOf('ward', times(5, ['north', 'south']))).properties).toEqual({
    type: 'string',
    atrium: { type: 'category' },
  });
  expect((await typeOf('note', ['a', 'b', 'c'])).properties).toEqual({ type: 'string', atrium: protection });
  const long = 'x'.repeat(101);
  expect((await typeOf('note', [long, long])).properties).toEqual({ type: 'string', atrium: protection });
});

it('a list is described only where the same items stand in many cells', { tags: 'long' }, async () => {
  const drugs = ['aspirin;statin', 'statin;insulin', 'aspirin;insulin', 'aspirin'];
  expect((await typeOf('drugs', drugs)).properties).toEqual({
    type: 'list',
    delimiter: ';',
    itemType: 'string',
    atrium: { type: 'category' },
  });
  const notes = ['came late; left', 'well; no pain', 'tired; sleeps badly', 'fine'];
  expect((await typeOf('note', notes)).properties).toEqual({ type: 'string', atrium: protection });
});

it('takes the types that a Parquet file gives, and looks at its texts', { tags: 'long' }, async () => {
  const file = await parquetOf(`SELECT * FROM (VALUES
    ('p1', 1, 1.5, true, DATE '2020-01-01', TIMESTAMP '2020-01-01 10:00:00', ['a'], '1,5', {'a': 1}),
    ('p2', 2, 2.5, false, DATE '2020-01-02', NULL, ['b'], '2,5', NULL)) AS t(id, n, x, b, d, t, l, s, o)`);
  const { resource } = await describeFiles({ 'subjects.parquet': file });
  expect(resource('subjects')).toMatchObject({
    path: 'subjects.parquet',
    schema: {
      primaryKey: ['id'],
      fields: [
        { name: 'id', type: 'string' },
        { name: 'n', type: 'integer' },
        { name: 'x', type: 'number' },
        { name: 'b', type: 'boolean' },
        { name: 'd', type: 'date' },
        { name: 't', type: 'datetime' },
        { name: 'l', type: 'list', itemType: 'string' },
        { name: 's', type: 'number', decimalChar: ',' },
        { name: 'o', type: 'string', atrium: { publish: false } },
      ],
    },
  });
});
