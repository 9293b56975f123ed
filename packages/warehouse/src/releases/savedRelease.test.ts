import { appendFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporaryFolder.ts';
import { persons, toPerson, writeTinyPackage } from '../testing/tinyPackage.ts';
import { type TestWarehouse, testEngines } from '../testing/warehouses.ts';
import type { SavedPart } from './savedParts.ts';
import { linesOf, requireSameRows } from './savedTables.ts';
import type { Warehouse } from './warehouse.ts';

const tiny = {
  tables: [
    persons(),
    {
      name: 'visit',
      fields: [
        { name: 'person_id', type: 'string' },
        { name: 'weight', type: 'number' },
        { name: 'note', type: 'string' },
        { name: 'day', type: 'date' },
        { name: 'is_done', type: 'boolean' },
        { name: 'drug', type: 'list' },
      ],
      schema: toPerson,
      csv: 'person_id,weight,note,day,is_done,drug\np1,0.1,"tab\there, back\\slash\\n\u2028\f",2019-02-28,true,"y,x"\np3,1e300,"two\nlines",0999-12-31,false,\np3,,,,,\n',
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

describe.each(testEngines)('a saved release ($engine)', ({ engine, open }) => {
  const longOnPostgres = { tags: engine === 'PostgreSQL' ? ['long'] : [] };

  const fresh = async () => {
    const store = await open();
    opened.push(store);
    return store.warehouse;
  };
  const saved = async () => {
    const warehouse = await fresh();
    await warehouse.releases.build({ packagePath: await writeTinyPackage(tiny), release: 'release_1' });
    const { dictionary } = await warehouse.questions.open('release_1');
    await warehouse.releases.share({ release: 'release_2', of: 'release_1', dictionary });
    const folders = { release_1: await temporaryFolder(), release_2: await temporaryFolder() };
    const parts = {
      release_1: await warehouse.releases.save({ release: 'release_1', folder: folders.release_1 }),
      release_2: await warehouse.releases.save({ release: 'release_2', folder: folders.release_2 }),
    };
    return { warehouse, folders, parts };
  };

  it('is restored elsewhere with the same rows, and saved there again is the same bytes', async () => {
    const { warehouse, folders, parts } = await saved();
    const other = await fresh();
    for (const release of ['release_1', 'release_2'] as const) {
      await other.releases.restore({ release, folder: folders[release] }, parts[release]);
      const again = await temporaryFolder();
      expect(await other.releases.save({ release, folder: again })).toEqual(parts[release]);
    }
    for (const release of ['release_1', 'release_2']) {
      await warehouse.questions.open(release);
      await other.questions.open(release);
      expect(await other.questions.run(visits(release))).toEqual(
        await warehouse.questions.run(visits(release)),
      );
      expect(await other.questions.run(visits(release))).toHaveLength(3);
    }
  });

  it('is refused where a file is not as it was saved, and nothing is made', longOnPostgres, async () => {
    const { folders, parts } = await saved();
    const other = await fresh();
    const folder = folders.release_1;
    const table = parts.release_1.find(({ rows }) => rows === 3)?.file ?? 'release.duckdb';
    const restore = () => other.releases.restore({ release: 'release_1', folder }, parts.release_1);
    await appendFile(join(folder, table), 'x');
    await expect(restore()).rejects.toThrow();
    expect(await other.releases.list()).toEqual([]);
    await writeFile(join(folder, table), '');
    await expect(restore()).rejects.toThrow(/instead of/);
    expect(await other.releases.list()).toEqual([]);
  });

  it(
    'that is removed while it is held is gone for all, and can be saved until the hold ends',
    longOnPostgres,
    async () => {
      const warehouse = await fresh();
      await warehouse.releases.build({ packagePath: await writeTinyPackage(tiny), release: 'release_1' });
      const end = await warehouse.releases.hold();
      await warehouse.releases.remove('release_1');
      expect(await warehouse.releases.list()).toEqual([]);
      const folder = await temporaryFolder();
      await warehouse.releases.save({ release: 'release_1', folder });
      expect((await readdir(folder)).length).toBeGreaterThan(0);
      await end();
      await expect(
        warehouse.releases.save({ release: 'release_1', folder: await temporaryFolder() }),
      ).rejects.toThrow();
    },
  );
});

/** Each beside its row, where that lies. */
async function drugsIn({ questions }: Warehouse, release: string) {
  const { dictionary } = await questions.open(release);
  const { number } = dictionary.concepts.find(({ isMultiple }) => isMultiple) ?? {};
  const besides = questions.dialect.isDistributed ? 'AND d._subject = v._subject' : '';
  const text = `SELECT v._row, d.value FROM "${release}".visit AS v
    JOIN "${release}"._values_${number} AS d ON d._row = v._row ${besides} ORDER BY 1, 2`;
  return questions.run({ text, values: [] });
}

const isHere = (name: string): boolean => testEngines.some(({ engine }) => engine === name);

describe.skipIf(!isHere('PostgreSQL'))('a release that moves to a warehouse of another engine', () => {
  const fresh = async (engine: string) => {
    const store = await testEngines.find((one) => one.engine === engine)?.open();
    if (store === undefined) throw new Error(`${engine} is not there`);
    opened.push(store);
    return store.warehouse;
  };
  const releases = ['release_1', 'release_2'] as const;
  const filled = async (engine: string) => {
    const warehouse = await fresh(engine);
    await warehouse.releases.build({ packagePath: await writeTinyPackage(tiny), release: 'release_1' });
    const { dictionary } = await warehouse.questions.open('release_1');
    await warehouse.releases.share({ release: 'release_2', of: 'release_1', dictionary });
    return warehouse;
  };
  const move = async (from: Warehouse, to: Warehouse) => {
    const parts = new Map<string, readonly SavedPart[]>();
    for (const release of releases) {
      const folder = await temporaryFolder();
      const saved = await from.releases.save({ release, folder });
      await to.releases.restore({ release, folder }, saved);
      parts.set(release, saved);
    }
    return parts;
  };

  const moved = 'from %s to %s has the same rows and the same dictionary, also of a shared release';
  it.each([['DuckDB', 'PostgreSQL']])(moved, expectMoved);
  it.each([['PostgreSQL', 'DuckDB']])(moved, { tags: 'long' }, expectMoved);
  const ofCitus = ['DuckDB', 'PostgreSQL'].flatMap((one) => [
    [one, 'Citus'],
    ['Citus', one],
  ]);
  it.skipIf(!isHere('Citus')).each(ofCitus)(moved, expectMoved);

  async function expectMoved(a: string, b: string): Promise<void> {
    const [from, to] = [await filled(a), await fresh(b)];
    await move(from, to);
    expect((await to.releases.list()).toSorted()).toEqual([...releases]);
    for (const release of releases) {
      expect((await to.questions.open(release)).dictionary).toEqual(
        (await from.questions.open(release)).dictionary,
      );
      expect(await to.questions.run(visits(release))).toEqual(await from.questions.run(visits(release)));
      expect(await to.questions.run(visits(release))).toHaveLength(3);
      expect(await drugsIn(to, release)).toEqual([
        { _row: 1, value: 'x' },
        { _row: 1, value: 'y' },
      ]);
    }
  }

  it('is saved there in the same bytes as one that was built there', { tags: 'long' }, async () => {
    const [files, server] = [await fresh('DuckDB'), await fresh('PostgreSQL')];
    const built = await filled('PostgreSQL');
    const before = await move(built, files);
    expect(await move(files, server)).not.toEqual(before);
    expect(await move(server, await fresh('PostgreSQL'))).toEqual(before);
  });

  it('is refused where a row differs, and nothing is made', async () => {
    const [from, to] = [await filled('PostgreSQL'), await fresh('DuckDB')];
    const folder = await temporaryFolder();
    const parts = await from.releases.save({ release: 'release_1', folder });
    const table = parts.find(({ rows }) => rows === 3)?.file ?? '';
    await appendFile(join(folder, table), '\n');
    await expect(to.releases.restore({ release: 'release_1', folder }, parts)).rejects.toThrow(/instead of/);
    expect(await to.releases.list()).toEqual([]);
  });
});

describe('a comparison of saved rows', () => {
  const types = ['character varying', 'double precision', 'boolean'];
  const compare = (left: string, right: string) =>
    requireSameRows({ table: 'visit', types }, linesOf(textOf(left)), linesOf(textOf(right)));
  async function* textOf(text: string) {
    yield Buffer.from(text.slice(0, 3));
    yield Buffer.from(text.slice(3));
  }
  it('takes two spellings of a number and of a truth value for the same, and nothing else', async () => {
    await compare('a\\tb\t1e300\ttrue\n', 'a\\tb\t1e+300\tt\n');
    for (const other of [
      'a\tb\t1e300\ttrue\n',
      'a\\tb\t1e301\tt\n',
      'a\\tb\t1e300\tf\n',
      'a\\tb\t\\N\tt\n',
      '',
    ])
      await expect(compare('a\\tb\t1e300\ttrue\n', other)).rejects.toThrow('visit');
  });
});
