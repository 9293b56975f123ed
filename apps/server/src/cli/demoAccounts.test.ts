import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { addAccount, demoPassword } from '../access/index.ts';
import { kill, spawnProgram, untilEnd, untilLine } from '../testing/childProcess.ts';
import { atHome, prepareState } from '../testing/testHome.ts';

let folder = '';
let home = '';
let running: ChildProcessWithoutNullStreams[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-demo-accounts-'));
  home = path.join(folder, 'home');
  await prepareState(home);
});
afterEach(async () => {
  for (const child of running) await kill(child);
  running = [];
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const reply = z.object({ second_step: z.string().nullable() });

it('a portal requires a second factor as its setting says, and keeps its key over a start', {
  tags: 'long',
}, async () => {
  const lenient = start({ ATRIUM_SECOND_FACTOR: '' });
  const open = await untilReady(lenient);
  expect([await secondStep(open, 'curator'), await secondStep(open, 'analyst')]).toEqual([null, null]);
  await kill(lenient);
  const file = path.join(home, 'seal.key');
  const key = await readFile(file, 'utf8');
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const unreadable = start({ ATRIUM_SECOND_FACTOR: 'everyone' });
  const warned = new Promise<void>((resolve) => {
    let output = '';
    unreadable.stderr.on('data', (chunk) => {
      output += chunk;
      if (output.includes('ATRIUM_SECOND_FACTOR must be nobody, staff, staff-and-phi.')) resolve();
    });
  });
  const strict = await untilReady(unreadable);
  await warned;
  expect([await secondStep(strict, 'curator'), await secondStep(strict, 'analyst')]).toEqual([
    'set_up',
    null,
  ]);
  expect(await readFile(file, 'utf8')).toBe(key);
});

async function expectRefused(at: string, accountsHave: string): Promise<void> {
  const refused = await untilEnd(start({ ATRIUM_TRUST_PROXY: 'true' }, at));
  expect(refused.code).not.toBe(0);
  expect(refused.stdout + refused.stderr).toContain(`${accountsHave} the password`);
}

it('a data directory with one demo account is not served to people elsewhere', { tags: 'long' }, async () => {
  const at = path.join(folder, 'one');
  await prepareState(at);
  await atHome({ home: at }, ({ db }) => addAccount(db, { username: 'curator', password: demoPassword }));
  await expectRefused(at, 'account curator has');
});

it('a data directory with demo accounts is not served to people elsewhere, and one made for them has none', {
  tags: 'long',
}, async () => {
  await expectRefused(home, 'accounts researcher, analyst, curator have');

  const elsewhere = path.join(folder, 'elsewhere');
  await prepareState(elsewhere);
  const outer = start({ ATRIUM_TRUST_PROXY: 'true' }, elsewhere);
  const [line, address = ''] = await untilLine(outer, /ready at (http:\S+)\n[\s\S]*--level phi/);
  expect(line).not.toContain('atrium-demo');
  expect((await signIn(address, 'curator')).status).toBe(401);
});

/** Starts a portal with a small demo. */
function start(environment: Readonly<Record<string, string>>, at = home): ChildProcessWithoutNullStreams {
  const env = { ATRIUM_HOME: at, HOST: '', ...environment };
  const child = spawnProgram('testing/startSmall', ['40'], { env });
  running.push(child);
  return child;
}

async function untilReady(child: ChildProcessWithoutNullStreams): Promise<string> {
  const [, address = ''] = await untilLine(child, /ready at (http:\S+)/);
  return address;
}

const signIn = (address: string, username: string) =>
  fetch(`${address}/api/v2/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'atrium-demo' }),
  });

const secondStep = async (address: string, username: string): Promise<string | null> =>
  reply.parse(await (await signIn(address, username)).json()).second_step;
