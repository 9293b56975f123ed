import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { casesOr } from '../../../../engine/src/testing/effort.ts';
import { convertFiles } from '../../testing/convertFiles.ts';
import { importTiny } from '../../testing/tinyWarehouse.ts';

/** Parts of labels as editors write them, and what people read. */
const part = fc.constantFrom<readonly [written: string, read: string]>(
  ['<18.5 or >30', '<18.5 or >30'],
  ['x<y', 'x<y'],
  ['=> 5', '=> 5'],
  ['<b>bold</b>', 'bold'],
  ['<span style="color: red;">red</span>', 'red'],
  ['a &lt; b &amp; c', 'a < b & c'],
  ['<br/>', ''],
  ['{weight}', ''],
  ['{weight:icons}', ''],
  ['{kg}', '{kg}'],
  ['a <b and c> d', 'a <b and c> d'],
  ['say "no", please', 'say "no", please'],
  ["it's; so", "it's; so"],
  ['back\\slash', 'back\\slash'],
  ['Größe', 'Größe'],
);
/** A label that no other field or choice has, as it is written and as it is read. */
const labels = (name: string) =>
  fc.array(part, { maxLength: 3 }).map((parts) => ({
    written: [name, ...parts.map(([written]) => written)].join(' '),
    read: [name, ...parts.map(([, read]) => read)].filter((text) => text !== '').join(' '),
  }));

const choices = (name: string) =>
  fc
    .uniqueArray(fc.constantFrom('1', '2', '0', '-1', '9', '99', 'a', '1.5', '02', 'other_1'), {
      minLength: 2,
      maxLength: 4,
    })
    .chain((codes) =>
      fc
        .tuple(...codes.map((code) => labels(`${name} ${code}`)))
        .map((found) =>
          codes.map((code, index) => ({ code, ...(found[index] ?? { written: code, read: code }) })),
        ),
    );

const text = fc.constantFrom(
  'a',
  'x, y',
  'say "no"',
  '<b>',
  'x | y',
  '038.9',
  '1E5',
  'Zürich',
  '#1',
  'two\nlines',
);
const filled = { nil: null, freq: 3 };
const projects = fc
  .record({
    radio: choices('Radio'),
    boxes: choices('Boxes'),
    radioLabel: labels('Which'),
    boxLabel: labels('What'),
  })
  .chain((dictionary) =>
    fc.record({
      dictionary: fc.constant(dictionary),
      hasLabels: fc.boolean(),
      records: fc.array(
        fc.record({
          radio: fc.option(fc.nat(dictionary.radio.length - 1), filled),
          boxes: fc.uniqueArray(fc.nat(dictionary.boxes.length - 1)),
          note: fc.option(text, filled),
          well: fc.option(fc.boolean(), filled),
          visits: fc.array(
            fc.record({ weight: fc.integer({ min: 1, max: 900 }), seen: fc.option(text, filled) }),
            {
              maxLength: 3,
            },
          ),
        }),
        { minLength: 1, maxLength: 5 },
      ),
    }),
  );
type Project = typeof projects extends fc.Arbitrary<infer One> ? One : never;

const header =
  'Variable / Field Name,Form Name,Section Header,Field Type,Field Label,"Choices, Calculations, OR Slider Labels",Field Note,Text Validation Type OR Show Slider Number,Text Validation Min,Text Validation Max,Identifier?,"Branching Logic (Show field only if...)",Required Field?,Custom Alignment,Question Number (surveys only),Matrix Group Name,Matrix Ranking?,Field Annotation'
    .split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .map((name) => name.replaceAll('"', ''));

function dictionaryOf({ dictionary: { radio, boxes, radioLabel, boxLabel } }: Project): string {
  const field = (
    name: string,
    form: string,
    type: string,
    label: string,
    more: { list?: string; rule?: string } = {},
  ) => [
    ...[name, form, '<div>Section</div>', type, label, more.list ?? '', 'a note', more.rule ?? ''],
    ...['', '', '', "[radio] = '1' and [note] <> ''", '', '', '', '', '', '@HIDDEN-PDF @DEFAULT="x | y"'],
  ];
  const listOf = (found: Project['dictionary']['radio']): string =>
    found.map(({ code, written }) => `${code}, ${written}`).join(' | ');
  return stringify([
    header,
    field('study_id', 'base', 'text', 'Study ID'),
    field('radio', 'base', 'radio', radioLabel.written, { list: listOf(radio) }),
    field('boxes', 'base', 'checkbox', boxLabel.written, { list: listOf(boxes) }),
    field('hint', 'base', 'descriptive', '<p>Read {radio}</p>'),
    field('note', 'base', 'text', 'Any note'),
    field('well', 'base', 'yesno', 'Well?'),
    field('weight', 'visit', 'text', 'Weight', { rule: 'integer' }),
    field('seen', 'visit', 'text', 'Seen'),
    field('bmi', 'visit', 'calc', 'BMI', { list: 'round([weight]/2, 1)' }),
  ]);
}

const boxName = (code: string): string => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '_');

/** The records as REDCap exports them: with codes and names, or with labels. */
function recordsOf({ dictionary, hasLabels, records }: Project): string {
  const { radio, boxes, radioLabel, boxLabel } = dictionary;
  const names = hasLabels
    ? [
        ...['Study ID', 'Repeat Instrument', 'Repeat Instance', radioLabel.written],
        ...boxes.map(({ written }) => `${boxLabel.written} (choice=${written})`),
        ...['Any note', 'Well?', 'Complete?', 'Weight', 'Seen', 'BMI', 'Complete?'],
      ]
    : [
        ...['study_id', 'redcap_repeat_instrument', 'redcap_repeat_instance', 'radio'],
        ...boxes.map(({ code }) => `boxes___${boxName(code)}`),
        ...['note', 'well', 'base_complete', 'weight', 'seen', 'bmi', 'visit_complete'],
      ];
  const state = (number: number): string =>
    hasLabels ? (['Incomplete', 'Unverified', 'Complete'][number] ?? '') : String(number);
  const box = (is: boolean): string => (hasLabels ? (is ? 'Checked' : 'Unchecked') : is ? '1' : '0');
  const rows = records.flatMap((record, index) => {
    const chosen = record.radio === null ? undefined : radio[record.radio];
    const well =
      record.well === null ? '' : hasLabels ? (record.well ? 'Yes' : 'No') : record.well ? '1' : '0';
    return [
      [
        ...[`r${index}`, '', '', (hasLabels ? chosen?.written : chosen?.code) ?? ''],
        ...boxes.map((_, at) => box(record.boxes.includes(at))),
        ...[record.note ?? '', well, state(2), '', '', '', ''],
      ],
      ...record.visits.map(({ weight, seen }, instance) => [
        ...[`r${index}`, hasLabels ? 'Visit' : 'visit', String(instance + 1), ''],
        ...boxes.map(() => ''),
        ...['', '', '', String(weight), seen ?? '', String(weight / 2), state(1)],
      ]),
    ];
  });
  return stringify([names, ...rows]);
}

it('a project that is written in any of these forms is read back, with codes or with labels (rule 10.41)', async () => {
  await fc.assert(
    fc.asyncProperty(projects, async (project) => {
      const { dictionary, records } = project;
      const { rows, report, descriptor, folder } = await convertFiles('redcap', {
        'dictionary.csv': dictionaryOf(project),
        'records.csv': recordsOf(project),
      });
      const titles = new Map(
        descriptor.resources
          .flatMap(({ schema }) => schema?.fields ?? [])
          .map(({ name, title }) => [name, title]),
      );
      // A column without any value is not written.
      expect(titles.get('radio') ?? dictionary.radioLabel.read).toBe(dictionary.radioLabel.read);
      expect(titles.get('boxes') ?? dictionary.boxLabel.read).toBe(dictionary.boxLabel.read);
      const cellsOf = async (table: string, names: readonly string[]) =>
        (await rows(table)).map((row) => names.map((name) => row[name] ?? ''));
      expect(await cellsOf('record', ['record_id', 'radio', 'boxes', 'note', 'well'])).toEqual(
        records.map((record, index) => [
          `r${index}`,
          record.radio === null ? '' : dictionary.radio[record.radio]?.read,
          dictionary.boxes
            .filter((_, at) => record.boxes.includes(at))
            .map(({ read }) => read.replaceAll(/[\\;]/g, '\\$&'))
            .join(';'),
          record.note ?? '',
          record.well === null ? '' : String(record.well),
        ]),
      );
      const visits = records.flatMap((record, index) =>
        record.visits.map(({ weight, seen }, instance) => [
          ...[
            `r${index}`,
            String(instance + 1),
            String(weight),
            seen ?? '',
            String(weight / 2),
            'Unverified',
          ],
        ]),
      );
      expect(
        await cellsOf('visit', [
          ...['record_id', 'redcap_repeat_instance', 'weight', 'seen', 'bmi', 'visit_complete'],
        ]),
      ).toEqual(visits);
      expect(report.notes.filter((note) => /is no choice|have one label|no code/.test(note))).toEqual([]);
      expect(
        report.leftOut.map(({ reason }) => reason).filter((reason) => /does not have/.test(reason)),
      ).toEqual([]);
      const imported = await importTiny({ tables: [] }, { packagePath: folder });
      expect(imported.report.problems).toEqual([]);
      if (records.some(({ radio }) => radio !== null))
        expect(await imported.column('record', 'radio')).toEqual(
          records.map(({ radio }) => (radio === null ? null : dictionary.radio[radio]?.read)),
        );
      await imported.warehouse.close();
    }),
    { numRuns: casesOr(60, { inGate: 2 }), endOnFailure: true },
  );
});
