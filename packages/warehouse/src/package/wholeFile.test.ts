import { createHash } from 'node:crypto';
import { appendFileSync, renameSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { deflateRawSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parquetOf } from '../testing/parquetOf.ts';
import { temporaryFolder } from '../testing/temporaryFolder.ts';
import { packageFiles, persons, type TinyPackage, writeTinyPackage } from '../testing/tinyPackage.ts';
import { importTiny, refusalOf, tinyWarehouse } from '../testing/tinyWarehouse.ts';
import { zipFile } from '../testing/zipFile.ts';
import { openFolder } from './folderSource.ts';
import { PackageRefused } from './packageErrors.ts';
import { createUnpackBudget, defaultUnpackLimits } from './unpackBudget.ts';
import { openZip } from './zipSource.ts';

const budget = () => createUnpackBudget(defaultUnpackLimits);

async function outcomeOf(packagePath: string): Promise<readonly string[]> {
  const { warehouse } = await tinyWarehouse();
  const outcome = await warehouse.releases
    .build({ release: 'r1', packagePath })
    .catch((error: unknown) => error);
  return outcome instanceof PackageRefused ? outcome.problems : [`it was taken: ${String(outcome)}`];
}

const altered = (bytes: Buffer, found: string, written: string): Buffer =>
  Buffer.from(bytes.toString('latin1').replace(found, written), 'latin1');

async function writeZip(zip: Buffer): Promise<string> {
  const path = join(await temporaryFolder(), 'package.zip');
  await writeFile(path, zip);
  return path;
}

const withFile = (path: string, file: Buffer, rest = {}): TinyPackage => {
  const { csv: _, ...table } = persons();
  return { tables: [{ ...table, path, rest }], files: { [path]: file } };
};

/** A table of three persons in each format. */
const formats: readonly (readonly [path: string, write: () => Promise<Buffer>])[] = [
  ['person.csv', async () => Buffer.from('person_id\np1\np2\np3\n')],
  [
    'person.parquet',
    () => parquetOf(`SELECT 'p' || range AS person_id FROM range(3)`, ', COMPRESSION uncompressed'),
  ],
];

describe('a file in a zip', () => {
  it.each(formats)('is refused with an altered byte, by its name: %s', async (path, write) => {
    const zip = zipFile(packageFiles(withFile(path, await write())));
    expect(await outcomeOf(await writeZip(zip))).toEqual(['it was taken: [object Object]']);
    expect(await outcomeOf(await writeZip(altered(zip, 'p2', 'p7')))).toEqual([
      `${path}: its bytes differ from its check sum in the zip`,
    ]);
  });

  it('is whole or refused, whatever byte of the zip is altered', { tags: 'long' }, async () => {
    const files = new Map([
      ['datapackage.json', Buffer.from('{"name": "tiny"}')],
      ['a.csv', Buffer.from('a,b\n1,2\n')],
      ['b.csv', Buffer.from('x,y\n'.repeat(300))],
    ]);
    const deflated = new Map([['b.csv', deflateRawSync(files.get('b.csv') ?? '')]]);
    const zip = zipFile(files, deflated);
    const path = await writeZip(zip);
    const read = async (): Promise<string> => {
      const source = await openZip(path, budget());
      try {
        const contents: string[] = [];
        for (const file of files.keys()) contents.push(String(await buffer(await source.open(file))));
        return contents.join();
      } finally {
        await source.close();
      }
    };
    const whole = await read();
    let refused = 0;
    const damages = fc.tuple(fc.integer({ min: 0, max: zip.length - 1 }), fc.integer({ min: 1, max: 255 }));
    await fc.assert(
      fc.asyncProperty(damages, async ([index, change]) => {
        const bytes = Buffer.from(zip);
        bytes.writeUInt8((bytes.readUInt8(index) ^ change) & 255, index);
        await writeFile(path, bytes);
        const outcome = await read().catch(() => null);
        if (outcome === null) refused += 1;
        else expect(outcome).toBe(whole);
      }),
      { numRuns: 200 },
    );
    expect(refused).toBeGreaterThan(50);
  });
});

describe('a declared hash', () => {
  const csv = Buffer.from('person_id\np1\np2\n');
  const hashed = (algorithm: string, bytes = csv) => createHash(algorithm).update(bytes).digest('hex');
  const declaring = (rest: Readonly<Record<string, unknown>>) => withFile('person.csv', csv, rest);

  const expectHash = async (_: string, hash: string) => {
    const { report } = await importTiny(declaring({ hash, bytes: csv.length }));
    expect(report.subjects).toBe(2);
    const other = withFile('person.csv', Buffer.from('person_id\np1\np3\n'), { hash });
    expect(await refusalOf(other)).toEqual([
      expect.stringMatching(
        /^resource person: person\.csv does not have the (md5|sha\d+) hash that is declared$/,
      ),
    ]);
  };
  it.each([['sha256', `sha256:${hashed('sha256')}`]])('by %s is compared with the file', expectHash);
  it.each([
    ['md5 without a name', hashed('md5')],
    ['md5', `md5:${hashed('md5').toUpperCase()}`],
    ['sha1', `sha1:${hashed('sha1')}`],
    ['sha512', `sha512:${hashed('sha512')}`],
  ])('by %s is compared with the file', { tags: 'long' }, expectHash);

  it('of an algorithm that is not known, or of the wrong length, refuses the package', async () => {
    for (const hash of [`crc32:${'0'.repeat(8)}`, 'abc', `sha256:${hashed('md5')}`, 7]) {
      expect(await refusalOf(declaring({ hash }))).toEqual([
        `resource person: its hash "${hash}" is not known; md5, sha1, sha256 and sha512 are`,
      ]);
    }
  });

  it('and declared bytes of several files are those of all, and what was live stays', {
    tags: 'long',
  }, async () => {
    const files = { 'a.csv': 'person_id\np1\n', 'b.csv': 'person_id\np2\n' };
    const bytes = Buffer.from(Object.values(files).join(''));
    const { csv: _, ...table } = persons();
    const parts = (rest: Readonly<Record<string, unknown>>): TinyPackage => ({
      tables: [{ ...table, path: Object.keys(files), rest }],
      files,
    });
    const { warehouse, report } = await importTiny(
      parts({ hash: hashed('md5', bytes), bytes: bytes.length }),
    );
    expect(report.subjects).toBe(2);
    const packagePath = await writeTinyPackage(parts({ hash: hashed('md5'), bytes: bytes.length + 1 }));
    const next = warehouse.releases.build({ release: 'r2', packagePath });
    await expect(next).rejects.toThrow(
      new PackageRefused([
        `resource person: a.csv, b.csv has ${bytes.length} bytes, not ${bytes.length + 1} as declared`,
        'resource person: a.csv, b.csv does not have the md5 hash that is declared',
      ]),
    );
    expect(await warehouse.releases.list()).toEqual(['r1']);
  });

  it('of a gzipped file is that of the gzip', { tags: 'long' }, async () => {
    const packed = gzipSync(csv);
    const { report } = await importTiny(
      withFile('person.csv.gz', packed, { hash: hashed('md5', packed), bytes: packed.length }),
    );
    expect(report.subjects).toBe(2);
  });
});

const changes: readonly (readonly [string, (path: string) => void])[] = [
  ['grows', (path) => appendFileSync(path, 'p9\n')],
  ['shrinks', (path) => truncateSync(path, 20)],
  [
    'is exchanged for another of the same size and time',
    (path) => {
      const time = new Date('2024-01-01');
      writeFileSync(`${path}.new`, 'x'.repeat(600_000));
      utimesSync(`${path}.new`, time, time);
      renameSync(`${path}.new`, path);
    },
  ],
  ['is written anew', (path) => utimesSync(path, new Date(), new Date('2024-01-02'))],
];

describe('a file that changes during the import', () => {
  const csv = 'x'.repeat(600_000);
  const changed = 'data.csv: was changed or exchanged during the import';
  const folderWith = async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'data.csv');
    writeFileSync(path, csv);
    utimesSync(path, new Date('2024-01-01'), new Date('2024-01-01'));
    return { path, source: await openFolder(folder, budget()) };
  };

  it.each(changes)('is refused after its last byte where it %s while it is read', async (_, change) => {
    const { path, source } = await folderWith();
    const stream = await source.open('data.csv');
    const read = async (): Promise<void> => {
      let isFirst = true;
      for await (const _chunk of stream) {
        if (isFirst) change(path);
        isFirst = false;
      }
    };
    await expect(read()).rejects.toThrow(changed);
  });

  it.each(changes)('is refused where it %s between two looks at it', async (_, change) => {
    const { path, source } = await folderWith();
    const plan = { path: 'data.csv', isCompressed: false };
    const scratch = { scratchFolder: await temporaryFolder(), signal: undefined };
    expect(await source.verified(plan, scratch)).toEqual({ localPath: path, bytes: csv.length });
    change(path);
    await expect(source.verified(plan, scratch)).rejects.toThrow(changed);
    await expect(buffer(await source.open('data.csv'))).rejects.toThrow(changed);
  });

  it('is refused where another was opened under its name, though it has come back', async () => {
    const { path, source } = await folderWith();
    expect(await source.sizeOf('data.csv')).toBe(csv.length);
    renameSync(path, `${path}.first`);
    writeFileSync(path, csv.replaceAll('x', 'y'));
    const stream = await source.open('data.csv');
    const read = async (): Promise<void> => {
      let isFirst = true;
      for await (const _chunk of stream) {
        if (isFirst) renameSync(`${path}.first`, path);
        isFirst = false;
      }
    };
    await expect(read()).rejects.toThrow(changed);
  });

  it.each(formats)('refuses the package, and nothing is left: %s', async (file, write) => {
    const packagePath = await writeTinyPackage(withFile(file, await write()));
    const { warehouse } = await tinyWarehouse();
    const change = (): void => utimesSync(join(packagePath, file), new Date(), new Date('2024-01-02'));
    const building = warehouse.releases.build({
      packagePath,
      release: 'r1',
      onProgress: ({ phase }) => {
        if (phase === 'read') change();
      },
    });
    const refusal = new PackageRefused([`${file}: was changed or exchanged during the import`]);
    await expect(building).rejects.toThrow(refusal);
    expect(await warehouse.releases.list()).toEqual([]);
  });

  it('is refused where it is the zip', async () => {
    const files = packageFiles({ tables: [persons()] });
    const path = await writeZip(zipFile(files));
    const source = await openZip(path, budget());
    utimesSync(path, new Date(), new Date('2024-01-02'));
    await expect(buffer(await source.open('person.csv'))).rejects.toThrow('was changed or exchanged');
    await source.close();
  });
});

describe('a file that a reader opens by its path', () => {
  const scratchFor = async () => ({ scratchFolder: await temporaryFolder(), signal: undefined });
  const text = 'person_id\np1\n';

  it('is unpacked once, from gzip and from a zip', async () => {
    const packed = gzipSync(text);
    const folder = await temporaryFolder();
    writeFileSync(join(folder, 'a.csv.gz'), packed);
    const zip = zipFile(
      new Map([
        ['datapackage.json', Buffer.from('{}')],
        ['a.csv.gz', packed],
      ]),
    );
    for (const source of [await openFolder(folder, budget()), await openZip(await writeZip(zip), budget())]) {
      const scratch = await scratchFor();
      const plan = { path: 'a.csv.gz', isCompressed: true };
      const local = await source.verified(plan, scratch);
      expect(local.bytes).toBe(text.length);
      expect(await readFile(local.localPath, 'utf8')).toBe(text);
      expect(await source.verified(plan, scratch)).toEqual(local);
      await source.close();
    }
  });

  it('is refused where its gzip is cut', async () => {
    const folder = await temporaryFolder();
    writeFileSync(join(folder, 'a.csv.gz'), gzipSync(text).subarray(0, -4));
    const source = await openFolder(folder, budget());
    const unpacked = source.verified({ path: 'a.csv.gz', isCompressed: true }, await scratchFor());
    await expect(unpacked).rejects.toThrow('a.csv.gz: is not a whole gzip file');
  });

  const expectRefusal = async (_: string, parts: readonly Buffer[]) => {
    const packed = Buffer.concat(parts);
    const refused = ['person.csv.gz: is not a whole gzip file'];
    const plain = { dialect: { commentChar: '\u0001' } };
    expect(await refusalOf(withFile('person.csv.gz', packed))).toEqual(refused);
    expect(await refusalOf(withFile('person.csv.gz', packed, plain))).toEqual(refused);
  };
  it.each([
    ['zeros between its members', [gzipSync(text), Buffer.alloc(100), gzipSync('x'.repeat(600_000))]],
  ])('is refused with %s, by either reader', expectRefusal);
  it.each([
    ['a zero where a further member begins', [gzipSync(text), zeroed(gzipSync(text))]],
    ['zeros after its end', [gzipSync(text), Buffer.alloc(100)]],
  ])('is refused with %s, by either reader', { tags: 'long' }, expectRefusal);

  it('is whole in several members', async () => {
    const packed = Buffer.concat([gzipSync(text), gzipSync('p2\np3\n')]);
    const { report } = await importTiny(withFile('person.csv.gz', packed));
    expect(report.subjects).toBe(3);
  });
});

function zeroed(bytes: Buffer): Buffer {
  bytes.writeUInt8(0, 0);
  return bytes;
}
