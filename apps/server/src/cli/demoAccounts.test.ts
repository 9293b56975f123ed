import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { kill, spawnProgram, untilEnd, untilLine } from '../testing/childProcess.ts';

let home = '';
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'atrium-demo-accounts-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const start = (environment: Readonly<Record<string, string>>) =>
  spawnProgram('testing/startSmall', ['40'], { env: { ATRIUM_HOME: home, HOST: '', ...environment } });

const signIn = (address: string) =>
  fetch(`${address}/api/v2/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'curator', password: 'atrium-demo' }),
  });

test('a data directory with demo accounts is not served to people elsewhere, and one made for them has none', {
  timeout: 240_000,
}, async () => {
  const own = start({});
  const [, ownAddress = ''] = await untilLine(own, /ready at (http:\S+)/);
  expect((await signIn(ownAddress)).status).toBe(200);
  await kill(own);

  const refused = await untilEnd(start({ ATRIUM_TRUST_PROXY: 'true' }));
  expect(refused.code).not.toBe(0);
  expect(refused.stdout + refused.stderr).toContain('researcher, analyst, curator have the password');

  await rm(home, { recursive: true, force: true });
  const outer = start({ ATRIUM_TRUST_PROXY: 'true' });
  const [said, outerAddress = ''] = await untilLine(outer, /ready at (http:\S+)\n[\s\S]*--level phi/);
  expect(said).not.toContain('atrium-demo');
  expect((await signIn(outerAddress)).status).toBe(401);
  await kill(outer);
});
