import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { casesOr } from '../../../../engine/src/testing/effort.ts';
import { type CsvDialect, defaultDialect } from '../../package/packagePlan.ts';
import { createUnpackBudget, defaultUnpackLimits } from '../../package/unpackBudget.ts';
import { temporaryFolder } from '../../testing/temporaryFolder.ts';
import { countRecords, createRecordCounter } from './countRecords.ts';
import { openCsvRows } from './csvRows.ts';

const plain: CsvDialect = { ...defaultDialect, headerRow: 0, headerRows: [] };
const headers = (...headerRows: number[]): Partial<CsvDialect> => ({
  headerRow: headerRows.at(-1) ?? 0,
  headerRows,
});

const counted = (text: string, dialect: CsvDialect, pieces: number = text.length): number => {
  const counter = createRecordCounter(dialect);
  for (let from = 0; from < text.length; from += pieces) counter.take(text.slice(from, from + pieces));
  return counter.end('');
};

/** The records as a parser gives them. */
async function read(bytes: Buffer, dialect: CsvDialect, encoding = 'utf-8'): Promise<number> {
  const rows = await openCsvRows(Readable.from([bytes], { objectMode: false }), {
    dialect,
    encoding,
    file: 'a.csv',
    isCompressed: false,
    budget: createUnpackBudget(defaultUnpackLimits),
    onBytes: () => {},
  });
  let found = 0;
  for await (const batch of rows.rows()) found += batch.length;
  await rows.close();
  return found;
}

const cases: readonly (readonly [string, string, Partial<CsvDialect>, number])[] = [
  ['nothing', '', {}, 0],
  ['a last row without an end', 'a,b\nc,d', {}, 2],
  ['a last cell that is empty', 'a,', {}, 1],
  ['empty rows', '\na\n\n\r\nb\r\n\r', {}, 2],
  ['row ends of every kind', 'a\nb\r\nc\rd', {}, 4],
  ['row ends in quotes', '"a\nb",c\n"d\r\n"\n', {}, 2],
  ['an empty cell in quotes', '""\n', {}, 1],
  ['doubled quotes', '"a""\n""b"\nc\n', {}, 2],
  ['quotes that are text', '"a\nb"\n', { quoteChar: null }, 2],
  ['an escaped row end', 'a\\\nb\nc\n', { escapeChar: '\\' }, 2],
  ['an escaped quote', '"a\\"\nb"\nc\n', { escapeChar: '\\', doubleQuote: false }, 2],
  ['comments, also with a quote', '#"a\nb\n#\nc#\n', { commentChar: '#' }, 2],
  ['spaces before a quote', 'a, "b\nc"\n', { skipInitialSpace: true }, 1],
  ['rows of spaces that are skipped', ' \na\n\t\n', { skipInitialSpace: true }, 1],
  ['rows of spaces that are text', ' \na\n', {}, 2],
  ['spaces before a comment', ' #a\nb\n', { commentChar: '#', skipInitialSpace: true }, 1],
  ['row ends of its own', 'a\nb~~c~', { lineTerminator: '~' }, 2],
  ['row ends of several characters', 'a|;b|c|;', { lineTerminator: '|;' }, 2],
  ['a header', '\na\nb\n', headers(1), 1],
  ['a header after empty rows', '\n\na\nb\n', headers(3), 1],
  ['a header in several rows', 'a\nunits\nb\nc\n', headers(1, 3), 1],
  ['ignored rows', 'a\nb\n\nc\nd\n', { ...headers(1), commentRows: [2, 4] }, 1],
  ['ignored rows after a row end in quotes', 'a\n"b\nc"\nd\n', { commentRows: [3] }, 2],
  [
    'ignored rows after comments and empty rows, with row ends of its own',
    'a~~#b~c~d~',
    { lineTerminator: '~', commentChar: '#', commentRows: [4] },
    2,
  ],
  [
    'ignored rows after comments and empty rows, with an escape',
    'a\n\n#b\nc\nd\n',
    { escapeChar: '\\', commentChar: '#', commentRows: [4] },
    2,
  ],
];

it.each(cases)('counts what is read of %s', async (_, text, dialect, records) => {
  const form = { ...plain, ...dialect };
  expect(counted(text, form)).toBe(records);
  expect(counted(text, form, 1)).toBe(records);
  expect(await read(Buffer.from(text), form)).toBe(records);
  if (form.escapeChar === null && !text.includes('\\')) {
    const escaped = { ...form, escapeChar: '\\' };
    expect([await read(Buffer.from(text), escaped), counted(text, escaped)]).toEqual([records, records]);
  }
});

it.each([
  ['utf-8', Buffer.from('\ufeffä,b\n€\n')],
  ['utf-16', Buffer.from('\ufeffä,b\n€\n', 'utf16le')],
  ['utf-8', Buffer.from('\ufeffä,b\n€\n', 'utf16le').swap16()],
  ['utf-16le', Buffer.from('ਊ,\n਍\n', 'utf16le')],
  ['latin1', Buffer.from('ä,b\né\n', 'latin1')],
  ['shift_jis', Buffer.from([0x83, 0x5c, 0x2c, 0x61, 0x0a, 0x83, 0x7c, 0x0a])],
])('counts the records of a file in %s', async (encoding, bytes) => {
  const localPath = join(await temporaryFolder(), 'a.csv');
  await writeFile(localPath, bytes);
  const dialect = { ...plain, escapeChar: '\\' };
  expect(await countRecords({ localPath, encoding, dialect, signal: undefined })).toBe(2);
  expect(await read(bytes, dialect, encoding)).toBe(2);
});

it('an import that is cancelled stops counting', async () => {
  const localPath = join(await temporaryFolder(), 'a.csv');
  await writeFile(localPath, 'a\n');
  const counting = countRecords({
    localPath,
    encoding: 'utf-8',
    dialect: plain,
    signal: AbortSignal.abort(),
  });
  await expect(counting).rejects.toThrow(/abort/);
});

const dialect: fc.Arbitrary<CsvDialect> = fc
  .record({
    delimiter: fc.constantFrom(',', ';', '\t', '||'),
    lineTerminator: fc.constantFrom(null, '\n', '\r\n', '~', '~~|'),
    quoteChar: fc.constantFrom('"', '"', "'", null),
    doubleQuote: fc.boolean(),
    escapeChar: fc.constantFrom(null, '\\', '^'),
    skipInitialSpace: fc.boolean(),
    commentChar: fc.constantFrom(null, '#'),
    header: fc.constantFrom([], [1], [2], [1, 3]),
    commentRows: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 2 }),
  })
  .map(({ header, ...rest }) => ({ ...plain, ...rest, ...headers(...header) }));

type Row =
  | { readonly kind: 'record'; readonly cells: readonly string[]; readonly quoted: boolean }
  | { readonly kind: 'empty' }
  | { readonly kind: 'comment'; readonly text: string };

const cell = fc
  .array(
    fc.constantFrom('a', 'é', '𝄞', ' ', ',', ';', '\t', '|', '~', '"', "'", '\\', '^', '#', '\n', '\r\n'),
    {
      maxLength: 5,
    },
  )
  .map((parts) => parts.join(''));
const row: fc.Arbitrary<Row> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('record' as const),
      cells: fc.array(cell, { minLength: 2, maxLength: 4 }),
      quoted: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'empty' } as const) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('comment' as const), text: cell }) },
);

const special = /[^a\u00e9\ud834\udd1e]/gu;

/** A cell as the dialect writes it; what it has no way to write is left out. */
function written(text: string, quoted: boolean, { quoteChar, doubleQuote, escapeChar }: CsvDialect): string {
  const escaped = (of: string, what: RegExp | string): string =>
    escapeChar === null ? of.replaceAll(what, '') : of.replaceAll(what, (found) => escapeEach(found));
  const escapeEach = (found: string): string =>
    Array.from(found, (character) => `${escapeChar}${character}`).join('');
  if (quoteChar === null || (!quoted && text.search(special) === -1)) return escaped(text, special);
  if (!quoted) return escaped(text, special);
  const safe = escapeChar === null ? text : text.replaceAll(escapeChar, `${escapeChar}${escapeChar}`);
  const inner = doubleQuote ? safe.replaceAll(quoteChar, quoteChar + quoteChar) : escaped(safe, quoteChar);
  return `${quoteChar}${inner}${quoteChar}`;
}

/** The rows as a text, and how many of them are records below the header. */
function writtenRows(rows: readonly Row[], form: CsvDialect): { text: string; records: number } {
  const end = form.lineTerminator ?? '\n';
  let records = 0;
  let isHeaderFound = false;
  const lines = rows.map((each, index) => {
    if (each.kind === 'empty') return '';
    if (each.kind === 'comment')
      return form.commentChar === null ? '' : `${form.commentChar}${each.text.replaceAll(/[\r\n~|]/g, '')}`;
    const isIgnored = form.commentRows.includes(index + 1);
    if (!isIgnored && form.headerRow === 1 && !isHeaderFound) isHeaderFound = true;
    else if (!isIgnored && (form.headerRow <= 1 || index + 1 > form.headerRow)) records++;
    return each.cells.map((text) => written(text, each.quoted, form)).join(form.delimiter);
  });
  return { text: lines.map((line) => line + end).join(''), records };
}

it('of any file in any dialect, the count, the reader and the writer agree, however it is cut', async () => {
  const rows = fc.array(row, { maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(dialect, rows, fc.integer({ min: 1, max: 9 }), async (form, given, pieces) => {
      const { text, records } = writtenRows(given, form);
      expect(counted(text, form, pieces)).toBe(records);
      expect(await read(Buffer.from(text), form)).toBe(records);
    }),
    { numRuns: casesOr(400, { inGate: 80 }) },
  );
});
