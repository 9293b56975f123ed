import { createHash } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { casesOr } from '../../../engine/src/testing/effort.ts';
import { PackageRefused } from '../package/packageErrors.ts';
import type { Warehouse } from '../releases/warehouse.ts';
import type { Row } from '../sql/row.ts';
import { parquetOf } from '../testing/parquetOf.ts';
import { temporaryFolder } from '../testing/temporaryFolder.ts';
import { tinyWarehouse } from '../testing/tinyWarehouse.ts';
import { zipFile } from '../testing/zipFile.ts';

/** Each form has faults of its own. */
const seed = Number(process.env['ATRIUM_TEST_SEED']);

/** One thing that happens to a file. Positions are fractions of its length, or of the steps of the import. */
interface Fault {
  readonly kind: 'cut' | 'flip' | 'swap' | 'zero' | 'exchange';
  readonly at: number;
  readonly other: number;
  readonly length: number;
}

const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const fault: fc.Arbitrary<Fault> = fc.record({
  kind: fc.constantFrom('cut', 'flip', 'swap', 'zero', 'exchange'),
  at: part,
  other: part,
  length: fc.constantFrom(1, 8, 512, 4096),
});

/** The bytes after the fault. */
function damaged(bytes: Buffer, { kind, at, other, length }: Fault): Buffer {
  const changed = Buffer.from(bytes);
  const from = Math.floor(at * bytes.length);
  const to = Math.floor(other * bytes.length);
  if (kind === 'cut') return changed.subarray(0, from);
  if (kind === 'flip') changed.writeUInt8(changed.readUInt8(from) ^ (1 << (length % 7)), from);
  if (kind === 'zero') changed.fill(0, from, Math.min(from + length, bytes.length));
  if (kind === 'swap') {
    const size = Math.min(length, bytes.length - Math.max(from, to));
    bytes.copy(changed, from, to, to + size);
    bytes.copy(changed, to, from, from + size);
  }
  return changed;
}

const rows = 3000;
const numbers = Array.from({ length: rows }, (_, row) => row);
const noteOf = (row: number): string => (row % 50 === 0 ? `"said ""${row}"", and more"` : `note ${row % 97}`);
const csv = Buffer.from(
  `id,note,code\n${numbers.map((row) => `p${row},${noteOf(row)},H:${1 + (row % 40)}\n`).join('')}`,
);
const inMembers = Buffer.concat(
  numbers
    .slice(0, 8)
    .map((index) => gzipSync(csv.subarray((index * csv.length) >> 3, ((index + 1) * csv.length) >> 3))),
);
const select = `SELECT 'p' || range AS id, 'note ' || range % 97 AS note, 'H:' || (1 + range % 40) AS code FROM range(${rows})`;
const parquet = (): Promise<Buffer> => parquetOf(select, ', COMPRESSION snappy, ROW_GROUP_SIZE 2048');
const terms = Array.from({ length: 40 }, (_, index) => index + 1);
const obo = Buffer.from(
  `format-version: 1.2\n${terms.map((term) => `\n[Term]\nid: H:${term}\nname: term ${term}\n${term === 1 ? '' : `is_a: H:${term >> 1}\n`}`).join('')}`,
);
const obographs = Buffer.from(
  JSON.stringify({
    graphs: [
      {
        nodes: terms.map((term) => ({ id: `H:${term}`, lbl: `term ${term}`, type: 'CLASS' })),
        edges: terms.slice(1).map((term) => ({ sub: `H:${term}`, pred: 'is_a', obj: `H:${term >> 1}` })),
      },
    ],
  }),
);

/** A package, and the file of it to which the faults happen. */
interface Form {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly target: string;
}

function formOf(
  table: readonly [string, Buffer],
  ontology: readonly [string, Buffer],
  rest = {},
): Map<string, Buffer> {
  const format = ontology[0].includes('.obo') ? 'obo' : 'obographs';
  const fields = [{ name: 'id' }, { name: 'note' }, { name: 'code', atrium: { ontology: 'h' } }];
  const descriptor = {
    name: 'faulty',
    resources: [{ name: 'person', path: table[0], schema: { primaryKey: 'id', fields }, ...rest }],
    atrium: { ontologies: [{ id: 'h', title: 'H', path: ontology[0], format }] },
  };
  return new Map([['datapackage.json', Buffer.from(JSON.stringify(descriptor))], table, ontology]);
}

const hashed = (bytes: Buffer) => ({
  hash: createHash('md5').update(bytes).digest('hex'),
  bytes: bytes.length,
});

function zipped(files: ReadonlyMap<string, Buffer>): Form {
  const deflated = new Map([...files].map(([path, content]) => [path, deflateRawSync(content)]));
  return { files: new Map([['package.zip', zipFile(files, deflated)]]), target: 'package.zip' };
}

const summed: Readonly<Record<string, () => Promise<Form>>> = {
  'a gzipped CSV file': async () => ({
    files: formOf(['p.csv.gz', gzipSync(csv)], ['h.obo', obo]),
    target: 'p.csv.gz',
  }),
  'a CSV file gzipped in several members': async () => ({
    files: formOf(['p.csv.gz', inMembers], ['h.obo', obo]),
    target: 'p.csv.gz',
  }),
  'a CSV file with a declared hash': async () => ({
    files: formOf(['p.csv', csv], ['h.obo', obo], hashed(csv)),
    target: 'p.csv',
  }),
  'a Parquet file with a declared hash': async () => {
    const bytes = await parquet();
    return { files: formOf(['p.parquet', bytes], ['h.obo', obo], hashed(bytes)), target: 'p.parquet' };
  },
  'a zip with CSV': async () => zipped(formOf(['p.csv', csv], ['h.json', obographs])),
  'a zip with Parquet': async () => zipped(formOf(['p.parquet', await parquet()], ['h.obo', obo])),
  'a gzipped OBO file': async () => ({
    files: formOf(['p.csv', csv], ['h.obo.gz', gzipSync(obo)]),
    target: 'h.obo.gz',
  }),
  'gzipped obographs': async () => ({
    files: formOf(['p.csv', csv], ['h.json.gz', gzipSync(obographs)]),
    target: 'h.json.gz',
  }),
};

interface Content {
  readonly read: number | undefined;
  readonly persons: readonly Row[];
  readonly terms: readonly Row[];
  readonly within: readonly Row[];
}

let releases = 0;

/** What a release holds of the package after the fault; null where the package was refused. */
async function contentOf(
  warehouse: Warehouse,
  { files, target }: Form,
  happens: Fault | null,
): Promise<Content | null> {
  const folder = await temporaryFolder();
  const bytes = files.get(target) ?? Buffer.alloc(0);
  for (const [path, content] of files) await writeFile(join(folder, path), content);
  const path = join(folder, target);
  if (happens !== null && happens.kind !== 'exchange') await writeFile(path, damaged(bytes, happens));
  let left = happens?.kind === 'exchange' ? Math.floor(happens.at * 8) : -1;
  const release = `r${++releases}`;
  try {
    const { collections } = await warehouse.releases.build({
      packagePath: target === 'package.zip' ? path : folder,
      release,
      onProgress: () => {
        if (left-- !== 0) return;
        writeFileSync(`${path}.new`, bytes.subarray(0, bytes.length >> 1));
        renameSync(`${path}.new`, path);
      },
    });
    await warehouse.questions.open(release);
    const query = (text: string) => warehouse.questions.run({ text, values: [] });
    return {
      read: collections[0]?.read,
      persons: await query(`SELECT * FROM ${release}.person ORDER BY _row`),
      terms: await query(`SELECT * FROM ${release}._term_1 ORDER BY ordinal`),
      within: await query(`SELECT * FROM ${release}._within_1 ORDER BY ALL`),
    };
  } catch (error) {
    if (error instanceof PackageRefused) return null;
    throw error;
  } finally {
    await warehouse.releases.remove(release);
  }
}

const numbered = Object.entries(summed).map(([name, form], index) => [name, form, index] as const);
const isShort = ([name]: (typeof numbered)[number]): boolean => name === 'a zip with CSV';
const expectWholeOrRefused = async (_: string, form: () => Promise<Form>, index: number): Promise<void> => {
  const { warehouse } = await tinyWarehouse();
  const given = await form();
  const whole = await contentOf(warehouse, given, null);
  expect(whole).not.toBeNull();
  await fc.assert(
    fc.asyncProperty(fault, async (happens) => {
      const content = await contentOf(warehouse, given, happens);
      if (content !== null) expect(content).toEqual(whole);
    }),
    { numRuns: casesOr(3, { inGate: 1 }), seed: seed + index },
  );
};
it.each(numbered.filter(isShort))(
  '%s is refused or imported whole, whatever happens to it',
  expectWholeOrRefused,
);
it.each(numbered.filter((each) => !isShort(each)))(
  '%s is refused or imported whole, whatever happens to it',
  { tags: 'long' },
  expectWholeOrRefused,
);

/** A cell without the spaces around it; an empty one is missing. */
const cellOf = (text: string | undefined): string | null => text?.trim() || null;

/** The cells of each line of CSV, by a reading of its own; null where a quote stands where none may. */
function recordsOf(text: string): string[][] | null {
  const records: string[][] = [[]];
  let at = 0;
  while (at < text.length) {
    const [cell = ''] = text.slice(at).match(/^"(?:[^"]|"")*"|^[^",\r\n]*/) ?? [];
    at += cell.length;
    records.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    const [end = ''] = text.slice(at).match(/^(?:,|\r\n|\r|\n)/) ?? [];
    if (end === '' && at < text.length) return null;
    at += end.length;
    if (end === ',' && at === text.length) records.at(-1)?.push('');
    if (end !== ',' && end !== '') records.push([]);
  }
  return records.filter((cells) => cells.length > 1 || (cells[0] ?? '') !== '');
}

/** The persons that a damaged CSV file names, as a release holds them; null where it is no CSV of UTF-8. */
function personsIn(bytes: Buffer): unknown[][] | null {
  const text = bytes.toString('utf8');
  const [header = [], ...records] = (bytes.equals(Buffer.from(text)) ? recordsOf(text) : null) ?? [];
  const columns = ['id', 'note', 'code'].map((name) => header.map((cell) => cell.trim()).indexOf(name));
  return header.length === 0
    ? null
    : records.map((cells) => columns.map((column) => cellOf(cells[column]))).filter(([id]) => id !== null);
}

const plain = async (
  table: readonly [string, Buffer],
  ontology: readonly [string, Buffer],
  target: string,
) => ({
  files: formOf(table, ontology),
  target,
});

it('a plain CSV file, whose damage cannot always be known, is refused or gives each row and value that its text has', async () => {
  const { warehouse } = await tinyWarehouse();
  const given = await plain(['p.csv', csv], ['h.obo', obo], 'p.csv');
  await fc.assert(
    fc.asyncProperty(fault, async (happens) => {
      const content = await contentOf(warehouse, given, happens);
      if (content === null) return;
      const wanted = personsIn(happens.kind === 'exchange' ? csv : damaged(csv, happens));
      expect(content.persons.map(({ id, note, code }) => [id, note, code])).toEqual(wanted);
    }),
    { numRuns: casesOr(4, { inGate: 1 }) },
  );
});

it('a Parquet file, which may not tell that its values are damaged, is refused or gives as many rows as were written', {
  tags: 'long',
}, async () => {
  const { warehouse } = await tinyWarehouse();
  const given = await plain(['p.parquet', await parquet()], ['h.obo', obo], 'p.parquet');
  await fc.assert(
    fc.asyncProperty(fault, async (happens) => {
      const content = await contentOf(warehouse, given, happens);
      if (content !== null) expect(content.read).toBe(rows);
    }),
    { numRuns: casesOr(4, { inGate: 1 }) },
  );
});

/** The ids after `id:` in each `[Term]` of a text. */
const oboIds = (text: string): (string | undefined)[] =>
  text
    .split(/^(?=\[)/m)
    .filter((stanza) => /^\[Term\]\s*$/m.test(stanza.split('\n')[0] ?? ''))
    .map((stanza) => /^id:(.*)$/m.exec(stanza)?.[1]?.trim());

const graphIds = z.object({
  graphs: z.array(
    z.object({
      nodes: z
        .array(z.object({ id: z.string(), lbl: z.string().optional(), type: z.string().optional() }))
        .optional(),
    }),
  ),
});

const ontologies = {
  OBO: { path: 'h.obo', bytes: obo, idsOf: oboIds },
  obographs: {
    path: 'h.json',
    bytes: obographs,
    idsOf: (text: string) =>
      graphIds
        .parse(JSON.parse(text))
        .graphs.flatMap(({ nodes }) => nodes ?? [])
        .filter(({ lbl, type }) => lbl !== undefined && type === 'CLASS')
        .map(({ id }) => id),
  },
};

it.each(Object.entries(ontologies))(
  'plain %s are refused or give each term that their text has',
  async (_, { path, bytes, idsOf }) => {
    const { warehouse } = await tinyWarehouse();
    const given = await plain(['p.csv', csv], [path, bytes], path);
    await fc.assert(
      fc.asyncProperty(fault, async (happens) => {
        const content = await contentOf(warehouse, given, happens);
        if (content === null) return;
        const text = (happens.kind === 'exchange' ? bytes : damaged(bytes, happens)).toString();
        const known = content.terms.filter((term) => term['is_known'] === true).map(({ code }) => code);
        expect(known.sort()).toEqual([...new Set(idsOf(text))].sort());
      }),
      { numRuns: casesOr(4, { inGate: 1 }) },
    );
  },
);
