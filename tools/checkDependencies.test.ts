import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';

let folder = '';
let registry: Server | undefined;

const lock = {
  name: 'audited',
  version: '1.0.0',
  lockfileVersion: 3,
  packages: {
    '': { name: 'audited', version: '1.0.0', dependencies: { weak: '1.0.0' } },
    'node_modules/weak': { version: '1.0.0', resolved: 'https://registry.example/weak-1.0.0.tgz' },
  },
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-audited-'));
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(lock.packages['']));
  await writeFile(path.join(folder, 'package-lock.json'), JSON.stringify(lock));
});
afterEach(() => {
  registry?.closeAllConnections();
  registry?.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const packument = {
  name: 'weak',
  'dist-tags': { latest: '1.0.0' },
  versions: {
    '1.0.0': { name: 'weak', version: '1.0.0' },
    '2.0.0': { name: 'weak', version: '2.0.0' },
  },
};

/** A registry that knows one package and returns the given advisories for it. */
const saying =
  (advisories: object): RequestListener =>
  (request, response) => {
    const isAudit = request.url?.includes('/advisories/bulk') === true;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isAudit ? advisories : packument));
  };

const weakness = (severity: string) => ({
  weak: [
    { id: 7, url: 'https://advisories.example/7', title: 'Leaks', severity, vulnerable_versions: '<2.0.0' },
  ],
});

async function check(listener: RequestListener, ...words: readonly string[]) {
  registry = createServer(listener);
  registry.listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const { port } = z.object({ port: z.int() }).parse(registry.address());
  const child = spawn(
    process.execPath,
    [
      '--import',
      import.meta.resolve('tsx'),
      path.join(import.meta.dirname, 'checkDependencies.ts'),
      folder,
      ...words,
    ],
    {
      env: {
        ...process.env,
        npm_config_registry: `http://127.0.0.1:${port}/`,
        npm_config_fetch_retries: '0',
        npm_config_cache: await mkdtemp(path.join(folder, 'cache-')),
      },
    },
  );
  const closed = once(child, 'close');
  const printed = await text(child.stdout);
  const [code] = await closed;
  return { code, printed };
}

async function fails(severity: string): Promise<void> {
  const { code, printed } = await check(saying(weakness(severity)));
  expect(code).toBe(1);
  expect(printed).toContain('1 weaknesses of severity high or critical');
  expect(printed).toContain(`${severity}  weak 1.0.0: Leaks https://advisories.example/7`);
}
const failing = 'a production dependency with a weakness of severity %s fails the check';
it.each(['high'])(failing, fails);
it.each(['critical'])(failing, { tags: 'long' }, fails);

it('a weakness of lower severity is printed and does not fail the check', { tags: 'long' }, async () => {
  const { code, printed } = await check(saying(weakness('moderate')));
  expect([code, printed]).toEqual([0, expect.stringContaining('moderate  weak')]);
});

it('the absence of weaknesses is printed too', { tags: 'long' }, async () => {
  expect(await check(saying({}))).toEqual({
    code: 0,
    printed: 'dependencies: 0 weaknesses of severity high or critical, 0 in all\n',
  });
});

it('a registry without an audit gives a clear message, and fails the check only where it is required', {
  tags: 'long',
}, async () => {
  const refusing: RequestListener = (_request, response) => void response.writeHead(405).end();
  const { code, printed } = await check(refusing);
  expect(code).toBe(0);
  expect(printed).toContain('!!! THE REGISTRY OFFERS NO AUDIT');
  expect(printed).not.toContain('127.0.0.1');
  expect((await check(refusing, '--required')).code).toBe(1);
});
