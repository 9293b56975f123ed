import { describe, expect, it } from 'vitest';
import { describeAndLoad } from '../testing/describeAndLoad.ts';
import { describeFiles } from '../testing/describeFiles.ts';
import { parquetOf } from '../testing/parquetOf.ts';

/** A table with an id and columns of these cells. */
function tableOf(columns: Readonly<Record<string, readonly string[]>>): string {
  const names = Object.keys(columns);
  const rows = Math.max(...Object.values(columns).map(({ length }) => length));
  const lines = Array.from({ length: rows }, (_, row) =>
    [`p${row}`, ...names.map((name) => columns[name]?.[row] ?? '')].join('|'),
  );
  return `row_id|${names.join('|')}\n${lines.join('\n')}\n`;
}

/** The notes of each column, and its field. */
async function columnsOf(columns: Readonly<Record<string, readonly string[]>>) {
  const { field, guessed, readings } = await describeFiles({ 't.csv': tableOf(columns) });
  return {
    typeOf: (name: string) => field('t', name)?.type,
    field: (name: string) => field('t', name),
    notes: (name: string) => guessed.filter((line) => line.startsWith(`t.csv: ${name}: `)).join('\n'),
    choices: (name: string) => readings[0]?.columns.find((one) => one.name === name)?.choices ?? [],
  };
}

const sexes = ['m', 'M', 'male', 'F', 'female', 'Female', ' male', 'm'];
const lists = ['aspirin; statin', 'statin; insulin', 'aspirin; insulin', 'aspirin'];
/** What the first test makes that asks for it. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

// One table is described and one imported for most tests: each description and each import takes a second.
const describedOnce = once(() =>
  columnsOf({
    padded: ['038.9', '745.4', '250.0'],
    equal: ['745.1', '745.10', '250.0'],
    wells: ['1E5', '2E7', '12E2'],
    decimals: ['038,9', '745,4', '250,1'],
    signed: ['1.5', '-2', '1.20E-05'],
    numbers: ['0.5', '0', '-0.25'],
    icd9: ['401.9', '250.1', '414.0'],
    unclear: ['13/02/2020', '02/13/2020', '01/02/2020', '28/03/2020'],
    exchanged: ['2020-05-13', '2020-05-14', '01/02/2020', '03/04/2020'],
    weight: ['80 kg', '176 lb', '72 kg', '64 kg'],
    house: ['12a', '14b', '7', '8c'],
    price: ['1,200 kg', '2,400 kg', '3,100 kg', '4,000 kg'],
    crp: ['<0.6', '12', '3.5', '<0.6', '> 200', '7'],
    crp_units: ['<0.6 mg/L', '12 mg/L', '3.5 mg/L', '7 mg/L'],
    age: ['45', '62', '95', '7'],
    age_at_visit: ['45', '>89', '91', '7.5'],
    age_days: ['45', '62', '95', '7'],
    alter: ['45', '62', '88', '7'],
    score: ['45', '62', '95', '7'],
    sex: sexes,
    grade: ['CD4+', 'CD4-', 'CD4+', 'CD4-'],
    tumour: ['b', 'benign', 'malignant', 'b'],
    smoker: ['non-smoker', 'Non smoker', 'smoker', 'smoker'],
    commas: lists.map((text) => text.replaceAll(';', ',')),
    slashes: lists.map((text) => text.replaceAll('; ', '/')),
    names: ['Kim, Ann', 'Lee, Ann', 'Kim, Bo', 'Lee, Bo'],
    genotype: ['A/G', 'G/A', 'A/A', 'G/G'],
    pressure: ['120/80', '130/90', '120/90', '130/80'],
    ranges: ['10/20', '20/10', '10/30', '30/10'],
    alleles: ['CT/GG', 'GG/CT', 'CT/CT', 'GG/GG'],
  }),
);
const loadedOnce = once(async () => {
  const { column, field, guessed } = await describeAndLoad({
    'patients.csv': `patient_id;dx;seen;left;weight;dose
p1;745.1;2020-01-31;2020-01-31 10:30;80 kg;1,5 mg
p2;745.10;31.01.2020;31.01.2020;72kg;20 mg
p3;038.9;15.02.2020;2020-03-01 08:15;NA;3,25mg
p4;038.9;2020-02-03;;60.5 kg;2 mg
p5;038.9;2020-02-04;;;
p6;038.9;2020-02-04;;;
`,
  });
  const columns = new Map<string, readonly unknown[]>();
  for (const name of ['dx', 'seen', 'left', 'weight', 'dose'])
    columns.set(name, await column('patients', name));
  return { field, guessed, column: (name: string) => columns.get(name) ?? [] };
});

describe('codes stay codes', () => {
  it('where they are padded, would be equal as numbers, or have an E', async () => {
    const { typeOf, notes, choices } = await describedOnce();
    expect(['padded', 'equal', 'wells', 'decimals', 'icd9'].map(typeOf)).toEqual(Array(5).fill('string'));
    expect(['signed', 'numbers'].map(typeOf)).toEqual(['number', 'number']);
    expect(notes('equal')).toContain('745.1 and 745.10 would be the same number');
    expect(notes('wells')).toContain('like 1E5');
    expect(choices('equal')).toContainEqual(
      expect.objectContaining({ reading: { type: 'number' }, cells: 3, ofCells: 3 }),
    );
  });

  it('in the release too', async () => {
    expect((await loadedOnce()).column('dx').slice(0, 3)).toEqual(['745.1', '745.10', '038.9']);
  });
});

describe('dates in several forms', () => {
  it('are told with the cells of each form, and loaded where no text is unclear', async () => {
    const { column, guessed, field } = await loadedOnce();
    expect(field('patients', 'seen')).toMatchObject({
      type: 'date',
      atrium: { formats: ['%Y-%m-%d', '%d.%m.%Y'] },
    });
    expect(guessed.join('\n')).toContain('dates in 2 forms: %Y-%m-%d (4 cells), %d.%m.%Y (2 cells)');
    expect(column('seen')).toEqual([
      '2020-01-31',
      '2020-01-31',
      '2020-02-15',
      '2020-02-03',
      '2020-02-04',
      '2020-02-04',
    ]);
  });

  it('stay text where two forms take a text for different days, which is named', async () => {
    const { typeOf, notes } = await describedOnce();
    expect(typeOf('unclear')).toBe('string');
    expect(notes('unclear')).toContain(
      'AMBIGUOUS: 1 text is a different day in two of these forms, in 1 cell',
    );
  });

  it('say where day and month may be exchanged', async () => {
    const { typeOf, notes } = await describedOnce();
    expect(typeOf('exchanged')).toBe('date');
    expect(notes('exchanged')).toContain('AMBIGUOUS: 2 of these texts are dates with %m/%d/%Y too');
  });

  it('may have times in some cells', async () => {
    expect((await loadedOnce()).column('left').slice(0, 3)).toEqual([
      '2020-01-31',
      '2020-01-31',
      '2020-03-01',
    ]);
  });
});

describe('numbers with units', () => {
  it('are numbers where there is one unit, and loaded without it', async () => {
    const { column, field } = await loadedOnce();
    expect(field('patients', 'weight')).toMatchObject({
      type: 'number',
      atrium: { unit: 'kg', units: [{ text: 'kg' }] },
    });
    expect(column('weight').slice(0, 4)).toEqual([80, 72, null, 60.5]);
    expect(column('dose').slice(0, 4)).toEqual([1.5, 20, 3.25, 2]);
  });

  it('are told where units differ, and stay text', async () => {
    const { typeOf, notes, choices } = await describedOnce();
    expect(['weight', 'house', 'price'].map(typeOf)).toEqual(['string', 'string', 'string']);
    expect(notes('weight')).toContain('units differ within the column: kg (3 cells), lb (1 cell)');
    expect(choices('weight')).toContainEqual(expect.objectContaining({ cells: 3, ofCells: 4 }));
    expect(notes('house')).not.toContain('unit');
  });

  it('of several units are counted in one by their factors, and a number without a unit is none', async () => {
    const units = [{ text: 'kg' }, { text: 'lb', factor: 0.45359237 }];
    const { column, guessed } = await describeAndLoad(
      { 'patients.csv': 'patient_id,weight\np1,80 kg\np2,100 lb\np3,70\np4,2 stone\n' },
      { 'patients.csv': { columns: { weight: { type: 'number', atrium: { unit: 'kg', units } } } } },
    );
    expect(await column('patients', 'weight')).toEqual([80, 45.359237, null, null]);
    expect(guessed.join('\n')).toContain('weight: number: chosen; 2 of 4 cells fit [2 stone; 70]');
  });
});

describe('what may be mended is told', () => {
  it('values below a limit of detection', async () => {
    const { notes } = await describedOnce();
    expect(notes('crp')).toContain('2 texts are bounds in 3 cells');
    expect(notes('crp')).toContain('<0.6 (2 cells)');
    expect(notes('crp_units')).toContain('1 text is a bound in 1 cell');
  });

  it('numbers that may be ages of 90 years and more, with words beside them or without', async () => {
    const { notes } = await describedOnce();
    for (const name of ['age', 'age_at_visit'])
      expect(notes(name)).toContain('perhaps ages of 90 years and more');
    for (const name of ['age_days', 'alter', 'score']) expect(notes(name)).not.toContain('90 years');
  });

  it('rows below the table that are no data, by their number and without their text', async () => {
    const rows = 'patient_id,age,sex\np1,5,m\np2,6,f\np3,7,f\n';
    const notesOf = async (below: string) =>
      (await describeFiles({ 't.csv': rows + below })).guessed.filter((line) =>
        line.includes('notes or sums'),
      );
    expect(await notesOf('\nTotal,18,\nSource: the registry\n')).toEqual([
      't.csv: perhaps notes or sums below the table: 2 rows at its end; if they are no data, name the numbers of these rows as commentRows in the dialect',
    ]);
    expect(await notesOf('p4,,\np5,6,f\np6,,\n')).toEqual([]);
    expect(await notesOf('')).toEqual([]);
  });

  it('spellings of one value, with a reading that joins them', async () => {
    const { notes, choices } = await describedOnce();
    expect(notes('sex')).toContain('perhaps spellings of one value');
    expect(notes('sex')).toContain('blanks stand around the text of 1 cell');
    expect(notes('smoker')).toContain('"Non smoker", "non-smoker"');
    expect(notes('tumour')).toContain('"benign", "b"');
    expect(notes('grade')).not.toContain('spellings');
    const [choice] = choices('sex').filter(({ reading }) => reading.atrium?.spellings !== undefined);
    const { column } = await describeAndLoad(
      { 't.csv': tableOf({ sex: sexes }) },
      { 't.csv': { columns: { sex: choice?.reading ?? {} } } },
    );
    const joined = await column('t', 'sex');
    expect(new Set(joined).size).toBe(2);
    expect(joined.filter((value) => value === joined[0])).toHaveLength(5);
  });

  it('lists in a cell, by any mark that divides them', async () => {
    const { typeOf, field } = await describedOnce();
    expect([typeOf('commas'), field('commas')?.delimiter]).toEqual(['list', ',']);
    expect([typeOf('slashes'), field('slashes')?.delimiter]).toEqual(['list', '/']);
    const others = ['names', 'genotype', 'pressure', 'ranges', 'alleles'];
    expect(others.map(typeOf)).toEqual(others.map(() => 'string'));
  });

  it('columns that look like events', async () => {
    const { guessed } = await describeFiles({
      'patients.csv':
        'patient_id,birth_date,weight_1,weight_2,weight_3\np1,2001-02-03,1,2,3\np2,2002-02-03,1,2,3\n',
      'stays.csv':
        'stay_id,patient_id,admission_date,discharge_date\ns1,p1,2020-01-02,2020-01-05\ns2,p1,2020-03-02,2020-03-05\ns3,p2,2020-03-02,2020-03-05\n',
    });
    const notes = guessed.join('\n');
    expect(notes).toContain('stays.csv: perhaps events: its rows have the time admission_date');
    expect(notes).toContain('{"start":"admission_date","end":"discharge_date"}');
    expect(notes).toContain('patients.csv: perhaps events in columns: weight_1 … weight_3 (3 columns)');
  });
});

describe('several files of one kind', () => {
  const visits = (year: number, form = ',') =>
    `visit_id${form}patient_id${form}weight\nv${year}1${form}p1${form}7\nv${year}2${form}p2${form}8\n`;
  const patients = { 'patients.csv': 'patient_id,sex\np1,f\np2,m\n' };

  it('are one table', async () => {
    const { resource, rows, guessed } = await describeAndLoad({
      ...patients,
      'visits_2021.csv': visits(2021),
      'visits_2022.csv': visits(2022),
    });
    expect(resource('visits')?.path).toEqual(['visits_2021.csv', 'visits_2022.csv']);
    expect(await rows('visits')).toHaveLength(4);
    expect(guessed.join('\n')).toContain('one table in 2 files');
  });

  it('that share no word, or are written in another form, stay apart and are named', {
    tags: 'long',
  }, async () => {
    const { descriptor, guessed } = await describeFiles({
      ...patients,
      'ward.csv': visits(2021),
      'home.csv': visits(2022),
      'visits_2023.csv': visits(2023, ';'),
      'visits_2024.csv': visits(2024),
    });
    expect(descriptor.resources).toHaveLength(5);
    expect(guessed.join('\n')).toContain('has the same columns as');
  });

  it('of Parquet whose types differ stay apart', async () => {
    const of = (type: string) =>
      parquetOf(`SELECT 'v' || i AS visit_id, i::${type} AS n FROM range(3) AS t(i)`);
    const { descriptor } = await describeFiles({
      'visits_1.parquet': await of('INTEGER'),
      'visits_2.parquet': await of('VARCHAR'),
      'visits_3.parquet': await of('INTEGER'),
    });
    expect(new Set(descriptor.resources.map(({ path }) => String(path)))).toEqual(
      new Set(['visits_1.parquet,visits_3.parquet', 'visits_2.parquet']),
    );
  });
});

it('a type of Parquet that comes as text is described as text', { tags: 'long' }, async () => {
  const file = await parquetOf(`SELECT * FROM (VALUES
    ('p1', '6f6c1c0e-1f5e-4d5e-9d5a-0c1f1f5e4d5e'::UUID, TIME '10:30:00', 'a'::ENUM('a', 'b'), INTERVAL 3 DAY),
    ('p2', '6f6c1c0e-1f5e-4d5e-9d5a-0c1f1f5e4d5f'::UUID, TIME '11:00:00', 'b'::ENUM('a', 'b'), INTERVAL 1 DAY)) AS t(patient_id, token, woke, ward, stay)`);
  const { field, column } = await describeAndLoad({ 'patients.parquet': file });
  expect(field('patients', 'woke')).toMatchObject({ type: 'string' });
  expect(await column('patients', 'woke')).toEqual(['10:30:00', '11:00:00']);
  expect(field('patients', 'stay')).toMatchObject({ type: 'string' });
  expect(await column('patients', 'stay')).toEqual(['3 days', '1 day']);
  expect(await column('patients', 'token')).toEqual([
    '6f6c1c0e-1f5e-4d5e-9d5a-0c1f1f5e4d5e',
    '6f6c1c0e-1f5e-4d5e-9d5a-0c1f1f5e4d5f',
  ]);
});

it('comments, titles and the delimiter of a spreadsheet make no subjects', async () => {
  const { report, column } = await describeAndLoad({
    'data_clinical_patient.txt':
      '#Patient\tAge\n#Who\tAge in years\n#STRING\tNUMBER\n#1\t1\nPATIENT_ID\tAGE\nP1\t61\nP2\t55\nP3\t70\n',
  });
  expect(await column('data_clinical_patient', 'AGE')).toEqual([61, 55, 70]);
  expect(report.subjects).toBe(3);
});

it('columns of one name are loaded under the names that a person gives them', async () => {
  const { column } = await describeAndLoad(
    { 'patients.csv': 'Study;;\npatient_id;weight;weight\np1;7,5;8\np2;8;9,5\n' },
    { 'patients.csv': { table: { names: ['patient_id', 'weight_before', 'weight_after'] } } },
  );
  expect(await column('patients', 'weight_before')).toEqual([7.5, 8]);
  expect(await column('patients', 'weight_after')).toEqual([8, 9.5]);
});
