import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ImportReport } from '../../../releases/importReport.ts';
import { temporaryFolder } from '../../../testing/temporaryFolder.ts';
import {
  packageFiles,
  persons,
  type TinyPackage,
  type TinyTable,
  writeTinyPackage,
} from '../../../testing/tinyPackage.ts';
import { inShort, refusalOf, tinyWarehouse } from '../../../testing/tinyWarehouse.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const fields = [
  'file_id',
  'path',
  'url',
  'size',
  'sha256',
  'category',
  'source',
  'data_type',
  'experiment_type',
];
const columns = [...fields, 'file_format', 'person_id', 'access'] as const;
type Cells = Partial<Record<(typeof columns)[number], string>>;

const genome = 'ACGT';
const good: Cells = {
  file_id: 'F1',
  path: 'files/f1.cram',
  size: '4',
  sha256: sha256(genome),
  category: 'data',
  source: 'Local',
  data_type: 'Sequence',
  experiment_type: 'WGS',
  file_format: 'CRAM',
  person_id: 'p1',
};

const line = (cells: Cells): string => columns.map((name) => cells[name] ?? '').join(',');

const catalogue = (rows: readonly Cells[], rest: Partial<TinyTable> = {}): TinyTable => ({
  name: 'file',
  fields: columns.map((name) => (name === 'person_id' ? { name, type: 'list', delimiter: '|' } : { name })),
  schema: { foreignKeys: [{ fields: 'person_id', reference: { resource: 'person', fields: 'person_id' } }] },
  csv: [columns.join(','), ...rows.map(line), ''].join('\n'),
  ...rest,
});

const packageOf = (
  rows: readonly Cells[],
  files: TinyPackage['files'] = { 'files/f1.cram': genome },
): TinyPackage => ({
  tables: [persons(), catalogue(rows)],
  atrium: { files: 'file' },
  files,
});

async function imported(tiny: TinyPackage, stored: Readonly<Record<string, string>> = {}) {
  const storageRoot = await temporaryFolder();
  for (const [path, content] of Object.entries(stored)) {
    await mkdir(dirname(join(storageRoot, path)), { recursive: true });
    await writeFile(join(storageRoot, path), content);
  }
  const { warehouse } = await tinyWarehouse({ storageRoot });
  const packagePath = await writeTinyPackage(tiny);
  const report = await warehouse.releases.build({ release: 'r1', packagePath });
  await warehouse.questions.open('r1');
  const rows = (table: string) =>
    warehouse.questions.run({ text: `SELECT * FROM "r1"."${table}" ORDER BY ALL`, values: [] });
  return {
    report,
    storageRoot,
    warehouse,
    files: await rows('_file'),
    subjects: await rows('_file_subject'),
  };
}

const figures = ({ files }: ImportReport) => files;

describe('a catalogue of files', () => {
  it('keeps each file with its subjects, and copies it from the package to the storage', async () => {
    const rows = [
      good,
      { ...good, file_id: 'F0', person_id: 'p3|p1', access: 'phi' },
      {
        ...good,
        file_id: 'F2',
        person_id: '',
        path: '',
        url: 'https://files.example.org/a/b.vcf?x=1',
        sha256: '',
      },
    ];
    const { report, files, subjects, storageRoot } = await imported(packageOf(rows));
    expect(inShort(report.problems)).toEqual([]);
    expect(figures(report)).toEqual({
      collection: 'file',
      read: 3,
      loaded: 3,
      skipped: 0,
      bytes: 12,
      found: 2,
      verified: 2,
      copied: 2,
    });
    expect(files).toMatchObject([
      { _file: 1, file_id: 'F0', name: 'f1.cram', subjects: 2, access: 'phi' },
      { _file: 2, file_id: 'F1', path: 'imported/r1/files/f1.cram', url: null, size: 4, subjects: 1 },
      { _file: 3, file_id: 'F2', path: null, name: 'b.vcf', subjects: 0, checksum: null },
    ]);
    expect(subjects).toEqual([
      { _file: 1, _subject: 1 },
      { _file: 1, _subject: 3 },
      { _file: 2, _subject: 1 },
    ]);
    expect(await readFile(join(storageRoot, 'imported/r1/files/f1.cram'), 'utf8')).toBe(genome);
    expect(report.collections.map(({ collection }) => collection)).toEqual(['person']);
  });

  it('leaves a file with a fault out, and reports every fault', { tags: 'long' }, async () => {
    const faults: readonly (readonly [Cells, problem: string])[] = [
      [{ category: '' }, 'category incompleteFile'],
      [{ size: '' }, 'size incompleteFile'],
      [{ size: '-4' }, 'size badFileValue -4'],
      [{ sha256: 'abc' }, 'sha256 badFileValue abc'],
      [{ category: 'raw' }, 'category badFileValue raw'],
      [{ category: 'clinical', source: 'S2' }, 'source badFileValue S2'],
      [{ path: '' }, 'path badFileLocation'],
      [{ url: 'https://a.example' }, 'url badFileLocation https://a.example'],
      [{ path: '', url: 'file:///etc/passwd' }, 'url badFileLocation file:///etc/passwd'],
      [{ person_id: 'p1|p9' }, 'person_id unknownFileSubject p9'],
      [{ path: 'files/f9.cram' }, 'path missingFile files/f9.cram'],
      [{ path: 'imported/r0/a' }, 'path missingFile imported/r0/a'],
      [{ path: 'other/a.cram' }, 'path missingFile other/a.cram'],
      [{ path: 'tiny-1/a.cram' }, 'path missingFile tiny-1/a.cram'],
      [{ path: '../f1.cram' }, 'path badFileLocation ../f1.cram'],
      [{ path: '/etc/passwd' }, 'path badFileLocation /etc/passwd'],
      [{ size: '5' }, 'size fileSize files/f1.cram: 4 bytes, not 5'],
      [{ sha256: sha256('x') }, 'sha256 fileChecksum files/f1.cram'],
    ];
    const rows = faults.map(([fault], index) => ({ ...good, file_id: `X${index}`, ...fault }));
    const { report, files } = await imported(packageOf([good, ...rows]), {
      'imported/r0/a': genome,
      'other/a.cram': 'AC',
      'tiny-1/a.cram': genome,
    });
    const found = report.problems.flatMap(({ field, kind, examples }) =>
      examples.map(({ line: at, value }) => [at - 3, `${field} ${kind} ${value}`.trim()] as const),
    );
    expect(found.sort(([one], [other]) => one - other)).toEqual(
      faults.map(([, problem], index) => [index, problem]),
    );
    expect(figures(report)).toMatchObject({ read: 19, loaded: 1, skipped: 18, bytes: 4 });
    expect(files).toMatchObject([{ file_id: 'F1' }]);
  });

  it('leaves out a file whose id, path or name a script or manifest could not take, and names its row', async () => {
    const signs = [
      '\n',
      '\r',
      '\u0000',
      '\u0007',
      '\u0085',
      '\u2028',
      '\u2029',
      '\u202e',
      '\u2066',
      '\ufeff',
    ];
    const formulas = ['=1+1', '+cmd', '-a', '@x', '\uff1d1', 'a;=b', "'=1"];
    const quotedCells = (cells: Cells): string =>
      columns.map((name) => `"${(cells[name] ?? '').replaceAll('"', '""')}"`).join(',');
    const rows = [
      ...signs.flatMap((sign, index) => [
        { ...good, file_id: `I${index}${sign}x` },
        { ...good, file_id: `P${index}`, path: `files/a${sign}b` },
        { ...good, file_id: `U${index}`, path: '', url: `https://a.example/tiny/a${sign}b` },
        { ...good, file_id: `T${index}`, data_type: `a${sign}b` },
      ]),
      ...formulas.map((file_id) => ({ ...good, file_id })),
      { ...good, file_id: '-5' },
    ];
    const csv = [columns.join(','), ...[good, ...rows].map(quotedCells), ''].join('\n');
    const tables = [persons(), catalogue([], { csv })];
    const { report, files } = await imported({ ...packageOf([]), tables });
    expect(files.map(({ file_id }) => file_id)).toEqual(['-5', 'F1']);
    const unsafe = report.problems.filter(({ kind }) => kind === 'unsafeText');
    expect(unsafe.map(({ field, count }) => [field, count])).toEqual(
      expect.arrayContaining([
        ['file_id', signs.length],
        ['path', signs.length],
        ['url', signs.length],
        ['data_type', signs.length],
      ]),
    );
    expect(report.problems.find(({ kind }) => kind === 'formulaId')?.count).toBe(formulas.length);
  });

  it('is refused where a title, name or path of the package holds such a character', async () => {
    for (const [rest, at] of [
      [{ title: 'a\nb' }, 'package.title: holds the character U+000A'],
      [{ version: '1\u2028' }, 'package.version: holds the character U+2028'],
    ] as const)
      expect((await refusalOf({ ...packageOf([good]), rest })).join()).toContain(at);
  });

  it('takes nothing that belongs to another dataset, and does not say whether it is there', async () => {
    const packageFolder = await temporaryFolder();
    const storageRoot = join(packageFolder, 'storage');
    const put = async (path: string): Promise<void> => {
      await mkdir(dirname(join(storageRoot, path)), { recursive: true });
      await writeFile(join(storageRoot, path), genome);
    };
    for (const path of ['other/f', 'tinytoo/f', 'TINY/f', 'imported/r0/f', '.removed/f', 'f', 'tiny/own/f'])
      await put(path);
    await symlink('../other', join(storageRoot, 'tiny/other'));
    await symlink('../other/f', join(storageRoot, 'tiny/f'));
    await symlink('../imported', join(storageRoot, 'tiny/copies'));
    const foreign = [
      ...['other/f', 'tinytoo/f', 'TINY/f', 'imported/r0/f', 'IMPORTED/r0/f', '.removed/f', 'f'],
      ...[
        'tiny/other/f',
        'tiny/f',
        'tiny/copies/r0/f',
        './other/f',
        'other//f',
        'ti\u200bny/own/f',
        'storage/other/f',
      ],
    ];
    const rows = [...foreign, 'tiny/own/f', 'named/f'].flatMap((path, index) =>
      ['4', '5'].map((size) => ({ ...good, file_id: `F${index}-${size}`, path, size })),
    );
    await put('named/f');
    const { warehouse } = await tinyWarehouse({
      storageRoot,
      storageAreas: [{ dataset: 'tiny', below: 'named/' }],
    });
    for (const [path, content] of packageFiles(packageOf(rows, {})))
      await writeFile(join(packageFolder, path), content);
    const report = await warehouse.releases.build({ release: 'r1', packagePath: packageFolder });
    expect(figures(report)).toMatchObject({ read: rows.length, loaded: 2, copied: 0 });
    expect(report.problems.map(({ kind, count }) => [kind, count])).toEqual([
      ['missingFile', 2 * foreign.length],
      ['fileSize', 2],
    ]);
  });

  it('is refused where two files have one id', async () => {
    expect(await refusalOf(packageOf([good, good]))).toEqual([
      'resource file: 2 files have the file_id "F1" (lines 2,3)',
    ]);
  });

  it('is refused without the fields that it needs', async () => {
    const tables = [
      persons(),
      { name: 'file', fields: [{ name: 'file_id' }, { name: 'subject' }], csv: 'file_id,subject\n' },
    ];
    const problems = await refusalOf({ tables, atrium: { files: 'file' } });
    expect(problems).toContain('resource file: a catalogue of files needs the field "size"');
    expect(problems).toContain('resource file: a catalogue of files needs the field "path" or "url"');
    expect(problems).toContain('resource file: its field "subject" needs a foreign key to the subjects');
  });

  it('finds files in the storage, and follows links only within it', async () => {
    const outside = await temporaryFolder();
    await writeFile(join(outside, 'secret'), genome);
    const rows = [
      { ...good, path: 'tiny/f1.cram' },
      { ...good, file_id: 'F2', path: 'tiny/link' },
    ];
    const storageRoot = await temporaryFolder();
    await mkdir(join(storageRoot, 'tiny'));
    await writeFile(join(storageRoot, 'tiny/f1.cram'), genome);
    await symlink(join(outside, 'secret'), join(storageRoot, 'tiny/link'));
    const { warehouse } = await tinyWarehouse({ storageRoot });
    const packagePath = await writeTinyPackage(packageOf(rows, {}));
    const report = await warehouse.releases.build({ release: 'r1', packagePath });
    expect(inShort(report.problems)).toEqual(['file.path missingFile 1: file.csv:3 tiny/link']);
    expect(figures(report)).toMatchObject({ loaded: 1, found: 1, copied: 0 });
  });

  it('stays where it is when the package lies in the storage', { tags: 'long' }, async () => {
    const storageRoot = await temporaryFolder();
    const { warehouse } = await tinyWarehouse({ storageRoot });
    const from = await writeTinyPackage(packageOf([good]));
    const packagePath = join(storageRoot, 'tiny/one');
    for (const path of ['datapackage.json', 'person.csv', 'file.csv', 'files/f1.cram']) {
      await mkdir(dirname(join(packagePath, path)), { recursive: true });
      await writeFile(join(packagePath, path), await readFile(join(from, path)));
    }
    const report = await warehouse.releases.build({ release: 'r1', packagePath });
    expect(figures(report)).toMatchObject({ found: 1, verified: 1, copied: 0 });
    await warehouse.questions.open('r1');
    const [row] = await warehouse.questions.run({ text: 'SELECT path FROM "r1"."_file"', values: [] });
    expect(row).toEqual({ path: 'tiny/one/files/f1.cram' });
  });

  it('compares checksums as far as the import may read, and says of how many files it did not', {
    tags: 'long',
  }, async () => {
    const storageRoot = await temporaryFolder();
    const { warehouse } = await tinyWarehouse({ storageRoot });
    const packagePath = await writeTinyPackage(packageOf([good, { ...good, file_id: 'F2' }]));
    const report = await warehouse.releases.build({ release: 'r1', packagePath, verifiedBytes: 4 });
    expect(figures(report)).toMatchObject({ found: 2, verified: 1 });
    expect(report.warnings).toEqual([expect.stringMatching(/^1 of 2 files was compared by its size only/)]);
  });

  it('goes with its release: copies of a failed, previewed or removed one are not left', {
    tags: 'long',
  }, async () => {
    const storageRoot = await temporaryFolder();
    const { warehouse } = await tinyWarehouse({ storageRoot });
    const packagePath = await writeTinyPackage(packageOf([good]));
    const stop = new AbortController();
    const failing = warehouse.releases.build({
      release: 'r1',
      packagePath,
      signal: stop.signal,
      onProgress: ({ files }) => {
        if (files?.done === 1) stop.abort(new Error('enough'));
      },
    });
    await expect(failing).rejects.toThrow('enough');
    expect(await readdir(join(storageRoot, 'imported'))).toEqual([]);
    await warehouse.releases.build({ release: 'r2', packagePath, dryRun: true });
    expect(await readdir(join(storageRoot, 'imported'))).toEqual([]);
    await warehouse.releases.build({ release: 'r3', packagePath });
    expect(await readdir(join(storageRoot, 'imported'))).toEqual(['r3']);
    await warehouse.releases.cleanUp(['r3']);
    expect(await readdir(join(storageRoot, 'imported'))).toEqual([]);
    expect(await readdir(join(storageRoot, '.removed'))).toEqual([expect.stringMatching(/^r3-/)]);
  });

  it('may find subjects over a link table, where a link without a subject leaves its file out', {
    tags: 'long',
  }, async () => {
    const own = catalogue(
      [
        { ...good, person_id: 'x' },
        { ...good, file_id: 'F2', person_id: 'y' },
        { ...good, file_id: 'F3', person_id: 'z' },
      ],
      { fields: columns.map((name) => ({ name })), schema: {} },
    );
    const links: TinyTable = {
      name: 'file_person',
      fields: [{ name: 'file_id' }, { name: 'who' }],
      schema: {
        foreignKeys: [
          { fields: 'file_id', reference: { resource: 'file', fields: 'file_id' } },
          { fields: 'who', reference: { resource: 'person', fields: 'person_id' } },
        ],
      },
      csv: 'file_id,who\nF1,p1\nF1,p2\nF2,p1\nF2,\nF9,p1\n',
    };
    const tiny = { ...packageOf([]), tables: [persons(), own, links] };
    const { report, files, subjects } = await imported(tiny);
    expect(inShort(report.problems)).toEqual([
      'file.who unknownFileSubject 1: file.csv:3 ',
      'file_person.file_id unknownLinkRow 1: file_person.csv:6 ',
    ]);
    expect(files).toMatchObject([
      { file_id: 'F1', subjects: 2 },
      { file_id: 'F3', subjects: 0 },
    ]);
    expect(subjects).toHaveLength(2);
    expect(report.collections.map(({ collection }) => collection)).toEqual(['person']);
  });

  it('is absent from a package without one', async () => {
    const { warehouse } = await tinyWarehouse();
    const packagePath = await writeTinyPackage({ tables: [persons()] });
    const report = await warehouse.releases.build({ release: 'r1', packagePath });
    expect(figures(report)).toBe(null);
    expect((await warehouse.questions.open('r1')).dictionary.files).toBe(undefined);
  });
});
