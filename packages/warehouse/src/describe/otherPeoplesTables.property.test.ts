import { shownValue } from '@atrium/engine';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { casesOr } from '../../../engine/src/testing/effort.ts';
import { describeAndLoad } from '../testing/describeAndLoad.ts';
import { randomColumns, type WrittenColumn } from '../testing/randomColumns.ts';

/** What stands above the header, as lines; `cells` writes a row of the table. */
type Above = (names: readonly string[], cells: (texts: readonly string[]) => string) => readonly string[];

const none: Above = () => [];
const notes: Above = () => ['# made by "us', '#', '# a, b; c\twith a tab', "# it's"];
const ofCbioPortal: Above = (names, cells) =>
  [
    names.map((name) => `${name} of, the patient`),
    names.map((name) => `What "${name}" means`),
    names.map((_, index) => (index % 2 === 0 ? 'STRING' : 'NUMBER')),
    names.map((_, index) => String(index % 3)),
  ].map((row) => `#${cells(row).replace(/^"/, '')}`);
const ofCbioPortalInQuotes: Above = (names, cells) =>
  ['Name', 'What, it means', 'STRING', '1'].map((text) =>
    cells(names.map((_, index) => (index === 0 ? `#${text}` : text))).replace(
      /^"?#[^",;|\t]*(?:, it means)?"?/,
      `"#${text}"`,
    ),
  );
const ofDbGap: Above = (names, cells) => [
  '# Study accession: phs000429.v1.p1',
  '# Citation instructions: use "it", and so on; or',
  '#',
  '# 1) the table; or',
  '',
  cells(names.map((_, index) => (index === 0 ? '##' : index === 1 ? '' : `phv0016380${index}.v1.p1.c1`))),
];
const ofHpo: Above = () => [
  '#description: "HPO annotations for rare diseases [8705: OMIM; 47: DECIPHER]"',
  '#version: 2026-01-08',
  '#hpo-version: http://purl.obolibrary.org/obo/hp/releases/2026-01-08/hp.json',
];

/** How a table is written, apart from its cells. */
const forms = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  quotesAll: fc.boolean(),
  encoding: fc.constantFrom<'utf-8' | 'utf-8 with a mark' | 'utf-16' | 'windows-1252'>(
    'utf-8',
    'utf-8 with a mark',
    'utf-16',
    'windows-1252',
  ),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  above: fc.constantFrom(none, notes, ofCbioPortal, ofCbioPortalInQuotes, ofDbGap, ofHpo),
  titles: fc.array(fc.constantFrom('Patients', 'Exported in May', 'Hearts (all)'), { maxLength: 3 }),
  isPadded: fc.boolean(),
  hasSeparator: fc.boolean(),
  emptyLines: fc.integer({ min: 0, max: 2 }),
  hasFooter: fc.boolean(),
  files: fc.integer({ min: 1, max: 3 }),
});
type Form = typeof forms extends fc.Arbitrary<infer One> ? One : never;

/** A sign that no code page of the West has is written as a near one. */
const writable = (text: string, { encoding }: Form): string =>
  encoding === 'windows-1252' ? text.replaceAll('≤', '<') : text;

function bytesOf(text: string, { encoding }: Form): Buffer {
  if (encoding === 'utf-16') return Buffer.from(`\ufeff${text}`, 'utf16le');
  if (encoding === 'windows-1252') return Buffer.from(text, 'latin1');
  return Buffer.from(encoding === 'utf-8' ? text : `\ufeff${text}`);
}

const rows = 14;

/** The files of a table in a form. */
function filesOf(columns: readonly WrittenColumn[], form: Form): Readonly<Record<string, Buffer>> {
  const quoted = (text: string): string =>
    form.quotesAll || /[",;|\t\n]/.test(text) || text.startsWith('#')
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  const cells = (texts: readonly string[]): string => texts.map(quoted).join(form.delimiter);
  const names = ['patient_id', ...columns.map(({ name }) => name)];
  const head = [
    ...(form.hasSeparator ? [`sep=${form.delimiter}`] : []),
    ...form.above(names, (texts) =>
      texts
        .map((text) => (/[",;|\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
        .join(form.delimiter),
    ),
    ...form.titles.map((title) => (form.isPadded ? title + form.delimiter.repeat(names.length - 1) : title)),
    ...Array.from({ length: form.emptyLines }, () => ''),
    cells(names),
  ];
  const lines = Array.from({ length: rows }, (_, row) =>
    cells([`p${row}`, ...columns.map((column) => writable(column.cells[row]?.text ?? '', form))]),
  );
  const perFile = Math.ceil(rows / form.files);
  return Object.fromEntries(
    Array.from({ length: Math.ceil(rows / perFile) }, (_, index) => {
      const own = lines.slice(index * perFile, (index + 1) * perFile);
      const text = [...head, ...own, ...(form.hasFooter ? ['# the end'] : []), ''].join(form.lineEnd);
      return [`patients_${index + 1}.csv`, bytesOf(text, form)];
    }),
  );
}

it('what people write is what is loaded, whatever form the files have (rules 10.35 to 10.39)', async () => {
  await fc.assert(
    fc.asyncProperty(forms, randomColumns(rows), async (form, columns) => {
      const { column, report, warehouse, descriptor } = await describeAndLoad(filesOf(columns, form));
      expect(descriptor.resources).toHaveLength(1);
      expect(report.problems).toEqual([]);
      expect(report.subjects).toBe(rows);
      const { dictionary } = await warehouse.questions.open('r1');
      for (const { name, cells } of columns) {
        const concept = dictionary.concepts.find(({ id }) => id === name);
        const values = await column(descriptor.resources[0]?.name ?? '', name);
        const shown = values.map((value) =>
          concept?.type === 'number_with_categories' && value !== null ? shownValue(concept, value) : value,
        );
        const meant = cells.map(({ value }) => (typeof value === 'string' ? writable(value, form) : value));
        expect([name, shown]).toEqual([name, meant]);
      }
      await warehouse.close();
    }),
    { numRuns: casesOr(100, { inGate: 2 }), endOnFailure: true },
  );
});
