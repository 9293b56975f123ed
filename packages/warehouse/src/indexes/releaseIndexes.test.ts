import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type ReleaseSql, type RowCondition, visibilityOfEverything } from '@atrium/engine';
import { type AnsweringIndex, scratchOfThread } from '@atrium/index';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { buildKernel } from '../../../../tools/buildKernel.mjs';
import { makeIndexHere } from '../indexing/makeIndex.ts';
import { temporaryFolder } from '../testing/temporaryFolder.ts';
import { key, persons, type TinyPackage, toPerson, writeTinyPackage } from '../testing/tinyPackage.ts';
import { type TestEngine, type TestWarehouse, testEngines } from '../testing/warehouses.ts';
import { createReleaseIndexes, type ReleaseIndexes } from './releaseIndexes.ts';
import type { SharedIndex, SharedIndexes } from './sharedIndexes.ts';

/** Every kind of value, texts that databases sort differently, and rows in an order of their own. */
const visits: TinyPackage = {
  tables: [
    persons(),
    {
      name: 'visit',
      fields: [
        key('person_id'),
        { name: 'seen', type: 'date' },
        { name: 'left', type: 'date' },
        { name: 'weight', type: 'number' },
        { name: 'paid', type: 'boolean' },
        { name: 'note', type: 'string' },
        { name: 'drug', type: 'list' },
      ],
      schema: toPerson,
      rest: { atrium: { event: { start: 'seen', end: 'left' } } },
      csv: `person_id,seen,left,weight,paid,note,drug
p3,2020-02-29,2020-03-01,70.5,true,b,x
p1,,,,,B,
p3,1999-12-31,,-0.1,false,é,"x,y"
p1,2001-05-05,2001-05-05,1e300,true,🫀,y
p1,2001-05-04,,0,false,｡,x
`,
    },
  ],
};

let opened: TestWarehouse[] = [];
afterEach(async () => {
  for (const each of opened) await each.discard();
  opened = [];
});

type Options = Parameters<TestEngine['open']>[0];

async function open(engine: TestEngine, options?: Options): Promise<TestWarehouse> {
  await buildKernel();
  const store = await engine.open({ indexes: {}, ...options });
  opened.push(store);
  return store;
}

async function withRelease(engine: TestEngine, options?: Options) {
  const store = await open(engine, options);
  await store.warehouse.releases.build({ packagePath: await writeTinyPackage(visits), release: 'release_1' });
  await store.warehouse.indexes.idle();
  return { ...store, file: join(store.folder, 'release_1.index') };
}

/** The index of a release, when it is there; null before. */
async function found(indexes: ReleaseIndexes, release = 'release_1') {
  expect(indexes.find(release)).toBeNull();
  await indexes.idle();
  const index = indexes.find(release);
  if (index === null) throw new Error(`There is no index: ${JSON.stringify(indexes.state())}`);
  return index;
}

function foundAgain(indexes: ReleaseIndexes) {
  const index = indexes.find('release_1');
  if (index === null) throw new Error('It was loaded when it was made.');
  return index;
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

const countAll = async (index: AnsweringIndex): Promise<number | undefined> => {
  const [counted] = await index.run({ job: 'count', step: { find: 'all' } });
  return counted?.[0];
};

describe.each(testEngines)('the index of a release on $engine', (engine) => {
  const longOnPostgres = { tags: engine.engine === 'PostgreSQL' ? ['long'] : [] };

  it('is made after the import, loaded when it is first wanted, and goes with the release', async () => {
    const { warehouse, file } = await withRelease(engine);
    const { indexes, releases } = warehouse;
    expect(indexes.state()).toMatchObject([{ release: 'release_1', state: 'none', fault: null }]);
    expect(await exists(file)).toBe(true);
    const index = await found(indexes);
    expect(await countAll(index)).toBe(3);
    expect(indexes.state()).toMatchObject([{ release: 'release_1', state: 'ready', rows: 8 }]);
    await releases.remove('release_1');
    expect(await exists(file)).toBe(false);
    expect(indexes.state()).toEqual([]);
    await expect(countAll(index)).rejects.toThrow('is closed');
  });

  it('is shared by a release with another dictionary for the same tables', longOnPostgres, async () => {
    const { warehouse } = await withRelease(engine);
    const { indexes, releases, questions } = warehouse;
    const { dictionary } = await questions.open('release_1');
    const concepts = dictionary.concepts.map((concept) => ({ ...concept, title: 'Another', hasPhi: true }));
    await releases.share({ release: 'release_2', of: 'release_1', dictionary: { ...dictionary, concepts } });
    const other = await found(indexes, 'release_2');
    expect(indexes.find('release_1')).toBe(other);
    const less = { ...dictionary, concepts: dictionary.concepts.slice(0, 3) };
    await releases.share({ release: 'release_3', of: 'release_1', dictionary: less });
    const own = await found(indexes, 'release_3');
    expect(own.index.concepts.size).toBeLessThan(other.index.concepts.size);
    await releases.remove('release_2');
    expect(indexes.find('release_1')).toBe(other);
  });
});

it.runIf(testEngines.length > 1)('an index is the same, whichever database holds the release', async () => {
  const [one, other] = await Promise.all(
    testEngines.map(async (engine) => found((await withRelease(engine)).warehouse.indexes)),
  );
  if (one === undefined || other === undefined) throw new Error('There are two.');
  const { memory, ...header } = one.index;
  const { memory: otherMemory, ...otherHeader } = other.index;
  expect(header).toEqual(otherHeader);
  const bytes = (of: ArrayBufferLike) => Buffer.from(new Uint8Array(of, 0, header.free));
  expect(bytes(memory).equals(bytes(otherMemory))).toBe(true);
});

const [duckDb] = testEngines;
if (duckDb === undefined) throw new Error('There is always DuckDB.');

describe('an index that is not as it should be', () => {
  const expectBuiltAgain = async (_: string, damage: (file: string) => Promise<unknown>): Promise<void> => {
    const { warehouse, reopen, file } = await withRelease(duckDb);
    const whole = await readFile(file);
    await warehouse.close();
    await damage(file);
    const { indexes } = await reopen();
    expect(await countAll(await found(indexes))).toBe(3);
    expect((await readFile(file)).equals(whole)).toBe(true);
  };

  async function changeAByte(file: string): Promise<void> {
    const bytes = await readFile(file);
    const at = bytes.length - 20;
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    await writeFile(file, bytes);
  }

  const builtAgain = 'where it is %s, is built again while statements answer';
  it.each([['damaged', changeAByte]] as const)(builtAgain, expectBuiltAgain);
  it.each([
    ['absent', (file: string) => rm(file)],
    ['cut off', (file: string) => truncate(file, 100)],
    ['of another version', (file: string) => writeFile(file, 'ATRIUM INDEX 00\nand so on')],
  ] as const)(builtAgain, { tags: 'long' }, expectBuiltAgain);

  it('is built again where the process that made it was killed', { tags: 'long' }, async () => {
    const { warehouse, reopen, folder, file } = await withRelease(duckDb);
    await warehouse.close();
    await rm(file);
    const program = join(inject('programs'), 'killedWhileSaving.mjs');
    const killed = promisify(execFile)(process.execPath, [program, file]);
    await expect(killed).rejects.toMatchObject({ signal: 'SIGKILL' });
    expect(await readdir(folder)).toContainEqual(expect.stringMatching(/^release_1\.index\..+\.draft$/));
    const { indexes, releases, questions } = await reopen();
    expect(await releases.list()).toEqual(['release_1']);
    await questions.open('release_1');
    expect(await countAll(await found(indexes))).toBe(3);
  });

  it('is not taken for that of a release that has its name now', async () => {
    const { warehouse, file } = await withRelease(duckDb);
    const former = await readFile(file);
    const saved = await temporaryFolder();
    const parts = await warehouse.releases.save({ release: 'release_1', folder: saved });
    await warehouse.releases.remove('release_1');
    await warehouse.releases.restore({ release: 'release_1', folder: saved }, parts);
    await warehouse.indexes.idle();
    await writeFile(file, former);
    await found(warehouse.indexes);
    expect((await readFile(file)).equals(former)).toBe(false);
  });

  it('is deleted where it belongs to no release, as are those that nobody writes any more', async () => {
    const { warehouse, folder } = await withRelease(duckDb);
    const names = [
      'release_9.index',
      'release_9.index.a.draft',
      'release_1.index.b.draft',
      'release_1.index.c.draft',
    ];
    for (const name of names) await writeFile(join(folder, name), '');
    const hoursAgo = Date.now() / 1000 - 7200;
    await utimes(join(folder, 'release_1.index.b.draft'), hoursAgo, hoursAgo);
    await warehouse.releases.cleanUp([]);
    const left = (await readdir(folder)).filter((name) => name.includes('.index'));
    expect(left.sort()).toEqual(['release_1.index', 'release_1.index.c.draft']);
    const index = await found(warehouse.indexes);
    // Another process builds a release meanwhile, and has removed this one.
    const list = async (): Promise<readonly string[]> => {
      await writeFile(join(folder, 'release_2.index'), '');
      return ['release_2'];
    };
    expect(await warehouse.indexes.cleanUp(list)).toEqual(['release_1']);
    await expect(countAll(index)).rejects.toThrow('is closed');
    expect((await readdir(folder)).filter((name) => name.endsWith('.index'))).toEqual(['release_2.index']);
  });
});

it('the least recently used index is let go for another, but not within a minute', async () => {
  let now = 0;
  const { warehouse } = await withRelease(duckDb, {
    indexes: { maxBytes: scratchOfThread + 1000, now: () => now },
  });
  const { indexes, releases } = warehouse;
  await releases.build({ packagePath: await writeTinyPackage(visits), release: 'release_2' });
  await indexes.idle();
  const first = await found(indexes);
  expect(first.index.free).toBeGreaterThan(500);
  expect(indexes.find('release_2')).toBeNull();
  await indexes.idle();
  expect(indexes.find('release_2')).toBeNull();
  expect(indexes.state().map(({ state }) => state)).toEqual(['ready', 'too_large']);
  now = 61_000;
  await found(indexes, 'release_2');
  expect(indexes.state().map(({ state }) => state)).toEqual(['none', 'ready']);
  await expect(countAll(first)).rejects.toThrow('is closed');
});

it('an index that does not fit with the memory of its threads leaves the others there', async () => {
  const { warehouse } = await withRelease(duckDb, { indexes: { maxBytes: scratchOfThread } });
  expect(warehouse.indexes.find('release_1')).toBeNull();
  await warehouse.indexes.idle();
  expect(warehouse.indexes.state()).toMatchObject([{ state: 'too_large' }]);
});

it('an index is made again when somebody says so, and what is known of one says what lies on the disk', async () => {
  const { warehouse, file } = await withRelease(duckDb);
  const { indexes } = warehouse;
  const former = await stat(file);
  expect(await indexes.look('release_1')).toMatchObject({ state: 'none', fileBytes: former.size });
  const index = await found(indexes);
  const { bytes } = (await indexes.look('release_1')) ?? {};
  expect(indexes.memory()).toMatchObject({ taken: (bytes ?? 0) + scratchOfThread });
  await indexes.rebuild('release_1');
  await expect(countAll(index)).rejects.toThrow('is closed');
  await indexes.idle();
  expect(await countAll(foundAgain(indexes))).toBe(3);
  expect((await stat(file)).mtimeMs).toBeGreaterThan(former.mtimeMs);
  expect(await indexes.look('release_9')).toMatchObject({ state: 'none', fileBytes: null });
});

/** A release whose index cannot be made, and how often that was tried. */
const withoutRoom = async (now: () => number = () => 0) => {
  const lookup = await (await withRelease(duckDb)).warehouse.questions.open('release_1');
  const folder = await temporaryFolder();
  let tries = 0;
  const store = {
    indexFolder: folder,
    describe: async () => ({ lookup, source: null, tables: 'the tables' }),
    makeIndex: async () => {
      tries += 1;
      throw new Error('There is no room on the disk.');
    },
  };
  const indexes = createReleaseIndexes(store, { now });
  const triesAfterBuild = async (): Promise<number> => {
    indexes.build('release_1');
    await indexes.idle();
    return tries;
  };
  return { indexes, folder, triesAfterBuild };
};

it('what fails is tried again after a minute, and after two when it fails again', async () => {
  let now = 0;
  const { indexes, triesAfterBuild } = await withoutRoom(() => now);
  const triesAt = (seconds: number): Promise<number> => {
    now = 1000 * seconds;
    return triesAfterBuild();
  };
  expect(await triesAt(0)).toBe(1);
  expect(indexes.state()).toMatchObject([{ state: 'none', fault: 'There is no room on the disk.' }]);
  expect(await triesAt(59)).toBe(1);
  expect(await triesAt(61)).toBe(2);
  expect(await triesAt(180)).toBe(2);
  expect(await triesAt(182)).toBe(3);
  await indexes.close();
});

/** Processes with folders of their own that share the indexes of one release. */
const withOthers = async () => {
  const { warehouse, folder: warehouseFolder } = await withRelease(duckDb);
  const lookup = await warehouse.questions.open('release_1');
  const place = { kind: 'duckdb', file: join(warehouseFolder, 'release_1.duckdb'), others: [] } as const;
  const common = join(await temporaryFolder(), 'common.index');
  const made: string[] = [];
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
    find: async () => given,
    fetch: async (_, file) => copyFile(common, file),
    put: async ({ file }) => {
      await copyFile(file, common);
      const { size } = await stat(common);
      given = {
        name: 'common',
        bytes: size,
        sha256: createHash('sha256')
          .update(await readFile(common))
          .digest('hex'),
      };
    },
    cleanUp: async () => {},
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
    indexes.share(shared);
    return { indexes, file: join(indexFolder, 'release_1.index') };
  };
  return { open, made, faults, shared, common };
};

it('one of several processes makes an index, also when all want it at once (rule 16.34)', async () => {
  const { open, made, faults, shared, common } = await withOthers();
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
  await two.indexes.rebuild('release_1');
  await two.indexes.idle();
  expect(made.slice(2)).toEqual(['two']);

  // Where the others cannot be reached, it makes its own.
  expect(faults).toEqual([]);
  const four = await open('four');
  const away = async () => Promise.reject(new Error('They are away.'));
  Object.assign(shared, { find: away, put: away, cleanUp: away });
  expect(await countAll(await found(four.indexes))).toBe(3);
  expect(made.slice(3)).toEqual(['four']);
  expect(await four.indexes.cleanUp(async () => ['release_1'])).toEqual([]);
  expect(faults).toMatchObject([...Array(4)].map(() => ({ message: 'They are away.' })));
  for (const { indexes } of [one, two, small, three, four]) await indexes.close();
});

it('an index whose file could not be deleted with its release can be made later', async () => {
  const { indexes, folder, triesAfterBuild } = await withoutRoom();
  const file = join(folder, 'release_1.index');
  await mkdir(file);
  await expect(indexes.remove('release_1')).rejects.toThrow('directory');
  await rm(file, { recursive: true });
  expect(await triesAfterBuild()).toBe(1);
  await indexes.close();
});

it('where an index fails the statement answers, and whoever listens gets the error', async () => {
  const faults: unknown[] = [];
  const onFault = (error: unknown): void => void faults.push(error);
  const { warehouse } = await withRelease(duckDb, { indexes: { onFault } });
  const { questions, indexes } = warehouse;
  const index = await found(indexes);
  vi.spyOn(index, 'run').mockRejectedValue(new TypeError('It cannot be.'));
  const lookup = await questions.open('release_1');
  const { dialect } = questions;
  const release: ReleaseSql = { release: 'release_1', lookup, dialect, visibility: visibilityOfEverything };
  const subject: RowCondition = { kind: 'and', conditions: [] };
  const ask = () => questions.ask({ kind: 'count', plan: { subject, sets: [] } }, release);
  expect(await ask()).toMatchObject([{ count: 3 }]);
  expect(faults).toMatchObject([{ message: 'It cannot be.' }]);
});

it('is made and asked in threads of its own', async () => {
  const program = (name: string): URL => pathToFileURL(join(inject('programs'), `${name}.mjs`));
  const maker = program('makeIndexThread');
  const thread = program('indexThread');
  const { warehouse } = await withRelease(duckDb, { indexes: { maker, thread, threads: 2 } });
  const index = await found(warehouse.indexes);
  expect(await countAll(index)).toBe(3);
});

it('ends with the warehouse, also while it is being made', async () => {
  const { warehouse, reopen, file } = await withRelease(duckDb);
  await warehouse.close();
  await rm(file);
  const again = await reopen();
  again.indexes.build('release_1');
  expect(again.indexes.find('release_1')).toBeNull();
  await again.close();
  expect(again.indexes.find('release_1')).toBeNull();
});
