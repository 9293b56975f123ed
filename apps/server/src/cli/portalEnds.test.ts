import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { takeLock } from '../home/index.ts';
import { isGate } from '../testing/chance.ts';
import { createFakeTerminal } from '../testing/fakeTerminal.ts';
import { runAtrium } from '../testing/runAtrium.ts';
import { atHome, prepareState } from '../testing/testHome.ts';
import { holdHome } from './holdHome.ts';

let folder = '';
let home = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-ends-'));
  home = path.join(folder, 'home');
  await prepareState(home);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('a command whose portal ends, ends with a reason, and leaves the data directory free (rule 15.52)', async () => {
  const portal = await dyingPortal();
  const lock = await hold('the portal');
  await lock.publish('http://127.0.0.1:1', { url: portal.url, secret: 'x' });
  const imported = await atrium(['import', folder]);
  expect([imported.code, imported.stderr]).toEqual([
    1,
    expect.stringMatching(/^The portal ended during the import\. .+ import again\.\n$/),
  ]);
  const added = await atrium(['user', 'add', 'ada', '--no-password']);
  expect(added).toMatchObject({ code: 1, stderr: expect.stringContaining('ended before it said') });
  expect(portal.asked).toBe(2);
  expect(await readdir(path.join(home, 'lock'))).toHaveLength(1);
  await lock.release();
  portal.server.close();
});

it('a start waits for a command that works by itself, and says for which; another portal is refused', async () => {
  const at = path.join(folder, 'waiting');
  const terminal = createFakeTerminal();
  const steps: string[] = [];
  const logged: unknown[] = [];
  const { signal } = new AbortController();
  const parts = {
    config: { home: at },
    stop: { signal },
    terminal: { ...terminal, progress: ({ step }: { readonly step: string }) => void steps.push(step) },
    log: { info: (line: unknown) => void logged.push(line) },
  };
  const command = await hold('atrium import', at);
  const starting = holdHome(parts);
  const waits = `waiting for atrium import (process ${process.pid})`;
  await expect.poll(() => steps.at(-1)).toBe(waits);
  expect(logged).toEqual([waits]);
  await command.release();
  const portal = await starting;
  await expect(holdHome(parts)).rejects.toThrow(/is in use by the portal .process/);
  await portal.release();
});

it('a state database that a newer version has used is one sentence at start and for every command', async () => {
  const at = path.join(folder, 'newer');
  await prepareState(at);
  await atHome({ home: at }, ({ db }) =>
    sql`insert into kysely_migration (name, timestamp) values ('9999_later', 'x')`.execute(db),
  );
  const commands = [
    ['start', '--no-demo'],
    ['audit', 'verify'],
  ];
  for (const args of isGate ? commands.slice(0, 1) : commands) {
    const { code, stderr } = await atrium(args, at);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^(opening the data directory …\n)?The state database cannot be opened\. It was used by a newer version: this one does not know 9999_later\. Run the newer version, or restore the back-up that was made before the upgrade\.\n$/,
    );
  }
});

it('atrium version, and --version, print the version', async () => {
  for (const args of [['version'], ['--version']])
    expect(await atrium(args)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Atrium \d+\.\d+\.\d+\n$/),
    });
});

const atrium = (args: readonly string[], at = home) =>
  runAtrium(args, { env: { ATRIUM_HOME: at, HOST: '', PORT: '0' } });

async function hold(doing: string, at = home) {
  const attempt = await takeLock(at, doing);
  if (attempt.kind !== 'taken') throw new Error('The data directory is in use.');
  return attempt.lock;
}

/** A portal that gets an operation and is killed before it answers. */
async function dyingPortal(): Promise<{ readonly server: Server; readonly url: string; asked: number }> {
  const portal = { server: createServer(), url: '', asked: 0 };
  portal.server.on('request', (request) => {
    portal.asked += 1;
    request.socket.destroy();
  });
  await new Promise<void>((resolve) => portal.server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.int() }).parse(portal.server.address());
  portal.url = `http://127.0.0.1:${port}/`;
  return portal;
}
