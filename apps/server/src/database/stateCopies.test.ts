import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyReadyState } from '../testing/testDatabase.ts';
import { openDatabase } from './openDatabase.ts';
import { copiesFolder, listLosses } from './recoverState.ts';
import { copyState, listCopies } from './stateCopies.ts';

let home = '';
/** A state with three copies, of the hours 1 to 3. The account `ada` is in the last two, the account `late` in none. */
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'atrium-copies-'));
  await copyReadyState(inState());
  const { db, close } = await open();
  const copy = (hour: number) =>
    copyState({ db, folder: copiesFolder(home), clock: () => new Date(Date.UTC(2026, 0, 1, hour)) });
  await copy(1);
  await db.insertInto('account').values(addAccount('ada')).execute();
  await copy(2);
  await copy(3);
  await db.insertInto('account').values(addAccount('late')).execute();
  await close();
});
afterAll(() => rm(home, { recursive: true, force: true }));

const inState = (...names: string[]) => path.join(home, 'state', ...names);
const addAccount = (username: string) => ({ username, password_hash: 'none' });

const losses: string[] = [];
const open = () => openDatabase({ home, databaseUrl: null, onLoss: (sentence) => losses.push(sentence) });

it('the two newest copies are kept', async () => {
  const copies = await listCopies(copiesFolder(home));
  expect(copies.map(({ at }) => at.getUTCHours())).toEqual([3, 2]);
});

it('a database that does not open is put aside, and the newest whole copy is opened, loudly', async () => {
  expect(losses).toEqual([]);
  const copies = await listCopies(copiesFolder(home));
  // The newest copy has lost a line, so the one before is taken.
  const accounts = path.join(copies[0]?.folder ?? '', 'account.ndjson');
  await truncate(accounts, 0);
  await truncate(inState('global', 'pg_control'), 0);
  const refused = openDatabase({ home, databaseUrl: null, mayRecover: false });
  await expect(refused).rejects.toThrow('Start the portal: it opens the newest copy. Nothing was changed.');
  expect(await listLosses(home)).toEqual([]);
  const second = await open();
  const names = await second.db.selectFrom('account').select('username').execute();
  expect(names).toEqual([{ username: 'ada' }]);
  await second.close();
  expect(losses).toEqual([expect.stringContaining('A copy of 2026-01-01T02:00:00.000Z was opened instead')]);
  const entries = await readdir(home);
  expect(entries.filter((name) => name.startsWith('state.broken-'))).toHaveLength(1);
  expect(entries.filter((name) => name.startsWith('state.new-'))).toEqual([]);
  expect(await listLosses(home)).toEqual([
    expect.stringContaining('its copy of 2026-01-01T02:00:00.000Z took its place'),
  ]);
});
