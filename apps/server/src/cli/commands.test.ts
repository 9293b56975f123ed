import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kill, spawnProgram, untilEnd, untilLine } from '../testing/childProcess.ts';
import { datasetsOf, signInAt } from '../testing/httpCaller.ts';
import { inFolder, type Run, runAtrium } from '../testing/runAtrium.ts';
import { openInSmall, writeSmallPackage } from '../testing/smallPackage.ts';
import { openQuickHome, type QuickHome } from '../testing/testHome.ts';

/** What an import of the small package confirms (rule 10.28). */
const confirmed = openInSmall.flatMap((field) => ['--open-identifier', field]);
const password = 'enchantress of numbers';

let folder = '';
let smallPackage = '';
let home: QuickHome;
let portal: ChildProcessWithoutNullStreams | undefined;
let address = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-commands-'));
  smallPackage = await writeSmallPackage(folder);
  home = await openQuickHome(path.join(folder, 'home'));
  const filling: readonly Run[] = [
    await atrium(['user', 'add', 'ada', '--password-stdin'], `${password}\n`),
    await atrium(['import', 'small', '--dataset', 'mine', ...confirmed]),
    await atrium(['grant', 'ada', 'mine', '--level', 'deid']),
  ];
  expect(filling.map(({ code }) => code)).toEqual([0, 0, 0]);
});

afterAll(async () => {
  if (portal !== undefined) await kill(portal);
  await home.discard();
  await rm(folder, { recursive: true, force: true });
});

it('the commands fill a data directory that no portal has served yet', { tags: 'long' }, async () => {
  const atrium = (args: readonly string[], input = '') => atriumIn(freshEnv(), args, input);
  const add = ['user', 'add', 'ada', '--full-name', 'Ada L', '--password-stdin'];
  const adding = spawnProgram('main', add, { env: freshEnv(), cwd: folder });
  adding.stdin.end(`${password}\n`);
  expect(await untilEnd(adding)).toEqual({
    code: 0,
    signal: null,
    stdout: 'Account ada can sign in.\n',
    stderr: 'creating the state database …\n',
  });
  const refused = await atrium(['user', 'add', 'ADA', '--password-stdin'], `${password}\n`);
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: 'There is an account ADA already.\n' });

  const nowhere = await atrium(['import', 'nowhere']);
  expect(nowhere.code).toBe(1);
  expect(nowhere.stderr).toContain(`${path.join(folder, 'nowhere')}: there is no such file or folder`);

  const unconfirmed = await atrium(['import', 'small', '--dataset', 'mine']);
  expect(unconfirmed).toMatchObject({ code: 1, stdout: '' });
  expect(unconfirmed.stderr).toContain('--open-identifier participant.note');

  const imported = await atrium(['import', 'small', '--dataset', 'mine', ...confirmed]);
  expect(imported.code).toBe(0);
  expect(imported.stdout).toContain('Dataset mine (version 1.0.0) is live: 6 subjects');

  expect(await atrium(['grant', 'ada', 'yours', '--level', 'deid'])).toMatchObject({
    code: 1,
    stderr: 'There is no dataset yours.\n',
  });
  expect(await atrium(['grant', 'ada', 'mine', '--level', 'deid'])).toMatchObject({ code: 0 });

  const verified = await atrium(['audit', 'verify']);
  expect(verified.code).toBe(0);
  expect(verified.stdout).toMatch(/^The audit is whole: 3 lines, .*\nHead 3:[0-9a-f]{64}\n$/);
  const exported = await atrium(['audit', 'export', '--format', 'ndjson']);
  expect(
    exported.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    { id: 1, action: 'account_add', operator: userInfo().username, detail: { username: 'ada' } },
    { id: 2, action: 'dataset_import', dataset: 'mine', detail: { subjects: 6 } },
    { id: 3, action: 'membership_grant', dataset: 'mine', detail: { level: 'deid' } },
  ]);
  expect(await readdir(path.join(folder, 'fresh', 'lock'))).toEqual([]);
});

it('while the portal runs, the commands work through it and take effect at once', async () => {
  portal = spawnAtrium('start');
  [, address = ''] = await untilLine(portal, /ready at (http:\S+)/);
  const ada = await signInAt(address, 'ada', password);
  expect(await datasetsOf(ada)).toEqual(['mine']);

  const second = await atrium(['start']);
  expect(second).toMatchObject({ code: 1, stdout: '' });
  expect(second.stderr).toContain(`is in use by the portal at ${address}`);

  const imported = await atrium(['import', smallPackage, '--dataset', 'second', ...confirmed]);
  expect(imported.code).toBe(0);
  expect(imported.stderr).toContain('reading participant …');
  expect(imported.stdout).toContain('Dataset second (version 1.0.0) is live: 6 subjects');
  expect(await atrium(['grant', 'ada', 'second', '--level', 'phi', '--no-workspace'])).toMatchObject({
    code: 0,
    stdout: 'ada is a member of second at level phi, without the workspace.\n',
  });
  expect(await datasetsOf(ada)).toEqual(['mine', 'second']);

  const refused = await atrium(['import', smallPackage, '--dataset', 'auth']);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('the word is reserved');
  expect(await atrium(['user', 'add', 'ada', '--password-stdin'], password)).toMatchObject({ code: 1 });

  const exported = await atrium(['audit', 'export', '--format', 'csv', '--since', '2026-01-01']);
  expect(exported.code).toBe(0);
  expect(exported.stdout).toContain(',dataset_import,');
  const verified = await atrium(['audit', 'verify', '--from', '2']);
  expect(verified.stdout).toMatch(/^The audit is whole: \d+ lines from line 2, checked against \d anchor/);
  const [, head = ''] = /Head (\d+:\w+)/.exec(verified.stdout) ?? [];
  expect(await atrium(['audit', 'verify', '--anchor', head])).toMatchObject({ code: 0 });
  const stray = await atrium(['audit', 'verify', '--anchor', `2:${'0'.repeat(64)}`]);
  expect(stray).toMatchObject({ code: 1, stdout: '' });
  expect(stray.stderr).toContain('The audit is broken at line 2: ');

  await rm(path.join(folder, 'home', 'audit-anchors.ndjson'));
  const unanchored = await atrium(['audit', 'verify']);
  expect(unanchored).toMatchObject({ code: 1, stdout: '' });
  expect(unanchored.stderr).toContain('it was deleted or emptied; ');
  expect(await atrium(['audit', 'verify', '--accept-anchor-file'])).toMatchObject({ code: 0 });
  expect(await atrium(['audit', 'verify'])).toMatchObject({ code: 0 });
});

it('accounts are administered through the running portal, and ended sessions and tokens end at once', async () => {
  const ada = await signInAt(address, 'ada', password);
  const weak = await atrium(['user', 'password', 'ada', '--password-stdin'], 'password1234\n');
  expect(weak).toMatchObject({ code: 1, stderr: expect.stringContaining('first to be guessed') });
  expect(await atrium(['user', 'password', 'ada', '--password-stdin'], 'another phrase\n')).toMatchObject({
    code: 0,
    stdout: 'ada has a new password: all sessions and tokens have ended.\n',
  });
  await expect(ada.get('dataset/')).rejects.toThrow('401');
  const again = await signInAt(address, 'ada', 'another phrase');

  expect((await atrium(['user', 'disable', 'ada'])).stdout).toContain('all sessions and tokens have ended');
  await expect(again.get('dataset/')).rejects.toThrow('401');
  await expect(signInAt(address, 'ada', 'another phrase')).rejects.toThrow('401');
  expect(await atrium(['user', 'enable', 'ada'])).toMatchObject({ code: 0 });
  expect(await datasetsOf(await signInAt(address, 'ada', 'another phrase'))).toEqual(['mine', 'second']);

  expect(await atrium(['user', 'add', 'bo', '--no-password'])).toMatchObject({ code: 0 });
  const link = ['user', 'link', 'bo', '--issuer', 'https://login.example', '--subject', '7'];
  expect((await atrium(link)).stdout).toBe('bo is linked to 7 at https://login.example.\n');
  expect(await atrium(['user', 'disable', 'nobody'])).toMatchObject({ code: 1 });
});

it('a portal that gets SIGTERM ends with exit code 0 and releases the lock of its data directory', async () => {
  if (portal === undefined) throw new Error('no portal');
  const ended = untilEnd(portal);
  portal.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0, signal: null });
  expect(await readdir(path.join(folder, 'home', 'lock'))).toEqual([]);
});

it('a command that is interrupted ends with the number of the signal and releases the lock', {
  tags: 'long',
}, async () => {
  const child = spawnAtrium('import', smallPackage);
  const ended = untilEnd(child);
  child.stderr.once('data', () => child.kill('SIGINT'));
  expect(await ended).toMatchObject({ code: 130, signal: null, stdout: '' });
  expect(await readdir(path.join(folder, 'home', 'lock'))).toEqual([]);
});

const anyPort = { HOST: '', PORT: '0' };
const freshEnv = () => ({ ATRIUM_HOME: path.join(folder, 'fresh'), ...anyPort });

const spawnAtrium = (...args: readonly string[]) =>
  spawnProgram('main', args, { env: { ...home.env, ...anyPort }, cwd: folder });

const atriumIn = (env: Readonly<Record<string, string>>, args: readonly string[], input = ''): Promise<Run> =>
  inFolder(folder, () => runAtrium(args, { env, input }));
const atrium = (args: readonly string[], input = ''): Promise<Run> =>
  atriumIn({ ...home.env, ...anyPort }, args, input);
