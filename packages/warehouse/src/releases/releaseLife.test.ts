import { mkdir, readdir, readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDuckDbWarehouse } from '../openWarehouse.ts';
import { temporaryFolder } from '../testing/temporaryFolder.ts';
import { persons, writeTinyPackage } from '../testing/tinyPackage.ts';
import { tinyWarehouse } from '../testing/tinyWarehouse.ts';
import type { ImportProgress } from './importReport.ts';

const tiny = { tables: [persons()] };
const visible = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name !== '.spill').sort();
const mode = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

describe('a release', () => {
  it('is one private file that appears when it is whole', async () => {
    const { warehouse, folder } = await tinyWarehouse();
    const during: string[][] = [];
    const waits: Promise<void>[] = [];
    const watch = (): void => {
      waits.push(visible(folder).then((names) => void during.push(names)));
    };
    await warehouse.releases.build({
      packagePath: await writeTinyPackage(tiny),
      release: 'release_1',
      onProgress: watch,
    });
    await Promise.all(waits);
    expect(during[0]).toEqual(['.build-release_1']);
    expect(await visible(folder)).toEqual(['release_1.duckdb']);
    expect(await mode(join(folder, 'release_1.duckdb'))).toBe('600');
    expect(await mode(join(folder, '.spill'))).toBe('700');
  });

  it('may be built while another answers, and both answer afterwards', { tags: 'long' }, async () => {
    const { warehouse } = await tinyWarehouse();
    const packagePath = await writeTinyPackage(tiny);
    await warehouse.releases.build({ packagePath, release: 'release_1' });
    await warehouse.questions.open('release_1');
    const count = (release: string) =>
      warehouse.questions.run({ text: `SELECT count(*) AS n FROM "${release}".person`, values: [] });
    const [, during] = await Promise.all([
      warehouse.releases.build({ packagePath, release: 'release_2' }),
      count('release_1'),
    ]);
    await warehouse.questions.open('release_2');
    expect([during, await count('release_1'), await count('release_2')]).toEqual([
      [{ n: 3 }],
      [{ n: 3 }],
      [{ n: 3 }],
    ]);
  });

  it('never changes: a second build of the same name is an error', async () => {
    const { warehouse } = await tinyWarehouse();
    const packagePath = await writeTinyPackage(tiny);
    await warehouse.releases.build({ packagePath, release: 'release_1' });
    await expect(warehouse.releases.build({ packagePath, release: 'release_1' })).rejects.toThrow(
      'exists already',
    );
  });

  it('leaves nothing of a refused, dry or cancelled build', async () => {
    const { warehouse, folder } = await tinyWarehouse();
    const refused = await writeTinyPackage({ tables: [persons(['p1', 'p1'])] });
    await expect(warehouse.releases.build({ packagePath: refused, release: 'a' })).rejects.toThrow(
      'resource person: 2 rows have the primary key (person_id) "•••" (person.csv line 2, person.csv line 3)',
    );
    const packagePath = await writeTinyPackage(tiny);
    const report = await warehouse.releases.build({ packagePath, release: 'b', dryRun: true });
    expect(report.subjects).toBe(3);
    const cancel = new AbortController();
    const stop = ({ phase }: ImportProgress): void => {
      if (phase === 'store') cancel.abort(new Error('enough'));
    };
    const building = warehouse.releases.build({
      packagePath,
      release: 'c',
      onProgress: stop,
      signal: cancel.signal,
    });
    await expect(building).rejects.toThrow('enough');
    expect(await visible(folder)).toEqual([]);
    await expect(warehouse.questions.open('c')).rejects.toThrow();
  });

  it('takes the dataset id that it is given, else the name of the package', { tags: 'long' }, async () => {
    const { warehouse } = await tinyWarehouse();
    const packagePath = await writeTinyPackage({
      ...tiny,
      rest: { title: 'Tiny', version: '3', created: '2026-01-01' },
    });
    const named = await warehouse.releases.build({ packagePath, release: 'a', datasetId: 'mine' });
    const plain = await warehouse.releases.build({ packagePath, release: 'b' });
    expect([named.datasetId, plain.datasetId]).toEqual(['mine', 'tiny']);
    expect((await warehouse.questions.open('a')).dictionary.datasetId).toBe('mine');
    expect(plain.package).toEqual({
      name: 'tiny',
      title: 'Tiny',
      description: '',
      version: '3',
      created: '2026-01-01',
    });
  });

  it('tells how far it is', async () => {
    const { warehouse } = await tinyWarehouse();
    const packagePath = await writeTinyPackage(tiny);
    const told: ImportProgress[] = [];
    await warehouse.releases.build({
      packagePath,
      release: 'a',
      onProgress: (progress) => told.push(progress),
    });
    const { size } = await stat(join(packagePath, 'person.csv'));
    // A slow reading tells of some rows in between.
    const steps = told.filter(({ rows }) => rows === 0 || rows === 3);
    expect(steps.map(({ phase, collection, rows }) => [phase, collection, rows])).toEqual([
      ['check', null, 0],
      ['ontologies', null, 0],
      ['read', 'person', 0],
      ['read', 'person', 3],
      ['store', 'person', 3],
      ['finish', null, 3],
    ]);
    expect(told.at(-1)).toMatchObject({ bytesRead: size, bytesTotal: size });
  });
});

describe('cleaning up', () => {
  const half = async (folder: string): Promise<void> => {
    await mkdir(join(folder, '.build-release_4'));
    await writeFile(join(folder, '.build-release_4', 'release.duckdb'), 'half');
  };

  it('takes out the releases that it is given, open or not, and what a killed import left', async () => {
    const { warehouse, folder } = await tinyWarehouse({ removedFolder: await temporaryFolder() });
    const packagePath = await writeTinyPackage(tiny);
    for (const release of ['release_1', 'release_2', 'release_3'])
      await warehouse.releases.build({ packagePath, release });
    await warehouse.questions.open('release_1');
    await warehouse.questions.open('release_2');
    await half(folder);
    expect(await warehouse.releases.cleanUp(['release_2', 'release_3', 'release_5'])).toEqual([
      'release_2',
      'release_3',
      '.build-release_4',
    ]);
    expect(await visible(folder)).toEqual(['release_1.duckdb']);
    await expect(
      warehouse.questions.run({ text: 'SELECT * FROM release_2.person', values: [] }),
    ).rejects.toThrow();
    expect(
      await warehouse.questions.run({ text: 'SELECT count(*) AS n FROM release_1.person', values: [] }),
    ).toEqual([{ n: 3 }]);
  });

  it('leaves all releases and files that it is not given', async () => {
    const { warehouse, folder } = await tinyWarehouse();
    await warehouse.releases.build({ packagePath: await writeTinyPackage(tiny), release: 'release_1' });
    const names = ['.note', 'release_1.duckdb.wal', 'release_7.duckdb', 'notes.txt'];
    for (const name of names) await writeFile(join(folder, name), name);
    await half(folder);
    expect(await warehouse.releases.cleanUp([])).toEqual(['.build-release_4']);
    expect(await visible(folder)).toEqual([...names, 'release_1.duckdb'].sort());
    expect(await warehouse.releases.list()).toEqual(['release_1', 'release_7']);
  });

  it('keeps a release that it took out for a week, byte for byte', async () => {
    const removedFolder = await temporaryFolder();
    const { warehouse, folder } = await tinyWarehouse({ removedFolder });
    await warehouse.releases.build({ packagePath: await writeTinyPackage(tiny), release: 'release_1' });
    const bytes = await readFile(join(folder, 'release_1.duckdb'));
    expect(await warehouse.releases.cleanUp(['release_1'])).toEqual(['release_1']);
    const [name = ''] = await readdir(removedFolder);
    const age = (days: number) => {
      const then = new Date(Date.now() - days * 24 * 3_600_000);
      return utimes(join(removedFolder, name), then, then);
    };
    await age(6.9);
    await warehouse.releases.cleanUp(['release_1']);
    expect(await readdir(removedFolder)).toEqual([name]);
    expect(bytes.equals(await readFile(join(removedFolder, name, 'release_1.duckdb')))).toBe(true);
    expect(await mode(join(removedFolder, name))).toBe('700');
    await age(7.1);
    await warehouse.releases.cleanUp([]);
    expect(await readdir(removedFolder)).toEqual([]);
  });

  it('spares what is being built', { tags: 'long' }, async () => {
    const { warehouse, folder } = await tinyWarehouse();
    const packagePath = await writeTinyPackage(tiny);
    const cleaned: Promise<readonly string[]>[] = [];
    await warehouse.releases.build({
      packagePath,
      release: 'release_1',
      onProgress: ({ phase }) => {
        if (phase === 'store') cleaned.push(warehouse.releases.cleanUp([]));
      },
    });
    expect(await Promise.all(cleaned)).toEqual([[]]);
    expect(await visible(folder)).toEqual(['release_1.duckdb']);
  });

  it('removes one release, and accepts that there is none', async () => {
    const { warehouse, folder } = await tinyWarehouse();
    await warehouse.releases.build({ packagePath: await writeTinyPackage(tiny), release: 'release_1' });
    await warehouse.questions.open('release_1');
    await warehouse.releases.remove('release_1');
    await warehouse.releases.remove('release_1');
    expect(await visible(folder)).toEqual([]);
  });
});

describe('opening a release', () => {
  it('gives the same dictionary to callers at the same time', async () => {
    const { warehouse } = await tinyWarehouse();
    await warehouse.releases.build({ packagePath: await writeTinyPackage(tiny), release: 'release_1' });
    const [one, two] = await Promise.all([
      warehouse.questions.open('release_1'),
      warehouse.questions.open('release_1'),
    ]);
    expect(one).toBe(two);
  });

  it('refuses a file that is not whole, and tries again at the next call', async () => {
    const folder = await temporaryFolder();
    const first = await openDuckDbWarehouse({ folder });
    const packagePath = await writeTinyPackage(tiny);
    await first.releases.build({ packagePath, release: 'release_1' });
    await first.close();
    const file = join(folder, 'release_1.duckdb');
    await truncate(file, 5000);
    const second = await openDuckDbWarehouse({ folder });
    await expect(second.questions.open('release_1')).rejects.toThrow();
    await second.releases.remove('release_1');
    await second.releases.build({ packagePath, release: 'release_1' });
    expect((await second.questions.open('release_1')).root.id).toBe('person');
    await second.close();
  });

  it('refuses names that could not be a release', async () => {
    const { warehouse } = await tinyWarehouse();
    await expect(warehouse.questions.open('../release')).rejects.toMatchObject({
      cause: { message: expect.stringContaining('no name for a release') },
    });
    await expect(warehouse.releases.remove('a"b')).rejects.toThrow('no name for a release');
  });
});
