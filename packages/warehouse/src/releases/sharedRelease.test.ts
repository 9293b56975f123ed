import { rm } from 'node:fs/promises';
import { createLookup } from '@atrium/engine';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporaryFolder.ts';
import { persons, toPerson, writeTinyPackage } from '../testing/tinyPackage.ts';
import { tinyWarehouse } from '../testing/tinyWarehouse.ts';
import { type TestWarehouse, testEngines } from '../testing/warehouses.ts';

const tiny = {
  tables: [
    persons(),
    {
      name: 'visit',
      fields: [
        { name: 'person_id', type: 'string' },
        { name: 'tags', type: 'list' },
      ],
      schema: toPerson,
      csv: 'person_id,tags\np1,"a,b"\np3,c\n',
    },
  ],
};
const opened: TestWarehouse[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.discard();
});

describe.each(testEngines)('a release with a dictionary of its own ($engine)', ({ engine, open }) => {
  const longOnPostgres = { tags: engine === 'PostgreSQL' ? ['long'] : [] };
  const build = async () => {
    const store = await open();
    opened.push(store);
    await store.warehouse.releases.build({ packagePath: await writeTinyPackage(tiny), release: 'release_1' });
    const { dictionary } = await store.warehouse.questions.open('release_1');
    const titled = {
      ...dictionary,
      concepts: dictionary.concepts.map((concept) => ({ ...concept, title: `Title of ${concept.id}` })),
    };
    return { ...store, dictionary, titled };
  };
  const rows = (release: string) => ({
    text: `SELECT t.value FROM "${release}"._values_3 AS t
      WHERE t._row IN (SELECT v._row FROM "${release}".visit AS v) ORDER BY t.value`,
    values: [],
  });

  it(
    'reads the rows of the release that it is of, by questions and by streams, also after a restart',
    longOnPostgres,
    async () => {
      const { warehouse, reopen, titled } = await build();
      await warehouse.releases.share({ release: 'release_2', of: 'release_1', dictionary: titled });
      const found = await warehouse.questions.run(rows('release_1'));
      expect(found).toHaveLength(3);
      expect([...(await warehouse.releases.list())].sort()).toEqual(['release_1', 'release_2']);
      await warehouse.close();

      const again = await reopen();
      const lookup = await again.questions.open('release_2');
      expect(lookup.dictionary.concepts.map(({ title }) => title)).toEqual(
        titled.concepts.map(({ title }) => title),
      );
      expect(await again.questions.run(rows('release_2'))).toEqual(found);
      const streamed = [];
      for await (const batch of again.questions.stream(rows('release_2'))) streamed.push(...batch);
      expect(streamed).toEqual(found);
      await again.questions.open('release_1');
      expect(await again.questions.run(rows('release_1'))).toEqual(found);
    },
  );

  it('goes without the other one, and many are opened at once', { tags: 'long' }, async () => {
    const { warehouse, titled } = await build();
    const names = ['release_2', 'release_3', 'release_4', 'release_5', 'release_6'];
    for (const release of names)
      await warehouse.releases.share({ release, of: 'release_1', dictionary: titled });
    await Promise.all(names.map((release) => warehouse.questions.open(release)));
    await warehouse.releases.remove('release_2');
    expect(await warehouse.questions.run(rows('release_3'))).toHaveLength(3);
    expect([...(await warehouse.releases.cleanUp(['release_3', 'release_4']))].sort()).toEqual([
      'release_3',
      'release_4',
    ]);
    expect([...(await warehouse.releases.list())].sort()).toEqual(['release_1', 'release_5', 'release_6']);
    expect(await warehouse.questions.run(rows('release_5'))).toHaveLength(3);
  });

  it(
    'is refused for a dictionary that needs other tables, and for a name that is taken',
    longOnPostgres,
    async () => {
      const { warehouse, dictionary, titled } = await build();
      const [first, ...others] = dictionary.concepts;
      if (first === undefined) throw new Error('The package has concepts.');
      const other = { ...dictionary, concepts: [{ ...first, number: 99, isMultiple: true }, ...others] };
      createLookup(other);
      await expect(
        warehouse.releases.share({ release: 'release_2', of: 'release_1', dictionary: other }),
      ).rejects.toThrow('The data of the release lack _values_99.');
      await expect(
        warehouse.releases.share({ release: 'release_1', of: 'release_1', dictionary: titled }),
      ).rejects.toThrow('exists already');
      expect(await warehouse.releases.list()).toEqual(['release_1']);
    },
  );
});

it('a release whose data are gone cannot be opened', async () => {
  const { warehouse, folder } = await tinyWarehouse({ removedFolder: await temporaryFolder() });
  await warehouse.releases.build({ packagePath: await writeTinyPackage(tiny), release: 'release_1' });
  const { dictionary } = await warehouse.questions.open('release_1');
  await warehouse.releases.share({ release: 'release_2', of: 'release_1', dictionary });
  await warehouse.releases.remove('release_1');
  await rm(`${folder}/release_1.duckdb`, { force: true });
  await expect(warehouse.questions.open('release_2')).rejects.toThrow();
  await expect(warehouse.questions.open('release_2')).rejects.toThrow();
});
