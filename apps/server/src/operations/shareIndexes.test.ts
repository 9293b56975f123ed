import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { aloneHere } from '../portals/index.ts';
import { openTestBucket } from '../testing/testBucket.ts';
import { openTestDatabase } from '../testing/testDatabase.ts';
import { storageOfIndexes } from './indexStorage.ts';
import { shareIndexes } from './shareIndexes.ts';

it('the index of a release lies in a bucket whole or not at all, and goes with its release (rule 16.35)', async () => {
  const bucket = await openTestBucket();
  onTestFinished(bucket.close);
  const { db, close } = await openTestDatabase();
  onTestFinished(close);
  const folder = path.join(bucket.folder, 'local');
  await mkdir(folder);
  const faults: unknown[] = [];
  const shared = shareIndexes({
    db,
    portals: aloneHere(),
    storage: await storageOfIndexes(db, {
      bucket: { ...bucket.settings, prefix: 'indexes/' },
      sharedFolder: folder,
    }),
    onFault: (error) => faults.push(error),
  });
  const { signal } = new AbortController();
  const [release, tables] = ['release_1', 'the tables'];
  const [file, copy] = [path.join(folder, 'one'), path.join(folder, 'two')];
  await writeFile(file, Buffer.alloc(3_000_000, 'index'));
  expect(await shared.find({ release, tables })).toBeNull();
  await shared.put({ release, file, tables }, signal);
  const found = await shared.find({ release, tables });
  expect(found).toMatchObject({ bytes: 3_000_000 });
  expect(await shared.find({ release, tables: 'others' })).toBeNull();
  if (found === null) throw new Error('It was put there.');
  await shared.fetch(found, copy, signal);
  expect((await readFile(copy)).equals(await readFile(file))).toBe(true);
  await rm(copy);
  await expect(shared.fetch({ ...found, sha256: 'another' }, copy, signal)).rejects.toThrow('check sum');
  expect(await readdir(folder)).toEqual(['one']);

  await writeFile(file, 'another');
  await shared.put({ release, file, tables }, signal);
  await expect(shared.fetch(found, copy, signal)).rejects.toThrow('404');
  const [now] = await db.selectFrom('shared_index').selectAll().execute();
  await shared.cleanUp(async () => [release]);
  expect(await shared.find({ release, tables })).toMatchObject({ name: now?.name });
  await shared.cleanUp(async () => []);
  expect(await shared.find({ release, tables })).toBeNull();
  await expect(shared.fetch({ ...found, name: now?.name ?? '' }, copy, signal)).rejects.toThrow('404');
  expect(faults).toEqual([]);
});
