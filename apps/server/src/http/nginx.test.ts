import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { maxPart } from '../admin/data/uploads.ts';
import { freePort } from '../testing/freePort.ts';
import { type TestApp, testApp } from '../testing/testApp.ts';

const nginx = '/usr/sbin/nginx';
const hasNginx = existsSync(nginx);
if (!hasNginx) process.stderr.write('!!! SKIPPED: no nginx here, so its example was not tried.\n');

const name = 'portal.example.org';
const closers: (() => Promise<unknown>)[] = [];
let folder = '';
let certificate = '';
let portal: TestApp;
let listening = 0;

beforeAll(async () => {
  if (!hasNginx) return;
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-nginx-'));
  const [key, chain] = [path.join(folder, 'privkey.pem'), path.join(folder, 'fullchain.pem')];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  const options = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  await promisify(execFile)('openssl', [
    'req',
    '-x509',
    ...options,
    '-keyout',
    key,
    '-out',
    chain,
    ...subject,
  ]);
  certificate = await readFile(chain, 'utf8');
  portal = await testApp({ config: { allowedOrigins: [], trustProxy: true, allowedHosts: [name] } });
  closers.push(() => portal.close());
  listening = Number(new URL(await portal.app.listen({ host: '127.0.0.1', port: 0 })).port);
});

afterAll(async () => {
  for (const close of closers.reverse()) await close();
  if (folder !== '') await rm(folder, { recursive: true, force: true });
});

it.skipIf(!hasNginx)(
  'behind nginx the portal knows of TLS and of the address, and believes no client about either',
  async () => {
    const port = await startNginx(listening);
    const ada = await portal.anAccount({ username: 'ada', password: 'correct horse battery' });
    const wrong = JSON.stringify({ username: ada.username, password: 'wrong' });
    const headers = {
      'content-type': 'application/json',
      origin: `https://${name}`,
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': '203.0.113.9',
    };
    const refused = await ask(port, '/api/v2/auth/login', { method: 'POST', headers, body: wrong });
    await text(refused.reply);
    const { detail } = await portal.db
      .selectFrom('audit_event')
      .select('detail')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(detail)).toContain('127.0.0.1');
    expect(JSON.stringify(detail)).not.toContain('203.0.113.9');
    const { reply } = await ask(port, '/healthz', { headers: { 'x-forwarded-proto': 'http' } });
    expect(await text(reply)).toContain('ok');
    expect(reply.headers['strict-transport-security']).toContain('max-age');
    expect(
      (await ask(port, '/nowhere', { headers: { host: 'elsewhere.example.org' } })).reply.statusCode,
    ).toBe(421);
  },
);

it.skipIf(!hasNginx)(
  'after a part of a file that is refused, the requests behind it are answered (rule 9.11)',
  async () => {
    const port = await startNginx(listening);
    const { cookie } = await portal.signedIn(await portal.anAccount({ username: 'sam', isStaff: true }));
    const headers = { cookie: `__Host-${cookie}`, 'content-type': 'application/json' };
    const uploads = '/pcgc/api/admin/data/uploads';
    const file = JSON.stringify({ name: 'x.zip', size: 9_000_000 });
    const { reply } = await ask(port, uploads, { method: 'POST', headers, body: file });
    const { id } = z.object({ id: z.string() }).parse(JSON.parse(await text(reply)));
    const refusals = [
      [`${uploads}/${id}/part?offset=0`, maxPart + 200_000, 413],
      [`${uploads}/${id}/part?offset=7`, maxPart, 409],
      [`${uploads}/none/part?offset=0`, maxPart, 404],
      ['/api/v2/auth/login', 3_000_000, 413],
    ] as const;
    for (const [url, size, status] of refusals) {
      const refused = await ask(port, url, { method: 'POST', headers, body: Buffer.alloc(size) });
      expect([url, refused.reply.statusCode]).toEqual([url, status]);
      refused.reply.resume();
      for (let after = 0; after < 4; after += 1)
        expect(await text((await ask(port, '/healthz')).reply)).toContain('ok');
    }
  },
);

it.skipIf(!hasNginx)(
  'nginx passes each part of an answer on at once, and each part of an upload, however large',
  { tags: 'long' },
  async () => {
    let streaming: ServerResponse | undefined;
    const received: Buffer[] = [];
    let onUpload = (): void => {};
    const firstPart = new Promise<void>((resolve) => {
      onUpload = resolve;
    });
    const upstream = await startUpstream((incoming, reply) => {
      if (incoming.url === '/events') {
        reply.writeHead(200, { 'content-type': 'text/event-stream' });
        reply.write('data: 1\n\n');
        streaming = reply;
        return;
      }
      if (incoming.url === '/upload') {
        incoming.on('data', (chunk: Buffer) => {
          received.push(chunk);
          onUpload();
        });
        incoming.on('end', () => reply.end(String(received.reduce((sum, chunk) => sum + chunk.length, 0))));
        return;
      }
      reply.writeHead(206, { 'content-range': 'bytes 2-3/10' }).end(incoming.headers.range);
    });
    const port = await startNginx(upstream);

    const { reply } = await ask(port, '/events');
    const [event]: Buffer[] = await once(reply, 'data');
    // The second part is written only after the first has arrived.
    expect(String(event)).toBe('data: 1\n\n');
    streaming?.end('data: 2\n\n');
    expect(await text(reply)).toBe('data: 2\n\n');

    const size = 32 * 1024 * 1024;
    const options = {
      host: '127.0.0.1',
      servername: name,
      port,
      path: '/upload',
      method: 'PUT',
      ca: certificate,
    };
    const sent = request({ ...options, headers: { host: name, 'content-length': size } });
    sent.write(Buffer.alloc(1024));
    await firstPart;
    sent.end(Buffer.alloc(size - 1024));
    const [answer]: IncomingMessage[] = await once(sent, 'response');
    expect(await text(answer ?? reply)).toBe(String(size));

    const ranged = await ask(port, '/file', { headers: { range: 'bytes=2-3' } });
    expect([ranged.reply.statusCode, ranged.reply.headers['content-range']]).toEqual([206, 'bytes 2-3/10']);
    expect(await text(ranged.reply)).toBe('bytes=2-3');
  },
);

/** nginx with the example of the repository, of which only addresses, ports and files are changed. */
async function startNginx(upstream: number): Promise<number> {
  const own = await mkdtemp(path.join(folder, 'nginx-'));
  const [plain, tls] = [await freePort(), await freePort()];
  const example = await readFile(path.join(import.meta.dirname, '../../../../deploy/nginx.conf'), 'utf8');
  const site = example
    .replaceAll(/^\s*listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${tls} ssl;`)
    .replace('server 127.0.0.1:3000;', `server 127.0.0.1:${upstream};`)
    .replaceAll('/etc/ssl/atrium/', `${folder}/`);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${own}/${kind};`,
  );
  const main = `daemon off; worker_processes 1; pid ${own}/pid; error_log stderr warn;
    events {} http { access_log off; ${paths.join(' ')} ${site} }`;
  const file = path.join(own, 'nginx.conf');
  await writeFile(file, main);
  const child = spawn(nginx, ['-c', file, '-p', own, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  const gone = once(child, 'exit');
  closers.push(() => {
    child.kill('SIGTERM');
    return gone;
  });
  while (!(await answers(tls))) {
    if (child.exitCode !== null) throw new Error(output);
    await delay(20);
  }
  return tls;
}

const answers = (port: number): Promise<boolean> =>
  ask(port, '/healthz').then(
    ({ reply }) => {
      reply.resume();
      return true;
    },
    () => false,
  );

/** A request by TLS to the name of the certificate; resolves when the head of the answer is there. */
async function ask(
  port: number,
  url: string,
  options: { method?: string; headers?: object; body?: string | Buffer } = {},
) {
  const { method = 'GET', headers = {}, body } = options;
  const sent = request({
    host: '127.0.0.1',
    servername: name,
    port,
    path: url,
    method,
    ca: certificate,
    headers: { host: name, ...headers },
  });
  if (body === undefined) sent.end();
  else sent.end(body);
  const [reply]: IncomingMessage[] = await once(sent, 'response');
  if (reply === undefined) throw new Error('There was no answer.');
  return { reply };
}

/** A server in place of the portal, which shows what nginx passes on and when. */
async function startUpstream(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  return z.object({ port: z.int() }).parse(server.address()).port;
}
