import { mkdir, mkdtemp, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../database/index.ts';
import { beginLog, interruptLog } from '../../operations/index.ts';
import { aloneHere } from '../../portals/index.ts';
import { openTestDatabase } from '../../testing/testDatabase.ts';
import { clearUploads, createUploads } from './uploads.ts';

let folder = '';
let database: Database;
let account = 0;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-uploads-'));
  database = await openTestDatabase();
  const made = await database.db
    .insertInto('account')
    .values({ username: 'sam', password_hash: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  account = made.id;
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

it('what arrived before the sender or the process went away stays, and the rest goes on from there', async () => {
  const { uploads } = open();
  const { id } = await uploads.begin({ id: account }, { name: 'x.zip', size: 8 });
  await expect(uploads.add(id, { offset: 0, bytes: Readable.from(broken('abc')) })).rejects.toThrow(
    'went away',
  );
  await mkdir(path.join(folder, 'left_by_a_killed_process'));

  const { settings, uploads: again } = open();
  await clearUploads(database.db, settings);
  expect(await readdir(folder)).toEqual([id]);
  expect(await again.list()).toMatchObject([{ id, received: 3, isReady: false }]);
  expect(await again.add(id, { offset: 3, bytes: Readable.from([Buffer.from('defgh')]) })).toBe(8);
  const { file } = await again.finish(id).then(() => again.ready(id));
  expect(await readFile(file, 'utf8')).toBe('abcdefgh');
  await expect(again.add(id, { offset: 8, bytes: Readable.from([]) })).rejects.toThrow('whole already');
});

it('a sender who falls silent gets to know what has arrived, and does not keep others from the file (rule 15.60)', async () => {
  const { uploads } = open({ maxSilenceMs: 1 });
  const { id } = await uploads.begin({ id: account }, { name: 'x.zip', size: 6 });
  const bytes = new PassThrough();
  bytes.write('abc');
  expect(await uploads.add(id, { offset: 0, bytes, sha256: 'of all six' })).toBe(3);
  expect(await uploads.add(id, { offset: 3, bytes: Readable.from([Buffer.from('def')]) })).toBe(6);
  await truncate(path.join(folder, id, 'x.zip'), 4);
  await expect(uploads.finish(id)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('4 bytes on the disk'),
  });
  await uploads.remove(id);
});

it('a member of staff has at most 100 files here, and is told how many (rule 8.27)', async () => {
  const { uploads } = open();
  const { held } = await database.db
    .selectFrom('upload')
    .select(({ fn }) => fn.countAll<string>().as('held'))
    .executeTakeFirstOrThrow();
  const rest = Array.from({ length: 100 - Number(held) }, (_, index) => index);
  const made = await Promise.all(rest.map(() => uploads.begin({ id: account }, { name: 'x.zip', size: 1 })));
  const again = () => uploads.begin({ id: account }, { name: 'x.zip', size: 1 });
  await expect(again()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('100') });
  for (const { id } of made) await uploads.remove(id);
  await uploads.remove((await again()).id);
});

it('an import that waited or ran when the process ended is interrupted, and one that ended is not', async () => {
  const entry = { kind: 'import', source: 'x.zip', dataset: null, by: { accountId: account } } as const;
  const waiting = await beginLog(database.db, { ...entry, state: 'waiting' });
  const running = await beginLog(database.db, entry);
  await interruptLog(database.db);
  const done = await beginLog(database.db, entry);
  const rows = await database.db
    .selectFrom('import_log')
    .select(['id', 'state', 'username'])
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { id: waiting, state: 'interrupted', username: 'sam' },
    { id: running, state: 'interrupted', username: 'sam' },
    { id: done, state: 'running', username: 'sam' },
  ]);
});

const open = (given: { readonly maxSilenceMs?: number } = {}) => {
  const settings = { uploadFolder: folder, maxUpload: 1000, packageFolders: [] };
  const portals = aloneHere();
  return {
    settings,
    uploads: createUploads({ db: database.db, clock: () => new Date(), settings, portals, ...given }),
  };
};

/** Bytes whose sender goes away before the end. */
async function* broken(bytes: string): AsyncGenerator<Buffer> {
  yield Buffer.from(bytes);
  throw new Error('The sender went away.');
}
