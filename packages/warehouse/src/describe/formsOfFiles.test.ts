import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { casesOr } from '../../../engine/src/testing/effort.ts';
import { countRecords } from '../import/rows/countRecords.ts';
import { openCsvRows } from '../import/rows/csvRows.ts';
import { csvDialectOf } from '../package/fileFormat.ts';
import { createUnpackBudget, defaultUnpackLimits } from '../package/unpackBudget.ts';
import { temporaryFolder } from '../testing/temporaryFolder.ts';
import { dialectOf, sniffText, type TextForm } from './sniffText.ts';

/** The names and rows of a text as the import reads them by the form that was guessed. */
async function readBy(text: string, form: TextForm) {
  const dialect = csvDialectOf(dialectOf(form), ',');
  const source = await openCsvRows(Readable.from([Buffer.from(text)], { objectMode: false }), {
    dialect,
    encoding: 'utf-8',
    file: 'a.csv',
    isCompressed: false,
    budget: createUnpackBudget(defaultUnpackLimits),
    onBytes: () => {},
  });
  const rows: (readonly unknown[])[] = [];
  for await (const portion of source.rows()) rows.push(...portion.map(({ cells }) => cells));
  await source.close();
  const localPath = join(await temporaryFolder(), 'a.csv');
  await writeFile(localPath, text);
  const counted = await countRecords({ localPath, encoding: 'utf-8', dialect, signal: undefined });
  return { names: source.columns ?? form.names, rows, counted };
}

const sniff = (text: string, mayBeProse = false): TextForm => {
  const form = sniffText(text, { isWhole: true, mayBeProse });
  if (form === null) throw new Error('The text is a table.');
  return form;
};

const table = 'PATIENT_ID\tSEX\tAGE\nP1\tMale\t61\nP2\tFemale\t55\nP3\tMale\t70\n';
const parts = { names: ['PATIENT_ID', 'SEX', 'AGE'], rows: 3 };
const semicolons = table.replaceAll('\t', ';');
const commas = table.replaceAll('\t', ',');

describe('a table is found below what stands above it', () => {
  it.each([
    [
      'four comments, as cBioPortal has them',
      `#Patient Identifier\tSex\tAge\n#Who it is\tSex\tAge in years\n#STRING\tSTRING\tNUMBER\n#1\t1\t1\n${table}`,
    ],
    [
      'comments and empty lines, as dbGaP has them',
      `# Study accession: phs000001.v1.p1\n# It's said "so, and; so\n\n\n##\tphv00000001.v1\tphv00000002.v1\n${table}`,
    ],
    [
      'comments with quotes, as HPO has them',
      `#description: "HPO annotations"\n#version: 2026-01-08\n${table}`,
    ],
    [
      'comments in quotes, as a spreadsheet saves them',
      `"#Patient Identifier"\t"Sex"\t"Age"\n"#Who, it is"\t"Sex"\t"Age"\n"#1"\t"1"\t"1"\n${table}`,
    ],
    [
      'a comment in quotes below one without',
      `#Patient\tSex\tAge\n"#Who, it is"\t"Sex"\t"Age"\n#1\t1\t1\n${table}`,
    ],
    ['comments of another mark', `% made by a program\n%\n${table}`],
    ['comments of two letters', `// exported\n// 3, or so\n${table}`],
    ['the delimiter', `sep=;\n${semicolons}`],
    ['the delimiter, in Windows', `sep=;\r\n${semicolons.replaceAll('\n', '\r\n')}`],
    ['the delimiter behind a byte order mark', `\ufeffsep=;\n${semicolons}`],
    ['a title', `Patients of 2025\n\n${semicolons}`],
    ['many rows of titles', `${'A note\n'.repeat(40)}${semicolons}`],
    ['titles as a spreadsheet pads them', `Patients of 2025;;\nExported by;Ann;\n;;\n${semicolons}`],
    ['titles of several words with commas', `"Patients, of 2025"\n"Hearts, all"\n${commas}`],
    ['a row of groups', `;Person;\n${semicolons}`],
    ['the delimiter and a title', `sep=;\nPatients of 2025\n${semicolons}`],
    ['comments and a title', `# made today\nPatients of 2025\n${semicolons}`],
    ['comments below', `${table}# exported on Monday\n`],
    ['comments among the rows', table.replace('P2', '# the second hospital\nP2')],
    ['a comment that names the columns', `##fileformat=x\n#${table}`],
    [
      'a comment that names the columns over values of which none comes twice',
      '#PATIENT_ID\tSEX\tAGE\nP1\ta\tx\nP2\tb\ty\nP3\tc\tz\n',
    ],
    [
      'a comment of the columns above their names',
      '# phv\tphv1\tphv2\nPATIENT_ID\tSEX\tAGE\nP1\ta\tx\nP2\tb\ty\nP3\tc\tz\n',
    ],
  ])('%s', async (_, text) => {
    const form = sniff(text);
    const { names, rows, counted } = await readBy(text, form);
    expect([...names]).toEqual(parts.names);
    expect(rows.map((cells) => cells[0])).toEqual(['P1', 'P2', 'P3']);
    expect(rows.map((cells) => cells.length)).toEqual([3, 3, 3]);
    expect(counted).toBe(3);
  });

  it('a text file with comments and titles is a table, and prose with comments is none', () => {
    expect(sniff(`# a note\n${table}`, true).names).toEqual(parts.names);
    expect(sniffText('# Readme\n\nIt has, as said,\npatients.\n', { isWhole: true, mayBeProse: true })).toBe(
      null,
    );
  });
});

describe('what only looks like a comment or a title stays', () => {
  it.each([
    ['ids that begin with #', 'id,n\n#1,5\n#2,6\n#3,7\n', ['id', 'n'], ['#1', '#2', '#3']],
    [
      'ids that begin with # above others',
      '#1,5\n#2,6\nb,7\n#4,8\n',
      ['column_1', 'column_2'],
      ['#1', '#2', 'b', '#4'],
    ],
    ['a comma in a cell of one column', 'name\nAda\nBo\nKim, Ann\n', ['name'], ['Ada', 'Bo', 'Kim']],
    ['a name of #', '#,age\n1,30\n2,31\n', ['#', 'age'], ['1', '2']],
    ['a name with # in quotes', '"#id","n"\n"a","5"\n"b","6"\n', ['#id', 'n'], ['a', 'b']],
    ['a # in quotes', 'id,n\n"#1",5\na,6\nb,7\nc,8\n', ['id', 'n'], ['#1', 'a', 'b', 'c']],
    ['few cells of the last columns', 'id,a,b,c\np1,,,\np2,x,,\n', ['id', 'a', 'b', 'c'], ['p1', 'p2']],
    ['no name over names of rows', ',a,b\nr1,1,2\nr2,3,4\n', ['', 'a', 'b'], ['r1', 'r2']],
  ])('%s', async (_, text, names, firsts) => {
    const read = await readBy(text, sniff(text));
    expect([...read.names]).toEqual(names);
    expect(read.rows.map((cells) => cells[0])).toEqual(firsts);
  });

  it('a header with a cell less than the rows names the second column first, as R writes it', async () => {
    const text = 'weight height\np1 70 1.8\np2 80 1.9\n'.replaceAll(' ', '\t');
    const { names, rows } = await readBy(text, sniff(text));
    expect(names).toEqual(['row_name', 'weight', 'height']);
    expect(rows[0]).toEqual(['p1', '70', '1.8']);
  });
});

it('the delimiter that the first line names counts more than one that divides the rows too', async () => {
  const text = 'sep=;\nid,x,y;n\np1,1,2;5\np2,3,4;6\n';
  const { names, rows } = await readBy(text, sniff(text));
  expect(names).toEqual(['id,x,y', 'n']);
  expect(rows).toEqual([
    ['p1,1,2', '5'],
    ['p2,3,4', '6'],
  ]);
});

it('what a person has decided counts more than what is guessed', async () => {
  const text = 'a;b;c\nid;sex;age\np1;m;5\np2;f;6\n';
  const form = sniffText(text, { isWhole: true, mayBeProse: false, given: { headerRow: 2 } });
  if (form === null) throw new Error('The text is a table.');
  expect(await readBy(text, form)).toMatchObject({ names: ['id', 'sex', 'age'], counted: 2 });
  const given = { headerRow: 2, names: ['key', 'sex', 'years'] };
  const renamed = sniffText(text, { isWhole: true, mayBeProse: false, given });
  if (renamed === null) throw new Error('The text is a table.');
  const read = await readBy(text, renamed);
  expect(read.names).toEqual(['key', 'sex', 'years']);
  expect(read.rows).toEqual([
    ['p1', 'm', '5'],
    ['p2', 'f', '6'],
  ]);
});

/** A table with an id and random cells, in a random form. */
const word = fc.constantFrom(
  'north',
  'a b',
  'x, y',
  'q;r',
  'say "no"',
  'Zürich',
  '#',
  '12',
  '3.5',
  '',
  '2020-01-31',
);
const written = fc.record({
  rows: fc.array(fc.tuple(word, word, fc.integer({ min: 0, max: 999 })), { minLength: 3, maxLength: 12 }),
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  comments: fc.array(fc.constantFrom('made by "us', 'a, b; c', '', 'x\ty'), { maxLength: 4 }),
  titles: fc.array(fc.constantFrom('Patients', 'Exported in May', 'Hearts (all)'), { maxLength: 3 }),
  isPadded: fc.boolean(),
  hasSeparator: fc.boolean(),
  emptyLines: fc.integer({ min: 0, max: 2 }),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  footer: fc.boolean(),
});

it('whatever stands above and below, the rows that were written are read', async () => {
  await fc.assert(
    fc.asyncProperty(written, async (form) => {
      const { delimiter, lineEnd, rows } = form;
      const quoted = (cell: string): string =>
        /[",;|\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
      const lineOf = (cells: readonly string[]): string => cells.map(quoted).join(delimiter);
      const data = rows.map(([one, two, number], index) => [`p${index}`, one, two, String(number)]);
      const text = [
        ...(form.hasSeparator ? [`sep=${delimiter}`] : []),
        ...form.comments.map((comment) => `# ${comment}`),
        ...form.titles.map((title) => (form.isPadded ? `${title}${delimiter.repeat(3)}` : title)),
        ...Array.from({ length: form.emptyLines }, () => ''),
        lineOf(['id', 'one', 'two', 'amount']),
        ...data.map(lineOf),
        ...(form.footer ? ['# the end'] : []),
        '',
      ].join(lineEnd);
      const read = await readBy(text, sniff(text));
      expect([...read.names]).toEqual(['id', 'one', 'two', 'amount']);
      expect(read.rows).toEqual(data);
      expect(read.counted).toBe(data.length);
    }),
    { numRuns: casesOr(150, { inGate: 40 }) },
  );
});
