import { appendFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporaryFolder.ts';
import { persons, toPerson, writeTinyPackage } from '../testing/tinyPackage.ts';
import { type TestWarehouse, testEngines } from '../testing/warehouses.ts';

const tiny = {
  tables: [
    persons(),
    {
      name: 'visit',
      fields: [
        { name: 'person_id', type: 'string' },
        { name: 'weight', type: 'number' },
        { name: 'note', type: 'string' },
      ],
      schema: toPerson,
      csv: 'person_id,weight,note\np1,0.1,"tab\there, back\\slash"\np3,1e300,"two\nlines"\np3,,\n',
    },
  ],
};
const opened: TestWarehouse[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.discard();
});

const visits = (release: string) => ({
  text: `SELECT * FROM "${release}".visit ORDER BY _row`,
  values: [],
});

describe.each(testEngines)('a saved release ($engine)', ({ open }) => {
  const fresh = async () => {
    const store = await open();
    opened.push(store);
    return store.warehouse;
  };
  const saved = async () => {
    const warehouse = await fresh();
    await warehouse.build({ packagePath: await writeTinyPackage(tiny), release: 'release_1' });
    const { dictionary } = await warehouse.open('release_1');
    await warehouse.share({ release: 'release_2', of: 'release_1', dictionary });
    const folders = { release_1: await temporaryFolder(), release_2: await temporaryFolder() };
    const parts = {
      release_1: await warehouse.save({ release: 'release_1', folder: folders.release_1 }),
      release_2: await warehouse.save({ release: 'release_2', folder: folders.release_2 }),
    };
    return { warehouse, folders, parts };
  };

  it('is restored elsewhere with the same rows, and saved there again is the same bytes', async () => {
    const { warehouse, folders, parts } = await saved();
    const other = await fresh();
    for (const release of ['release_1', 'release_2'] as const) {
      await other.restore({ release, folder: folders[release] }, parts[release]);
      const again = await temporaryFolder();
      expect(await other.save({ release, folder: again })).toEqual(parts[release]);
    }
    for (const release of ['release_1', 'release_2']) {
      await warehouse.open(release);
      await other.open(release);
      expect(await other.run(visits(release))).toEqual(await warehouse.run(visits(release)));
      expect(await other.run(visits(release))).toHaveLength(3);
    }
  });

  it('is refused where a file is not as it was saved, and nothing is made', async () => {
    const { folders, parts } = await saved();
    const other = await fresh();
    const folder = folders.release_1;
    const table = parts.release_1.find(({ rows }) => rows === 3)?.file ?? 'release.duckdb';
    const restore = () => other.restore({ release: 'release_1', folder }, parts.release_1);
    await appendFile(join(folder, table), 'x');
    await expect(restore()).rejects.toThrow();
    expect(await other.list()).toEqual([]);
    await writeFile(join(folder, table), '');
    await expect(restore()).rejects.toThrow(/instead of/);
    expect(await other.list()).toEqual([]);
  });

  it('that is removed while it is held is gone for all, and can be saved until the hold ends', async () => {
    const warehouse = await fresh();
    await warehouse.build({ packagePath: await writeTinyPackage(tiny), release: 'release_1' });
    const end = warehouse.hold();
    await warehouse.remove('release_1');
    expect(await warehouse.list()).toEqual([]);
    const folder = await temporaryFolder();
    await warehouse.save({ release: 'release_1', folder });
    expect((await readdir(folder)).length).toBeGreaterThan(0);
    await end();
    await expect(warehouse.save({ release: 'release_1', folder: await temporaryFolder() })).rejects.toThrow();
  });
});
