import { copyFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeIndexHere } from '../indexing/makeIndex.ts';
import { sumOf } from '../releases/savedParts.ts';
import { countAll, exists, found, indexedReleases } from '../testing/indexedRelease.ts';
import { temporaryFolder } from '../testing/temporaryFolder.ts';
import { testEngines } from '../testing/warehouses.ts';
import { createReleaseIndexes } from './releaseIndexes.ts';
import type { SharedIndex, SharedIndexes } from './sharedIndexes.ts';

const [duckDb] = testEngines;
if (duckDb === undefined) throw new Error('There is always DuckDB.');
const withRelease = indexedReleases();

/** Processes with folders of their own that share the indexes of one release. */
const withOthers = async () => {
  const { warehouse, folder: warehouseFolder } = await withRelease(duckDb);
  const lookup = await warehouse.questions.open('release_1');
  const place = { kind: 'duckdb', file: join(warehouseFolder, 'release_1.duckdb'), others: [] } as const;
  const common = join(await temporaryFolder(), 'common.index');
  const made: string[] = [];
  const fetched: string[] = [];
  const listeners = new Map<string, (release: string) => void>();
  let areAway = false;
  const faults: unknown[] = [];
  let given: SharedIndex | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  const shared: SharedIndexes = {
    takeTurn: async () => {
      const before = turn;
      let end = (): void => {};
      turn = new Promise<void>((resolve) => {
        end = resolve;
      });
      await before;
      return async () => end();
    },
    find: async () => {
      if (areAway) throw new Error('They are away.');
      return given;
    },
    fetch: async (_, file) => copyFile(common, file),
    put: async ({ file }) => {
      if (areAway) throw new Error('They are away.');
      await copyFile(file, common);
      given = { name: 'common', ...(await sumOf(common)) };
    },
    tellRemade: () => {},
    onRemade: () => {},
    cleanUp: async () => {
      if (areAway) throw new Error('They are away.');
    },
    onFault: (error) => faults.push(error),
  };
  const open = async (name: string, maxBytes?: number) => {
    const indexFolder = await temporaryFolder();
    const indexes = createReleaseIndexes(
      {
        indexFolder,
        describe: async () => ({ lookup, source: null, tables: 'the tables' }),
        makeIndex: (task, signal) => {
          made.push(name);
          return makeIndexHere({ ...task, place: { ...place, spillFolder: indexFolder } }, signal);
        },
      },
      maxBytes === undefined ? {} : { maxBytes },
    );
    indexes.share({
      ...shared,
      fetch: (...given) => {
        fetched.push(name);
        return shared.fetch(...given);
      },
      tellRemade: (release) => {
        for (const [other, tell] of listeners) if (other !== name) tell(release);
      },
      onRemade: (listener) => listeners.set(name, listener),
    });
    return { indexes, file: join(indexFolder, 'release_1.index') };
  };
  const goAway = (): void => {
    areAway = true;
  };
  return { open, made, fetched, faults, common, goAway };
};

it('one of several processes makes an index, also when all want it at once (rule 16.34)', async () => {
  const { open, made, fetched, faults, common, goAway } = await withOthers();
  const [one, two] = [await open('one'), await open('two')];
  const [first, second] = await Promise.all([found(one.indexes), found(two.indexes)]);
  expect(made).toHaveLength(1);
  expect([await countAll(first), await countAll(second)]).toEqual([3, 3]);

  const small = await open('small', 100);
  expect(small.indexes.find('release_1')).toBeNull();
  await small.indexes.idle();
  expect(small.indexes.state()).toMatchObject([{ state: 'too_large', bytes: (await stat(common)).size }]);
  expect(await exists(small.file)).toBe(false);

  // That of another version is of no use, and is replaced.
  await writeFile(common, 'ATRIUM INDEX 00\nand so on');
  const three = await open('three');
  expect(await countAll(await found(three.indexes))).toBe(3);
  expect(made.slice(1)).toEqual(['three']);
  expect((await readFile(common)).equals(await readFile(one.file))).toBe(true);
  // What one of them is told to make again, the others let go and fetch.
  fetched.length = 0;
  await two.indexes.rebuild('release_1');
  const readyAgain = () => [one, three].map(({ indexes }) => indexes.state()[0]?.state);
  await expect
    .poll(() => [fetched.toSorted(), readyAgain()])
    .toEqual([
      ['one', 'three'],
      ['ready', 'ready'],
    ]);
  await two.indexes.idle();
  await expect(countAll(first)).rejects.toThrow('is closed');
  const again = one.indexes.find('release_1');
  expect(again !== null && (await countAll(again))).toBe(3);
  expect(made.slice(2)).toEqual(['two']);

  // Where the others cannot be reached, it makes its own.
  expect(faults).toEqual([]);
  const four = await open('four');
  goAway();
  expect(await countAll(await found(four.indexes))).toBe(3);
  expect(made.slice(3)).toEqual(['four']);
  expect(await four.indexes.cleanUp(async () => ['release_1'])).toEqual([]);
  expect(faults).toMatchObject([...Array(4)].map(() => ({ message: 'They are away.' })));
  for (const { indexes } of [one, two, small, three, four]) await indexes.close();
});
