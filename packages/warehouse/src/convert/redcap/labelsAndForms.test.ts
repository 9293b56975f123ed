import fc from 'fast-check';
import { expect, it } from 'vitest';
import { convertFiles } from '../../testing/convertFiles.ts';
import { parseChoices } from './choices.ts';
import { plainText, withoutEmbedded } from './plainText.ts';

it.each([
  ['<18.5 or >30', '<18.5 or >30'],
  ['x<y and y>z', 'x<y and y>z'],
  ['Score => 5', 'Score => 5'],
  ['a <b and b> c', 'a <b and b> c'],
  ['<b>Sex</b>', 'Sex'],
  ['<div class="rich-text-field-label"><p>BMI &lt;18.5 &amp; up</p></div>', 'BMI <18.5 & up'],
  ["<span style='color: red'>Red</span><br/>line", 'Red line'],
  ['<font color=red>Old</font>', 'Old'],
  ['Age &ge; 18&#39;s', "Age ≥ 18's"],
  ['<!-- hidden -->Seen<script>x < 1</script>', 'Seen'],
  ['&lt;b&gt; stays', '<b> stays'],
])('only real tags are markup: %s', (html, text) => {
  expect(plainText(html)).toBe(text);
});

it('text without a tag stays as it is, whatever stands in it', () => {
  const part = fc.constantFrom('<', '>', '=>', '<=', '5', 'kg', 'or', ' ', '18.5', '%');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = parts.join('').replaceAll(/\s+/g, ' ').trim();
      expect(plainText(text)).toBe(text);
    }),
  );
});

it('embedded fields go from a label, other braces stay', () => {
  const isField = (name: string): boolean => name === 'weight';
  expect(plainText(withoutEmbedded('Weight {weight} in {kg} {weight:icons}', isField))).toBe(
    'Weight in {kg}',
  );
});

it('a part of the choices without a code is told and is no choice', () => {
  expect(parseChoices('1, Yes | or so | 2, No', () => false)).toEqual({
    choices: [
      { code: '1', label: 'Yes' },
      { code: '2', label: 'No' },
    ],
    notes: ['"or so" in its choices has no code, so it is no choice: perhaps a bar stands in a label'],
  });
});

it('choices that become equal without their tags are told, and keep labels of their own', () => {
  const { choices, notes } = parseChoices('1, <b>A</b> | 2, A | 3, A (1)', () => false);
  expect(new Set(choices.map(({ label }) => label)).size).toBe(3);
  expect(notes).toEqual(['its choices 1, 2 have one label, "A", so each gets its code in brackets']);
});

const header =
  '"Variable / Field Name","Form Name","Section Header","Field Type","Field Label","Choices, Calculations, OR Slider Labels","Field Note","Text Validation Type OR Show Slider Number","Text Validation Min","Text Validation Max",Identifier?,"Branching Logic (Show field only if...)","Required Field?"';
const field = (name: string, form: string, type: string, label: string, choices = '') =>
  `${name},${form},,${type},"${label}","${choices}",,,,,,,`;

it('a text that is no choice is kept as it stands and told, also where it is the label of another code', async () => {
  const { rows, report } = await convertFiles('redcap', {
    'd.csv': [
      header,
      field('record_id', 'base', 'text', 'Record ID'),
      field('bmi', 'base', 'radio', 'BMI', '1, <18.5 or >30 | or so | 2, 1 | 3, between'),
    ].join('\n'),
    'r.csv': 'record_id,bmi\np1,1\np2,2\np3,7\np4,between\n',
  });
  expect((await rows('record')).map((row) => row['bmi'])).toEqual(['<18.5 or >30', '1', '7', 'between']);
  expect(report.notes).toContain(
    'd.csv:3: bmi: "or so" in its choices has no code, so it is no choice: perhaps a bar stands in a label.',
  );
  expect(report.notes).toContain(
    'bmi: "7" is no choice of it and is kept as it stands (1, first in r.csv:4).',
  );
  expect(report.notes).toContain(
    'bmi: "between" is no choice of it and is kept as it stands (1, first in r.csv:5).',
  );
});

const forms = [
  header,
  field('record_id', 'base', 'text', 'Record ID'),
  field('sex', 'base', 'text', 'Sex'),
  field('weight', 'visit', 'text', 'Weight {sex}'),
  field('hint', 'consent', 'descriptive', 'Read this'),
  field('drug', 'medication', 'text', 'Drug'),
].join('\n');

it.each([
  [
    'of all forms',
    'Record ID,Sex,Complete?,Weight {sex},Complete?,Complete?,Drug,Complete?',
    'p1,f,Complete,7,Unverified,Complete,x,Complete',
  ],
  ['of some forms', 'Record ID,Weight {sex},Complete?,Drug,Complete?', 'p1,7,Unverified,x,Complete'],
  ['of the last form', 'Record ID,Drug,Complete?', 'p1,x,Complete'],
])('the state of a form belongs to the columns before it, in an export %s', async (_, names, cells) => {
  const { rows } = await convertFiles('redcap', { 'd.csv': forms, 'r.csv': `${names}\n${cells}\n` });
  const row = (await rows('record'))[0];
  expect(row?.['medication_complete']).toBe('Complete');
  expect(row?.['consent_complete'] ?? '').toBe(names.includes('Sex') ? 'Complete' : '');
  if (names.includes('Weight')) expect(row?.['visit_complete']).toBe('Unverified');
  else expect(row?.['visit_complete'] ?? '').toBe('');
  expect(row?.['base_complete'] ?? '').toBe(names.includes('Sex') ? 'Complete' : '');
});

it('a state that may be of two forms without fields is of none and is left out', async () => {
  const twoBare = forms.replace(
    /(hint,consent.*\n)/,
    (line) => `${line}${line.replace('hint,consent', 'more,hints')}`,
  );
  const { rows, report } = await convertFiles('redcap', {
    'd.csv': twoBare,
    'r.csv':
      'Record ID,Weight {sex},Complete?,Complete?,Drug,Complete?\np1,7,Unverified,Complete,x,Complete\n',
  });
  const [row] = await rows('record');
  expect([row?.['visit_complete'], row?.['medication_complete']]).toEqual(['Unverified', 'Complete']);
  expect([row?.['consent_complete'] ?? '', row?.['hints_complete'] ?? '']).toEqual(['', '']);
  expect(report.leftOut.map(({ thing, reason }) => `${thing}: ${reason}`)).toContain(
    'values: is in the column "Complete?", which the dictionary does not have',
  );
});
