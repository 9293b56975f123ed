import fc from 'fast-check';
import { expect, it } from 'vitest';
import { casesOr } from '../../../../engine/src/testing/effort.ts';
import { conversionRefusal, convertFiles } from '../../testing/convertFiles.ts';
import { importTiny } from '../../testing/tinyWarehouse.ts';

const header =
  '"Variable / Field Name","Form Name","Section Header","Field Type","Field Label","Choices, Calculations, OR Slider Labels","Field Note","Text Validation Type OR Show Slider Number","Text Validation Min","Text Validation Max",Identifier?,"Branching Logic (Show field only if...)","Required Field?"';
const field = (
  name: string,
  form: string,
  type: string,
  more: { label?: string; choices?: string; validation?: string; identifier?: string } = {},
) =>
  [
    name,
    form,
    '',
    type,
    more.label ?? '',
    more.choices ?? '',
    '',
    more.validation ?? '',
    '',
    '',
    more.identifier ?? '',
    '',
    '',
  ]
    .map((cell) => `"${cell.replaceAll('"', '""')}"`)
    .join(',');
const lines = (...all: readonly string[]): string => `${all.join('\n')}\n`;

const dictionary = lines(
  header,
  field('study_id', 'demographics', 'text', { label: 'Study ID' }),
  field('name', 'demographics', 'text', { label: 'Name', identifier: 'y' }),
  field('email', 'demographics', 'text', { label: 'E-mail', validation: 'email' }),
  field('dob', 'demographics', 'text', { label: 'Date of birth', validation: 'date_dmy', identifier: 'y' }),
  field('sex', 'demographics', 'radio', {
    label: '<b>Sex</b>',
    choices: '1, Female | 2, Male | -7, Other, or both | 9, Male',
  }),
  field('race', 'demographics', 'checkbox', { label: 'Race', choices: '1, A; first | -1, B | c, C' }),
  field('hint', 'demographics', 'descriptive', { label: 'Read this' }),
  field('weight', 'visit', 'text', { label: 'Weight', validation: 'number_1dp_comma_decimal' }),
  field('seen', 'visit', 'text', { label: 'Seen', validation: 'datetime_mdy' }),
  field('bmi', 'visit', 'calc', { label: 'BMI', choices: '[weight]/2' }),
  field('scan', 'visit', 'file', { label: 'Scan' }),
  field('drug', 'medication', 'text', { label: 'Drug' }),
  field('still', 'medication', 'yesno', { label: 'Still taken' }),
);
const columns =
  'study_id,redcap_event_name,redcap_repeat_instrument,redcap_repeat_instance,redcap_data_access_group,name,email,dob,sex,race___1,race____1,race___c,demographics_complete,weight,seen,bmi,scan,visit_complete,drug,still,medication_complete';
const records = lines(
  columns,
  '1,base_arm_1,,,site_a,Ada,a@x.org,1990-05-01,1,1,1,0,2,"70,5",2020-01-02 10:30,35.25,scan.png,2,,,',
  '1,month_arm_1,,,site_a,,,,,0,0,0,,"71",2020-02-02 11:00,-99,,1,,,',
  '1,base_arm_1,medication,1,site_a,,,,,,,,,,,,,,aspirin,1,2',
  '1,base_arm_1,medication,2,site_a,,,,,,,,,,,,,,ibuprofen,0,0',
  '2,base_arm_1,,,,Bo,,,-7,0,0,0,0,,,,,0,,,',
);

it('writes records, forms that repeat as collections, boxes as lists, and the import takes them', async () => {
  const { folder, report, rows, descriptor } = await convertFiles(
    'redcap',
    { 'dictionary.csv': dictionary, 'records.csv': records },
    { missingCodes: ['-99'] },
  );
  expect(await rows('record')).toMatchObject([
    {
      record_id: '1',
      name: 'Ada',
      dob: '1990-05-01',
      sex: 'Female',
      race: 'A\\; first;B',
      demographics_complete: 'Complete',
      redcap_data_access_group: 'site_a',
    },
    { record_id: '2', name: 'Bo', sex: 'Other, or both', race: '', demographics_complete: 'Incomplete' },
  ]);
  expect(await rows('visit')).toMatchObject([
    {
      record_id: '1',
      redcap_event_name: 'base_arm_1',
      weight: '70,5',
      bmi: '35.25',
      visit_complete: 'Complete',
    },
    { record_id: '1', redcap_event_name: 'month_arm_1', weight: '71', bmi: '', visit_complete: 'Unverified' },
  ]);
  expect(await rows('medication')).toMatchObject([
    { record_id: '1', redcap_repeat_instance: '1', drug: 'aspirin', still: 'true' },
    {
      record_id: '1',
      redcap_repeat_instance: '2',
      drug: 'ibuprofen',
      still: 'false',
      medication_complete: 'Incomplete',
    },
  ]);
  expect(report.counted).toEqual([
    { thing: 'records', read: 2, written: 2, leftOut: 0 },
    { thing: 'forms "visit"', read: 2, written: 2, leftOut: 0 },
    { thing: 'forms "medication"', read: 2, written: 2, leftOut: 0 },
    { thing: 'values', read: 37, written: 24, leftOut: 13 },
  ]);
  expect(report.leftOut.map(({ thing, reason, count }) => `${count} ${thing} ${reason}`)).toEqual([
    '1 descriptive fields show a text in a form and hold no value',
    '7 values is a box that is not checked',
    '1 values is a file of "scan"; files come as a catalogue (atrium.files)',
    '3 values repeats "redcap_data_access_group" of the record in another of its rows',
    '1 values is a missing data code',
    '1 values is the state of a form that nobody filled in',
  ]);
  const fields = new Map(
    descriptor.resources.flatMap(({ schema }) => schema?.fields ?? []).map((one) => [one.name, one]),
  );
  expect(fields.get('sex')).toMatchObject({
    title: 'Sex',
    categories: ['Female', 'Male (2)', 'Other, or both', 'Male (9)'],
  });
  expect([...fields.values()].filter(({ atrium }) => atrium?.phi).map(({ name }) => name)).toEqual([
    'name',
    'email',
    'dob',
  ]);
  expect(fields.get('weight')).toMatchObject({
    type: 'number',
    decimalChar: ',',
    atrium: { id: 'weight', category: 'visit' },
  });
  const imported = await importTiny({ tables: [] }, { packagePath: folder });
  expect(imported.report.problems).toEqual([]);
  expect(imported.report.subjects).toBe(2);
  expect(await imported.column('visit', 'weight')).toEqual([70.5, 71]);
});

it('an export with labels gives the same tables as one with codes', async () => {
  const small = lines(
    header,
    field('record_id', 'base', 'text', { label: 'Record ID' }),
    field('sex', 'base', 'radio', { label: 'Sex', choices: '1, Female | 2, Male' }),
    field('race', 'base', 'checkbox', { label: 'Race', choices: '1, A | 2, B' }),
    field('well', 'base', 'yesno', { label: 'Well?' }),
  );
  const raw = lines('record_id,sex,race___1,race___2,well,base_complete', '1,2,0,1,1,2');
  const labels = lines(
    'Record ID,Sex,Race (choice=A),Race (choice=B),Well?,Complete?',
    '1,Male,Unchecked,Checked,Yes,Complete',
  );
  const [one, other] = [
    await convertFiles('redcap', { 'd.csv': small, 'r.csv': raw }),
    await convertFiles('redcap', { 'd.csv': small, 'r.csv': labels }),
  ];
  expect(await other.rows('record')).toEqual(await one.rows('record'));
  expect(other.descriptor.resources).toEqual(one.descriptor.resources);
});

const tiny = lines(
  header,
  field('id', 'f', 'text'),
  field('b', 'f', 'checkbox', { choices: '1, One' }),
  field('x', 'f', 'text'),
);

it.each([
  [
    'no dictionary',
    { 'r.csv': 'id\n1\n' },
    'No file is a data dictionary of REDCap: a CSV file with the columns "Variable / Field Name", "Form Name" and "Field Type".',
  ],
  ['no records', { 'd.csv': tiny }, 'No file holds records: a CSV file beside the data dictionary.'],
  [
    'two files of records',
    { 'd.csv': tiny, 'r.csv': 'id\n', 's.csv': 'id\n' },
    'r.csv and s.csv may both be the records; give one file of records.',
  ],
  [
    'an unknown field type',
    { 'd.csv': lines(header, field('id', 'f', 'wheel')), 'r.csv': 'id\n1\n' },
    'd.csv:2: id: has the field type "wheel", which is not known',
  ],
  [
    'a choice twice',
    { 'd.csv': lines(header, field('id', 'f', 'radio', { choices: '1, A | 1, B' })), 'r.csv': 'id\n1\n' },
    'd.csv:2: id: has two choices with the code "1"',
  ],
  [
    'records without the id',
    { 'd.csv': tiny, 'r.csv': 'x\n1\n' },
    'r.csv: no column is "id", which identifies a record in the dictionary',
  ],
  ['a row without the id', { 'd.csv': tiny, 'r.csv': 'id,x\n,1\n' }, 'r.csv:2: id: is missing'],
  [
    'a box that is neither',
    { 'd.csv': tiny, 'r.csv': 'id,b___1\n1,7\n' },
    'r.csv:2: b: "7" is neither 1 nor 0',
  ],
  [
    'an unknown form',
    { 'd.csv': tiny, 'r.csv': 'id,redcap_repeat_instrument,x\n1,g,2\n' },
    'r.csv:2: redcap_repeat_instrument: "g" is no form of the dictionary',
  ],
  [
    'a value twice',
    { 'd.csv': tiny, 'r.csv': 'id,x\n1,a\n1,b\n' },
    'r.csv:3: x: record "1" has a value for it in an earlier row',
  ],
  [
    'rows apart',
    { 'd.csv': tiny, 'r.csv': 'id,x\n1,a\n2,b\n1,c\n' },
    'r.csv:4: the rows of record "1" do not stand together; sort the file by record',
  ],
])('refuses %s by file, line and field', async (_, files, sentence) => {
  expect(await conversionRefusal('redcap', files)).toEqual([sentence]);
});

const value = fc.option(fc.stringMatching(/^[a-z ,;"\\]{0,5}[a-z]$/), { nil: '', freq: 3 });
const instance = fc.record({ a: value, b: value, box: fc.tuple(fc.boolean(), fc.boolean()) });
const project = fc.array(
  fc.record({
    root: value,
    repeats: fc.array(instance, { maxLength: 4 }),
    others: fc.array(value, { maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 6 },
);

it('keeps every instance and value of random repeating forms', { tags: 'long' }, async () => {
  const forms = lines(
    header,
    field('id', 'base', 'text'),
    field('root', 'base', 'text'),
    field('a', 'again', 'text'),
    field('b', 'again', 'notes'),
    field('box', 'again', 'checkbox', { choices: '1, One;1 | 2, Two' }),
    field('o', 'others', 'text'),
  );
  const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
  await fc.assert(
    fc.asyncProperty(project, async (all) => {
      const written = all.flatMap(({ root, repeats, others }, record) => [
        [`r${record}`, '', '', root, '', '', '', '', ''],
        ...repeats.map(({ a, b, box: [one, two] }, index) => [
          `r${record}`,
          'again',
          `${index + 1}`,
          '',
          a,
          b,
          one ? '1' : '0',
          two ? '1' : '0',
          '',
        ]),
        ...others.map((o, index) => [`r${record}`, 'others', `${index + 1}`, '', '', '', '', '', o]),
      ]);
      const file = lines(
        'id,redcap_repeat_instrument,redcap_repeat_instance,root,a,b,box___1,box___2,o',
        ...written.map((cells) => cells.map(quoted).join(',')),
      );
      const { rows } = await convertFiles('redcap', { 'd.csv': forms, 'r.csv': file });
      const wanted = all.flatMap(({ repeats }, record) =>
        repeats.flatMap(({ a, b, box: [one, two] }, index) =>
          a === '' && b === '' && !one && !two
            ? []
            : [
                [
                  `r${record}`,
                  `${index + 1}`,
                  a.trim(),
                  b.trim(),
                  [...(one ? ['One\\;1'] : []), ...(two ? ['Two'] : [])].join(';'),
                ],
              ],
        ),
      );
      const found = (await rows('again')).map((row) => [
        row['record_id'],
        row['redcap_repeat_instance'],
        row['a'],
        row['b'],
        row['box'],
      ]);
      expect(found).toEqual(wanted);
      expect((await rows('record')).map((row) => [row['record_id'], row['root']])).toEqual(
        all.map(({ root }, record) => [`r${record}`, root.trim()]),
      );
      expect((await rows('others')).length).toBe(
        all.flatMap(({ others }) => others.filter((o) => o !== '')).length,
      );
    }),
    { numRuns: casesOr(15, { inGate: 5 }) },
  );
});
