import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { kill, spawnProgram, untilLine } from '../testing/childProcess.ts';
import { takeLock } from './lock.ts';
import { thisProcess } from './processIdentity.ts';

let home = '';
let children: ChildProcessWithoutNullStreams[] = [];

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'atrium-lock-'));
});

afterEach(async () => {
  for (const child of children) await kill(child);
  children = [];
  await rm(home, { recursive: true, force: true });
});

it('the lock of a living process is respected, and names where it takes commands', async () => {
  const first = await takeLock(home, 'the portal');
  if (first.kind !== 'taken') throw new Error('not taken');
  const control = { url: 'http://127.0.0.1:4444', secret: 'abc' };
  await first.lock.publish('http://127.0.0.1:3000', control);
  expect(await takeLock(home, 'import')).toEqual({
    kind: 'held',
    pid: process.pid,
    holding: { doing: 'the portal', address: 'http://127.0.0.1:3000', control },
  });
});

it('a released lock can be taken and leaves nothing behind', async () => {
  const first = await takeLock(home, 'the portal');
  if (first.kind === 'taken') await first.lock.release();
  expect(await readdir(path.join(home, 'lock'))).toEqual([]);
  expect((await takeLock(home, 'the portal')).kind).toBe('taken');
});

it('the claim, which holds a secret, can be read by its owner only', async () => {
  await takeLock(home, 'the portal');
  const [name = ''] = await readdir(path.join(home, 'lock'));
  expect((await stat(path.join(home, 'lock', name))).mode & 0o777).toBe(0o600);
});

it('the lock of a killed process is taken over', async () => {
  const owner = ask();
  expect(await answer(owner)).toBe('taken');
  expect((await takeLock(home, 'import')).kind).toBe('held');
  await kill(owner);
  expect((await takeLock(home, 'import')).kind).toBe('taken');
});

it('a process that has the number of a dead holder does not hold its lock', async () => {
  const { system } = thisProcess();
  await leaveClaim({ pid: process.pid, startedAt: '1', system });
  expect((await takeLock(home, 'import')).kind).toBe('taken');
});

it('a holder in another container is respected while its claim is fresh, and not afterwards', async () => {
  const file = await leaveClaim({ pid: 1, startedAt: '1', system: 'elsewhere' });
  expect((await takeLock(home, 'import')).kind).toBe('held');
  const longAgo = new Date(Date.now() - 31_000);
  await utimes(file, longAgo, longAgo);
  expect((await takeLock(home, 'import')).kind).toBe('taken');
});

it('of six processes that find a dead lock at once, exactly one takes it', { tags: 'long' }, async () => {
  const dead = ask();
  expect(await answer(dead)).toBe('taken');
  await kill(dead);
  const answers = await Promise.all(Array.from({ length: 6 }, () => answer(ask())));
  expect(answers.sort()).toEqual(['held', 'held', 'held', 'held', 'held', 'taken']);
});

it('of twenty attempts in one process, exactly one takes it', async () => {
  const attempts = await Promise.all(Array.from({ length: 20 }, () => takeLock(home, 'import')));
  expect(attempts.filter(({ kind }) => kind === 'taken')).toHaveLength(1);
});

function ask(): ChildProcessWithoutNullStreams {
  const child = spawnProgram('testing/holdLock', [home]);
  children.push(child);
  return child;
}

const answer = async (child: ChildProcessWithoutNullStreams) => (await untilLine(child, /taken|held/))[0];

const leaveClaim = async (identity: { pid: number; startedAt: string; system: string }) => {
  const folder = path.join(home, 'lock');
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, [identity.pid, identity.startedAt, identity.system, 'aa'].join('.'));
  await writeFile(file, JSON.stringify({ doing: 'the portal', address: null, control: null }));
  return file;
};
