import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { persons, type TinyPackage, toPerson, writeTinyPackage } from './testing/tinyPackage.ts';
import { type TestWarehouse, testEngines } from './testing/warehouses.ts';

const long = 'é'.repeat(5000);
const words = ['select', 'order', 'table', 'user', 'rowid', 'value', 'code'];

/** Concepts and a collection with names that mean something to a database, and a text longer than old columns were. */
const awkward: TinyPackage = {
  tables: [
    persons(),
    {
      name: 'group',
      fields: [
        { name: 'person_id', type: 'string', atrium: { publish: false } },
        ...words.map((name) => ({ name, type: 'string', atrium: { id: name } })),
      ],
      schema: toPerson,
      csv: `person_id,${words.join(',')}\np1,${words.map((word) => (word === 'user' ? long : word)).join(',')}\n`,
    },
  ],
};

describe.each(testEngines)('a release on $engine', ({ open }) => {
  let test: TestWarehouse;
  beforeEach(async () => {
    test = await open();
  });
  afterEach(() => test.discard());

  it('keeps long texts whole, and concepts whose names the database knows', async () => {
    await test.warehouse.releases.build({
      packagePath: await writeTinyPackage(awkward),
      release: 'release_1',
    });
    await test.warehouse.questions.open('release_1');
    const list = words.map((word) => `"${word}"`).join(', ');
    const text = `SELECT ${list} FROM "release_1"."group"`;
    const [row] = await test.warehouse.questions.run({ text, values: [] });
    expect(Object.values(row ?? {})).toEqual(words.map((word) => (word === 'user' ? long : word)));
  });
});
