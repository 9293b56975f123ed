import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runAtrium } from '../testing/runAtrium.ts';

const seen: { readonly to: readonly string[]; readonly body: string }[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onAuth: (_auth, _session, done) => done(new Error('Wrong name or password.')),
  onData: (stream, session, done) => {
    void text(stream).then((body) => {
      seen.push({ body, to: session.envelope.rcptTo.map(({ address }) => address) });
      done();
    });
  },
});
let port = 0;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  port = address === null || typeof address === 'string' ? 0 : address.port;
});
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

const mailTest = (settings: Record<string, string>, ...args: readonly string[]) =>
  runAtrium(['mail', 'test', ...args], { env: { ATRIUM_HOME: '/nowhere/at/all', ...settings } });

const from = { ATRIUM_MAIL_FROM: 'portal@atrium.example' };

it('sends one mail to the address, or to those who get alerts, and says what the server answered', async () => {
  const url = { ATRIUM_MAIL_URL: `smtp://127.0.0.1:${port}` };
  const sent = await mailTest({ ...url, ...from }, 'ada@site.example');
  expect(sent).toMatchObject({ code: 0, stderr: '' });
  expect(sent.stdout).toMatch(/^127\.0\.0\.1:\d+ took a mail .* to ada@site\.example: 250 /);
  await mailTest({ ...url, ATRIUM_ALERT_TO: 'one@site.example,two@site.example' });
  expect(seen.map(({ to }) => to)).toEqual([['ada@site.example'], ['one@site.example', 'two@site.example']]);
  expect(seen[0]?.body).toContain('Subject: Atrium: a mail to try');
});

it('fails with the reason of the server, and never shows the password', async () => {
  const url = { ATRIUM_MAIL_URL: `smtp://portal:hidden-secret@127.0.0.1:${port}` };
  const refused = await mailTest({ ...url, ...from }, 'ada@site.example');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^127\.0\.0\.1:\d+ did not take the mail: Invalid login: .*Wrong name/);
  expect(refused.stderr).not.toContain('hidden-secret');
});

it('says what is missing', async () => {
  expect(await mailTest({}, 'ada@site.example')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('ATRIUM_MAIL_URL'),
  });
  expect(await mailTest({ ATRIUM_MAIL_URL: 'smtp://127.0.0.1:9', ...from })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('ATRIUM_ALERT_TO'),
  });
  expect(await mailTest({}, 'ada')).toMatchObject({ code: 2 });
});
