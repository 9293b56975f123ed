import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadSite } from '../config/loadSite.ts';
import { type MailQueue, openMailQueue } from '../mail/index.ts';
import { type TestApp, testApp } from '../testing/testApp.ts';
import { openTestDatabase } from '../testing/testDatabase.ts';

let home: string;
let portal: TestApp;
let mails: MailQueue;
let faults = 0;
let heardFault: () => void = () => {};
let port: number;

const listening = async (server: SMTPServer, at: number): Promise<number> => {
  server.listen(at, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
};
const closed = (server: SMTPServer) => new Promise<void>((resolve) => server.close(() => resolve()));

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'atrium-second-'));
  const first = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS', 'AUTH'] });
  port = await listening(first, 0);
  await closed(first);
  await writeFile(
    path.join(home, 'index.html'),
    '<title>Atrium</title><meta name="site" content="__SITE__">',
  );
  await writeFile(
    path.join(home, 'site.yaml'),
    `title: Lung Commons
appSegment: lung
apiBase: https://api.lung.example
supportEmail: help@lung.example
footer: { product: 'Lung {version} on {platform}' }
versions: { platform: v7.0.1, dataHub: 5.0.0 }
sessionSeconds: 600
logoutLink: https://sso.lung.example/out
navigation:
  general: [{ label: Terms, path: terms, isPublic: true, page: 'Be *kind*.' }]
tokens: { light: { brand: '#123456' } }
`,
  );
  const { configuration, content, sessionSeconds } = loadSite({
    home,
    file: undefined,
    given: () => undefined,
  });
  const database = await openTestDatabase();
  mails = await openMailQueue({
    db: database.db,
    settings: { url: `smtp://127.0.0.1:${port}`, from: 'portal@lung.example' },
    patience: { firstWaitSeconds: 1, retries: 20, lookEverySeconds: 0.5 },
    onFault: () => {
      faults += 1;
      heardFault();
    },
  });
  portal = await testApp({
    state: { db: database.db, close: database.close },
    site: configuration,
    siteContent: content,
    sessionSeconds,
    mails,
    webFolder: home,
  });
});
afterAll(async () => {
  await mails.close();
  await portal.close();
  await rm(home, { recursive: true });
});

it('a second site answers under its own segment, with its own face, versions and times', async () => {
  const page = await portal.anonymous.send({ url: '/', headers: { accept: 'text/html' } });
  expect(page.body).toContain('<title>Lung Commons</title>');
  expect(page.body).toMatch(/Lung \d+\.\d+\.\d+ on 7\.0\.1/);
  expect(page.body).toContain('#123456');
  expect(page.headers['content-security-policy']).toContain("connect-src 'self' https://api.lung.example");
  expect((await portal.anonymous.get('/lung/core/page/terms')).json()).toEqual({
    title: 'Terms',
    body: '<p>Be <em>kind</em>.</p>',
  });
  // The segment of another installation is no call here, but a path of the web client.
  const elsewhere = await portal.anonymous.get('/pcgc/core/page/terms');
  expect(elsewhere.headers['content-type']).toBe('text/html; charset=utf-8');
  expect((await portal.anonymous.get('version/')).json().data_hub).toBe('5.0.0');
  const caller = await portal.signedIn(await portal.anAccount());
  const { session, chironVersion } = (await caller.get('auth/')).json();
  expect([session.seconds_left, chironVersion]).toEqual([600, 'v7.0.1']);
  expect((await caller.post('auth/logout')).json().logout_url).toBe('https://sso.lung.example/out');
});

it('a request for support is answered while mail is down, and its mail arrives when it is back (rule 14.12)', async () => {
  const failed = new Promise<void>((resolve) => {
    heardFault = resolve;
  });
  const body = { email: 'ada@site.example', subject: 'Help', message: 'The count is too low.' };
  const reply = await portal.anonymous.post('/lung/api/support/send_support_request', body);
  expect([reply.statusCode, reply.json()]).toEqual([200, { status: 'sent' }]);
  await failed;
  expect(faults).toBeGreaterThan(0);
  let receive: (mail: string) => void = () => {};
  const arrived = new Promise<string>((resolve) => {
    receive = resolve;
  });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, { envelope }, done) => {
      void text(stream).then((mail) => {
        done();
        receive(`${envelope.rcptTo.map(({ address }) => address).join()}\n${mail}`);
      });
    },
  });
  await listening(server, port);
  const mail = await arrived;
  await closed(server);
  expect(mail).toMatch(/^help@lung\.example\n/);
  expect(mail).toMatch(/^Reply-To: ada@site\.example\r?$/m);
  expect(mail).toContain('The count is too low.');
});
