import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { copyReadyState } from '../testing/testDatabase.ts';
import { openDatabase } from './openDatabase.ts';

let home = '';

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'atrium-database-'));
});

afterEach(() => rm(home, { recursive: true, force: true }));

it('a first start removes the rest of a killed one, and opens no file of its database to others', {
  tags: 'long',
}, async () => {
  await mkdir(join(home, 'state.new-0123456789ab'));
  await writeFile(join(home, 'state.new-0123456789ab', 'PG_VERSION'), '18');
  const steps: string[] = [];
  const { db, close } = await openDatabase({
    home,
    databaseUrl: null,
    onProgress: (line) => steps.push(line),
  });
  expect(await db.selectFrom('dataset').selectAll().execute()).toEqual([]);
  expect(existsSync(join(home, 'state.new-0123456789ab'))).toBe(false);
  expect(steps).toEqual(['creating the state database']);
  await db.insertInto('account').values({ username: 'ada', password_hash: 'x' }).execute();
  await sql`create table scratch as select generate_series(1, 100000) as number`.execute(db);
  await sql`checkpoint`.execute(db);
  expect(await modesBelow(join(home, 'state'))).toEqual([]);
  await close();
  expect(await modesBelow(join(home, 'state'))).toEqual([]);
});

it('no file that its database makes is open to others', async () => {
  await copyReadyState(join(home, 'state'));
  const { db, close } = await openDatabase({ home, databaseUrl: null });
  const before = await readdir(join(home, 'state'), { recursive: true });
  await sql`create table scratch as select 1 as number`.execute(db);
  const after = await readdir(join(home, 'state'), { recursive: true });
  expect(after.length).toBeGreaterThan(before.length);
  await close();
  expect(await modesBelow(join(home, 'state'))).toEqual([]);
});

it('committed rows are there after the database is opened again', async () => {
  await copyReadyState(join(home, 'state'));
  const first = await openDatabase({ home, databaseUrl: null });
  await first.db.insertInto('account').values({ username: 'ada', password_hash: 'x' }).execute();
  await first.close();
  const steps: string[] = [];
  const second = await openDatabase({ home, databaseUrl: null, onProgress: (line) => steps.push(line) });
  expect(await second.db.selectFrom('account').select('username').execute()).toEqual([{ username: 'ada' }]);
  expect(steps).toEqual([]);
  await second.close();
});

async function modesBelow(folder: string): Promise<readonly string[]> {
  const open: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const { mode } = await stat(path);
    if ((mode & 0o077) !== 0) open.push(`${(mode & 0o777).toString(8)} ${path}`);
  }
  return open;
}
