import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporaryFolder.ts';
import { packageFiles, persons, type TinyPackage, writeTinyPackage } from '../testing/tinyPackage.ts';
import { importTiny, tinyWarehouse } from '../testing/tinyWarehouse.ts';
import { zipFile } from '../testing/zipFile.ts';
import { PackageRefused } from './packageErrors.ts';
import { createUnpackBudget, defaultUnpackLimits, type UnpackLimits } from './unpackBudget.ts';

const mebibyte = 1024 * 1024;

async function refusal(packagePath: string, unpackLimits: UnpackLimits = defaultUnpackLimits) {
  const { warehouse } = await tinyWarehouse();
  const outcome = await warehouse.releases
    .build({ release: 'r1', packagePath, unpackLimits })
    .catch((error: unknown) => error);
  return outcome instanceof PackageRefused ? outcome.problems : ['it was taken'];
}

async function writeZip(files: Parameters<typeof zipFile>[0]): Promise<string> {
  const path = join(await temporaryFolder(), 'package.zip');
  await writeFile(path, zipFile(files));
  return path;
}

const spaces = (bytes: number): Buffer => Buffer.alloc(bytes, ' ');
/** A table with many long lines. */
const bomb = (bytes: number): Buffer => Buffer.alloc(bytes, `person_id\n${' '.repeat(1000)}\n`);
const people = (path: string, file: Buffer): TinyPackage => {
  const { csv: _, ...table } = persons();
  return { tables: [{ ...table, path }], files: { [path]: file } };
};

describe('a zip', () => {
  it('with a file that unpacks to far more than its packed size is refused before anything is read, by the name of the file', async () => {
    const files = packageFiles({ tables: [persons()] });
    const content = spaces(65 * mebibyte);
    files.set('bomb.csv', content);
    expect(await refusal(await writeZip(files))).toEqual(['it was taken']);
    const packed = new Map([['bomb.csv', deflateRawSync(content)]]);
    const path = join(await temporaryFolder(), 'package.zip');
    await writeFile(path, zipFile(files, packed));
    expect(await refusal(path)).toEqual(['bomb.csv: unpacks to more than 200 times its packed size']);
    expect(await refusal(path, { ...defaultUnpackLimits, ratio: 1100 })).toEqual(['it was taken']);
  });

  it('that unpacks to more than a package may is refused, however small each file is', async () => {
    const files = packageFiles({ tables: [persons()] });
    for (const name of ['a', 'b', 'c']) files.set(`${name}.csv`, spaces(mebibyte));
    expect(await refusal(await writeZip(files), { bytes: 2.5 * mebibyte, ratio: 200 })).toEqual([
      'c.csv: with it the package unpacks to more than 2.5 MiB',
    ]);
  });
});

describe('a gzipped file', () => {
  it.each(['in a folder', 'in a zip'])(
    'that is a bomb is refused while it is read, %s',
    { tags: 'long' },
    async (where) => {
      const tiny = people('person.csv.gz', gzipSync(bomb(65 * mebibyte)));
      const path =
        where === 'in a folder' ? await writeTinyPackage(tiny) : await writeZip(packageFiles(tiny));
      expect(await refusal(path)).toEqual(['person.csv.gz: unpacks to more than 200 times its packed size']);
    },
  );

  it('counts against what the package may unpack to', async () => {
    const path = await writeTinyPackage(people('person.csv.gz', gzipSync(bomb(2 * mebibyte))));
    expect(await refusal(path, { bytes: mebibyte, ratio: 200 })).toEqual([
      'person.csv.gz: with it the package unpacks to more than 1 MiB',
    ]);
  });

  it('of an ordinary table is taken', async () => {
    const { rows } = await importTiny(people('person.csv.gz', gzipSync('person_id\np1\np2\n')));
    expect(await rows('person')).toHaveLength(2);
  });
});

it('a file that is read twice counts once', () => {
  const budget = createUnpackBudget({ bytes: 100, ratio: 10 });
  for (let time = 0; time < 3; time += 1) budget.take('a.csv.gz', { packed: 30, unpacked: 60 });
  budget.take('b.csv.gz', { packed: 30, unpacked: 40 });
  expect(() => budget.take('c.csv.gz', { packed: 1, unpacked: 1 })).toThrow('c.csv.gz: with it the package');
});
