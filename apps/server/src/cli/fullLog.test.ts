import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { takeLock } from '../home/index.ts';
import { openQuickHome, type QuickHome } from '../testing/testHome.ts';

/** Takes no byte, as a full disk. */
const full = '/dev/full';

let home: QuickHome;
let portal: ChildProcess | undefined;
beforeEach(async () => {
  home = await openQuickHome(await mkdtemp(path.join(tmpdir(), 'atrium-log-')));
});
afterEach(async () => {
  if (portal?.exitCode === null) {
    const gone = once(portal, 'exit');
    portal.kill('SIGKILL');
    await gone;
  }
  await home.discard();
});

const addressOf = async (): Promise<string> => {
  const attempt = await takeLock(home.home, 'a test');
  if (attempt.kind === 'taken') {
    await attempt.lock.release();
    throw new Error('The portal has not begun.');
  }
  const { address } = attempt.holding;
  if (address === null) throw new Error('The portal has no address yet.');
  return address;
};

const itWhereFull = it.skipIf(!existsSync(full));
const name = 'a portal whose log finds no room answers without it, in %s (rule 9.17)';
itWhereFull.each(['json'])(name, answersWithoutLog);
itWhereFull.each(['text'])(name, { tags: 'long' }, answersWithoutLog);

async function answersWithoutLog(format: string): Promise<void> {
  const { NODE_OPTIONS: _options, DATABASE_URL: _url, ...inherited } = process.env;
  const output = openSync(full, 'w');
  portal = spawn(
    process.execPath,
    ['--liftoff-only', path.join(inject('programs'), 'main.mjs'), 'start', '--no-demo', '--port', '0'],
    {
      env: { ...inherited, ...home.env, HOST: '', ATRIUM_LOG_FORMAT: format },
      stdio: ['ignore', output, output],
    },
  );
  closeSync(output);
  await vi.waitFor(() => expect(existsSync(path.join(home.home, 'lock'))).toBe(true), { timeout: 240_000 });
  const address = await vi.waitFor(addressOf, { timeout: 240_000, interval: 200 });
  for (let turn = 0; turn < 5; turn += 1) {
    const replies = await Promise.all(['/readyz', '/api/v2/dataset/'].map((url) => fetch(address + url)));
    expect(replies.map(({ status }) => status)).toEqual([200, 401]);
  }
  expect(portal.exitCode).toBeNull();
}
