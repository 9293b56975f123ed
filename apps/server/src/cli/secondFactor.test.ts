import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { kill, spawnProgram, untilLine } from '../testing/childProcess.ts';

let home = '';
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'atrium-second-factor-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

/** Starts a portal with a small demo; `warned` waits for a warning that holds the text. */
function start(secondFactor: string) {
  const env = { ATRIUM_HOME: home, HOST: '', ATRIUM_SECOND_FACTOR: secondFactor };
  const child = spawnProgram('testing/startSmall', ['40'], { env });
  const warned = (text: string) =>
    new Promise<void>((resolve) => {
      let said = '';
      child.stderr.on('data', (chunk) => {
        said += chunk;
        if (said.includes(text)) resolve();
      });
    });
  return { child, warned, ready: untilLine(child, /ready at (http:\S+)/) };
}

const secondStep = async (address: string, username: string): Promise<unknown> => {
  const reply = await fetch(`${address}/api/v2/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'atrium-demo' }),
  });
  return (await reply.json()).second_step;
};

test('a portal requires a second factor as its setting says, and keeps its key over a start', {
  timeout: 240_000,
}, async () => {
  const lenient = start('');
  const [, open = ''] = await lenient.ready;
  expect([await secondStep(open, 'curator'), await secondStep(open, 'analyst')]).toEqual([null, null]);
  await kill(lenient.child);
  const file = path.join(home, 'seal.key');
  const key = await readFile(file, 'utf8');
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const unreadable = start('everyone');
  const warning = unreadable.warned('ATRIUM_SECOND_FACTOR must be nobody, staff, staff-and-phi.');
  const [, strict = ''] = await unreadable.ready;
  await warning;
  expect([await secondStep(strict, 'curator'), await secondStep(strict, 'analyst')]).toEqual([
    'set_up',
    null,
  ]);
  expect(await readFile(file, 'utf8')).toBe(key);
  await kill(unreadable.child);
});
