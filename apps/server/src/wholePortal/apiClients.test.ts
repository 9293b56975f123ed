import { spawn } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Ended, untilEnd } from '../testing/childProcess.ts';
import { testPassword } from '../testing/factories.ts';
import { folderOfFile, portalOfFile } from '../testing/ofFile.ts';

const page = path.join(import.meta.dirname, '../../../../docs/api-clients.md');

const folder = await folderOfFile();
const portal = await portalOfFile();
const dataset = await portal.aDataset({ uniqueId: 'default', packagePath: portal.smallPackage });
const { account } = await portal.aMember({ dataset, level: 'deid' });
const caller = await portal.signedIn(account);
const make = async (scopes: readonly string[]): Promise<string> =>
  (
    await caller.post('auth/tokens', {
      name: 'example',
      scopes,
      expires_in_days: 1,
      password: testPassword,
    })
  ).json().secret;
const secrets: Readonly<Record<'both' | 'read', string>> = {
  both: await make(['read', 'export']),
  read: await make(['read']),
};
await portal.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = z.object({ port: z.int() }).parse(portal.app.server.address());
const address = `http://127.0.0.1:${port}`;

const has = {
  python: await exists('python3'),
  curl: (await exists('bash')) && (await exists('curl')),
  r: await exists('Rscript', ['-e', 'library(httr2); library(jsonlite)']),
};

describe('the examples of the page run as written', () => {
  it.skipIf(!has.python)(
    'Python: what one may see, a cohort, its size and its rows',
    { tags: 'long' },
    async () => {
      const ended = await run('python3', 'python', secrets.both);
      expect(ended).toMatchObject({ code: 0, stderr: '' });
      expect(ended.stdout).toMatch(/^I am person\d+\ndefault - default\n3 subjects\n$/);
      expect(await results()).toMatch(/^Participant ID,Sex\r?\n(P\d,Female\r?\n){3}$/);
    },
  );

  it.skipIf(!has.python)('Python: a refusal says why', { tags: 'long' }, async () => {
    const ended = await run('python3', 'python', secrets.read);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toBe('403: This needs a token with the scope export.\n');
  });

  it.skipIf(!has.curl)('curl: what one may see, a cohort, its size and its rows', async () => {
    const ended = await run('bash', 'sh', secrets.both);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toContain('{"count":3');
    expect(await results()).toMatch(/^Participant ID,Sex\r?\n(P\d,Female\r?\n){3}$/);
  });

  it.skipIf(!has.r)('R: what one may see, a cohort, its size and its rows', async () => {
    const ended = await run('Rscript', 'r', secrets.both);
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stdout).toContain('default - default \n3 subjects\n');
    expect(await results()).toMatch(/^Participant ID,Sex\r?\n(P\d,Female\r?\n){3}$/);
  });

  it.skipIf(!has.r)('R: a refusal says why', { tags: 'long' }, async () => {
    const ended = await run('Rscript', 'r', secrets.read);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('This needs a token with the scope export.');
  });

  it('R: uses the same calls as the other languages', async () => {
    const calls = (code: string) =>
      new Set([...code.matchAll(/default\/[\w/]+|"dataset\/"|\w+_id\b|"?selected_categories/g)].map(String));
    const python = calls(await example('python'));
    for (const call of calls(await example('r')))
      expect([...python].join()).toContain(call.replaceAll('"', ''));
  });
});

/** The page's one block of code in this language, as it stands. */
async function example(language: string): Promise<string> {
  const blocks = [...(await readFile(page, 'utf8')).matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  const [block, ...others] = blocks.filter(([, name]) => name === language);
  if (block?.[2] === undefined || others.length > 0) throw new Error(`Not one block of ${language}.`);
  return block[2];
}

async function run(program: string, language: string, token: string): Promise<Ended> {
  const file = path.join(folder, `example.${language}`);
  await writeFile(file, await example(language));
  await rm(path.join(folder, 'results.csv'), { force: true });
  const env = { ...process.env, ATRIUM_URL: address, ATRIUM_TOKEN: token };
  const child = spawn(program, [file], { cwd: folder, env });
  child.stdin.end();
  return untilEnd(child);
}

const results = () => readFile(path.join(folder, 'results.csv'), 'utf8');

async function exists(program: string, args = ['--version']): Promise<boolean> {
  const child = spawn(program, args, { stdio: 'ignore' });
  const isThere = await new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
  if (!isThere)
    process.stderr.write(
      `\n!!! There is no ${program} here, or not what it needs: its example was NOT run.\n\n`,
    );
  return isThere;
}
