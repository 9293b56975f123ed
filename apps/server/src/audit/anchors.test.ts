import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../database/index.ts';
import { openTestDatabase } from '../testing/testDatabase.ts';
import {
  type Anchor,
  acceptAnchors,
  anchorFile,
  describeLost,
  keepAnchors,
  loadAnchors,
  loadHead,
  loadWritten,
  record,
} from './index.ts';

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

it('an anchor file that was deleted, cut or made anew is found, also after the next start, until it is accepted', async () => {
  const { db } = database;
  const file = path.join(folder, 'watched');
  const faults: string[] = [];
  const open = () =>
    keepAnchors({
      db,
      file,
      clock: () => new Date('2026-05-04T09:30:00Z'),
      everyMs: 3_600_000,
      onAnchor: () => {},
      onFault: (error) => faults.push(error instanceof Error ? error.message : 'no error'),
    });
  const add = () => record(db, { accountId: null, action: 'count' });
  const lost = async () => describeLost(await loadWritten(db), await loadAnchors(file));
  await acceptAnchors(db, [], { accountId: null });
  const first = await open();
  await add();
  await first.close();
  expect([await lost(), faults]).toEqual([null, []]);
  const whole = await readFile(file, 'utf8');
  const [line = ''] = whole.split('\n');

  await rm(file);
  expect(await lost()).toBe('it was deleted or emptied; 2 anchors were written');
  await (await open()).close();
  expect(faults).toEqual([`${file}: it was deleted or emptied; 2 anchors were written.`]);
  expect(await lost()).toBe('only 1 of 2 anchors are there');
  const second = await open();
  await add();
  await second.close();
  await writeFile(file, `${line}\n${line}\n`);
  expect(await lost()).toBe('its first 2 anchors are not those that were written');

  await acceptAnchors(db, await loadAnchors(file), { accountId: null, operator: 'root' });
  expect(await lost()).toBeNull();
  const { action, operator, detail } = await db
    .selectFrom('audit_event')
    .select(['action', 'operator', 'detail'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect({ action, operator, detail }).toEqual({
    action: 'anchors_accept',
    operator: 'root',
    detail: { anchors: 2, written: 2 },
  });
});

it('an anchor that was written in a crash, before the database knew, is no fault', async () => {
  const anchors = [1, 2, 3].map((id) => ({ id, hash: `${id}`.repeat(64) }));
  await acceptAnchors(database.db, anchors.slice(0, 2), { accountId: null });
  expect(describeLost(await loadWritten(database.db), anchors)).toBeNull();
});

it('an anchor file with a line that is no anchor is refused', async () => {
  const file = path.join(folder, 'spoiled');
  await writeFile(file, '{"at":"2026-05-04T09:30:00Z","id":2,"hash":"a"}\nnonsense\n');
  await expect(loadAnchors(file)).rejects.toThrow('line 2 is no anchor');
});
