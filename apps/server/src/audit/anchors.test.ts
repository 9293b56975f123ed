import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../database/index.ts';
import { openTestDatabase } from '../testing/testDatabase.ts';
import { type Anchor, anchorFile, keepAnchors, loadAnchors, loadHead, record } from './index.ts';

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

it('the head is written down if it has changed: at the start, from time to time, and at the end', async () => {
  const file = anchorFile(folder);
  const kept: Anchor[] = [];
  const open = () =>
    keepAnchors({
      db: database.db,
      file,
      clock: () => new Date('2026-05-04T09:30:00Z'),
      everyMs: 3_600_000,
      onAnchor: (anchor) => kept.push(anchor),
      onFault: (error) => {
        throw error;
      },
    });
  expect(await loadAnchors(file)).toEqual([]);
  const keeper = await open();
  const add = () => record(database.db, { accountId: null, action: 'count' });
  await add();
  await add();
  await keeper.keep();
  await keeper.keep();
  await add();
  await keeper.close();
  await (await open()).close();

  expect((await loadAnchors(file)).map(({ id }) => id)).toEqual([2, 3]);
  expect((await loadAnchors(file)).at(-1)).toEqual(await loadHead(database.db));
  expect(kept).toEqual(await loadAnchors(file));
  expect(await readFile(file, 'utf8')).toMatch(
    /^\{"at":"2026-05-04T09:30:00.000Z","id":2,"hash":"\w{64}"\}\n/,
  );
  expect((await stat(file)).mode & 0o077).toBe(0);
});

it('an anchor file with a line that is no anchor is refused', async () => {
  const file = path.join(folder, 'spoiled');
  await writeFile(file, '{"at":"2026-05-04T09:30:00Z","id":2,"hash":"a"}\nnonsense\n');
  await expect(loadAnchors(file)).rejects.toThrow('line 2 is no anchor');
});
