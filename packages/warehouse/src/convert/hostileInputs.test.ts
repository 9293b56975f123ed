import { execFile } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { effort, isGate } from '../../../engine/src/testing/effort.ts';
import { describeFolder } from '../describe/describeFolder.ts';
import { findTableFiles } from '../describe/tableFiles.ts';
import { PackageRefused } from '../package/packageErrors.ts';
import { convertFiles, writeFiles } from '../testing/convertFiles.ts';
import { drawHostileFiles, type HostileFile } from '../testing/hostileFiles.ts';
import { temporaryFolder } from '../testing/temporaryFolder.ts';
import { sourceFormats } from './conversion.ts';
import { convertInputs } from './convertInputs.ts';
import { copyTables } from './copyTables.ts';
import { recognizeSource } from './recognizeSource.ts';

const seed = Number(process.env['ATRIUM_TEST_SEED']);
/** Deeper than a call within a call within a call can go. */
const generations = isGate ? 30_000 : 100_000;

/** What each way into the portal makes of files: done, or the sentences of a refusal. Any other error is thrown. */
async function takeAll(
  inputs: readonly string[],
): Promise<readonly (readonly [way: string, said: string])[]> {
  const outcomes: (readonly [string, string])[] = [];
  const attempt = async (way: string, act: () => Promise<unknown>): Promise<void> => {
    const began = performance.now();
    const said = await act().then(
      () => 'done',
      (error: unknown) => {
        if (error instanceof PackageRefused && error.problems.every((text) => text !== ''))
          return error.problems.join('; ');
        throw new Error(`${way}: ${String(error)}`, { cause: error });
      },
    );
    if (performance.now() - began > 20_000) throw new Error(`${way} takes too long.`);
    outcomes.push([way, said]);
  };
  for (const format of sourceFormats)
    await attempt(format, async () =>
      convertInputs({ format, inputs, to: join(await temporaryFolder(), 'package'), unpackLimits }),
    );
  await attempt('recognize', () => recognizeSource(inputs));
  for (const input of inputs) {
    await attempt('describe', async () => {
      const tables = await findTableFiles(input);
      if (tables !== null) await describeFolder({ tables, scratchFolder: await temporaryFolder() });
    });
    if (input.endsWith('.zip'))
      await attempt('copy', async () => copyTables(input, { folder: await temporaryFolder() }));
  }
  return outcomes;
}

const unpackLimits = { bytes: 64_000_000, ratio: 200 };

describe('files of any content are converted and described, or refused with a reason', () => {
  const write = (files: readonly HostileFile[]): Promise<string> =>
    writeFiles(Object.fromEntries(files.map(({ path, content }) => [path, content])));

  it('drawn by chance', async () => {
    for (let number = 0; number < (isGate ? 3 : 12) * effort; number += 1) {
      const drawn = drawHostileFiles(seed + number);
      const folder = await write(drawn);
      const zips = drawn.filter(({ path }) => path.endsWith('.zip')).map(({ path }) => join(folder, path));
      await takeAll([folder, ...zips]).catch((error: unknown) => {
        throw new Error(
          `seed ${seed + number} (${drawn.map(({ path }) => path).join(', ')}): ${String(error)}`,
          { cause: error },
        );
      });
    }
  });

  it('drawn by chance, many', { tags: 'long' }, async () => {
    for (let number = 100; number < 100 + 300 * effort; number += 1)
      await takeAll([await write(drawHostileFiles(seed + number))]);
  });

  it('that are no files: pipes, links that lead nowhere or to themselves, folders with the names of files', async () => {
    const folder = await temporaryFolder();
    await promisify(execFile)('mkfifo', [join(folder, 'pipe.csv'), join(folder, 'pipe.ped')]);
    await symlink('nothing.csv', join(folder, 'dangling.csv'));
    await symlink('loop.ped', join(folder, 'loop.ped'));
    await symlink('folder.csv', join(folder, 'up.csv'));
    for (const name of ['folder.csv', 'folder.ped', 'folder.json', 'folder.zip', 'person.parquet'])
      await mkdir(join(folder, name));
    for (const name of ['', 'pipe.csv', 'pipe.ped', 'dangling.csv', 'loop.ped', 'up.csv', 'folder.csv', 'no'])
      await takeAll([join(folder, name)]);
    await writeFile(
      join(folder, 'one.json'),
      '{"subject":{"id":"a"},"phenotypicFeatures":[{"type":{"id":"HP:0000001","label":"All"}}]}',
    );
    const ontologies = [{ id: 'hpo', file: join(folder, 'folder.json') }];
    const to = join(await temporaryFolder(), 'package');
    await expect(
      convertInputs({ format: 'phenopackets', inputs: [join(folder, 'one.json')], to, ontologies }),
    ).rejects.toThrow(PackageRefused);
  });

  it('that are not there: a sentence with the name, for every format and also where nothing needs them', async () => {
    const folder = await writeFiles({ 'a.ped': lineOf(1, 0) });
    const lost = join(folder, 'lost.obo');
    const ontologies = [{ id: 'hpo', file: lost }];
    for (const format of sourceFormats) {
      const to = join(await temporaryFolder(), 'package');
      await expect(convertInputs({ format, inputs: [lost], to })).rejects.toThrow(
        'there is no such file or folder',
      );
      await expect(
        convertInputs({ format, inputs: [join(folder, 'a.ped')], to, ontologies }),
      ).rejects.toThrow(`${lost}: there is no such file`);
    }
  });

  const lineOf = (name: number | string, father: number | string): string =>
    `F\tp${name}\t${father === 0 ? 0 : `p${father}`}\t0\t1\t1\n`;

  it.each([
    ['a pedigree with a circle', 'a.ped', lineOf(1, 2) + lineOf(2, 3) + lineOf(3, 1), /descends from/],
    ['a father of himself', 'a.ped', lineOf(1, 1), /descends from/],
    ['a sex by the name of what every object has', 'a.ped', 'F\tp\t0\t0\tconstructor\t1\n', /sex:/],
    ['a trait by such a name', 'a.ped', 'F\tp\t0\t0\t1\ttoString\n', /phenotype:/],
    ['deep JSON', 'a.json', '['.repeat(100_000), /a\.json.*levels deep/],
    [
      'deep JSON in a line',
      'a.jsonl',
      `{"a_b":${'{"a_b":'.repeat(5000)}1${'}'.repeat(5001)}`,
      /a\.jsonl:1.*deep/,
    ],
    ['a gzip that was cut', 'a.ped.gz', gzipSync(lineOf(1, 0)).subarray(0, 20), /a\.ped\.gz/],
    ['a gzip that is none', 'a.ped.gz', lineOf(1, 0), /a\.ped\.gz/],
    ['a file that unpacks without end', 'a.ped.gz', gzipSync(Buffer.alloc(80_000_000)), /a\.ped\.gz/],
    ['another encoding', 'a.ped', Buffer.from([0xff, 0xfe, 0x00, 0xd8]), /UTF-8/],
  ])('%s is refused, and the file named', async (_, path, content, said) => {
    const format = path.includes('json') ? 'phenopackets' : 'ped';
    const outcomes = await takeAll([await writeFiles({ [path]: content })]);
    expect(outcomes.find(([way]) => way === format)?.[1]).toMatch(said);
  });

  it('a column by the name of what every object has is a column', async () => {
    const ped =
      '#family\tid\tfather\tmother\tsex\tphenotype\tconstructor\t__proto__\nF\tp\t0\t0\t1\t1\tx\ty\n';
    const { rows } = await convertFiles('ped', { 'a.ped': ped });
    expect(Object.values((await rows('individual'))[0] ?? {})).toEqual(expect.arrayContaining(['x', 'y']));
  });

  it(`a line of descent of ${generations} takes no longer than its length`, { tags: 'long' }, async () => {
    const down = Array.from({ length: generations }, (_, index) => lineOf(index + 1, index + 2)).join('');
    const outcomes = await takeAll([await writeFiles({ 'a.ped': down })]);
    expect(outcomes).toContainEqual(['ped', 'done']);
  });
});
