import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../database/index.ts';
import { openTestDatabase } from '../testing/testDatabase.ts';
import { type Anchor, anchorFile, keepAnchors, readAnchors, readHead, record } from './index.ts';

let folder = '';
let database: Database;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-anchors-'));
  database = await openTestDatabase();
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

it('the end of the chain is written down where it moved: at the start, from time to time, and at the end', async () => {
  const file = anchorFile(folder);
  const said: Anchor[] = [];
  const open = () =>
    keepAnchors({
      db: database.db,
      file,
      clock: () => new Date('2026-05-04T09:30:00Z'),
      everyMs: 3_600_000,
      onAnchor: (anchor) => said.push(anchor),
      onFault: (error) => {
        throw error;
      },
    });
  expect(await readAnchors(file)).toEqual([]);
  const keeper = await open();
  const add = () => record(database.db, { accountId: null, action: 'count' });
  await add();
  await add();
  await keeper.keep();
  await keeper.keep();
  await add();
  await keeper.close();
  await (await open()).close();

  expect((await readAnchors(file)).map(({ id }) => id)).toEqual([2, 3]);
  expect((await readAnchors(file)).at(-1)).toEqual(await readHead(database.db));
  expect(said).toEqual(await readAnchors(file));
  expect(await readFile(file, 'utf8')).toMatch(
    /^\{"at":"2026-05-04T09:30:00.000Z","id":2,"hash":"\w{64}"\}\n/,
  );
  expect((await stat(file)).mode & 0o077).toBe(0);
});

it('an anchor file that was spoiled is refused rather than passed over', async () => {
  const file = path.join(folder, 'spoiled');
  await writeFile(file, '{"at":"2026-05-04T09:30:00Z","id":2,"hash":"a"}\nnonsense\n');
  await expect(readAnchors(file)).rejects.toThrow('line 2 is no anchor');
});
