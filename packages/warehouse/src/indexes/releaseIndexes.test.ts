import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type ReleaseSql, type RowCondition, visibilityOfEverything } from '@atrium/engine';
import { scratchOfThread } from '@atrium/index';
import { describe, expect, inject, it, vi } from 'vitest';
import { countAll, exists, found, indexedReleases, visits } from '../testing/indexedRelease.ts';
import { temporaryFolder } from '../testing/temporaryFolder.ts';
import { writeTinyPackage } from '../testing/tinyPackage.ts';
import { testEngines } from '../testing/warehouses.ts';
import { createReleaseIndexes, type ReleaseIndexes } from './releaseIndexes.ts';

const withRelease = indexedReleases();

function foundAgain(indexes: ReleaseIndexes) {
  const index = indexes.find('release_1');
  if (index === null) throw new Error('It was loaded when it was made.');
  return index;
}

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
