import { EventEmitter, once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { createAlerts } from './alerts.ts';
import { createMailer, type MailFault } from './mailer.ts';

const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

it('a mail goes to all addresses of the site, with its subject and text', async () => {
  const { url, arrived } = await aServer();
  const { mailer, faults } = aMailer(url, []);
  mailer.send({ subject: 'Ärger', text: 'Much has left.' });
  const [mail] = await arrived;
  expect(mail.to).toEqual(['one@site.example', 'two@site.example']);
  expect(mail.body).toContain('Much has left.');
  expect(mail.body).toMatch(/^Subject: =\?UTF-8\?/m);
  expect(faults).toEqual([]);
});

it('a mail that is refused is sent again', async () => {
  const { url, arrived } = await aServer(2);
  const { mailer, faults } = aMailer(url, [1, 1]);
  mailer.send({ subject: 'Late', text: 'It arrives.' });
  const [mail] = await arrived;
  expect(mail.body).toContain('It arrives.');
  expect(faults.map(({ attempt, isGivenUp }) => [attempt, isGivenUp])).toEqual([
    [1, false],
    [2, false],
  ]);
});

it('a mail is given up after the last attempt, and nothing throws', async () => {
  const { url } = await aServer(9);
  const { mailer, faults, last } = aMailer(url, [1]);
  mailer.send({ subject: 'Never', text: 'Lost.' });
  await last;
  expect(faults.map(({ attempt, isGivenUp }) => [attempt, isGivenUp])).toEqual([
    [1, false],
    [2, true],
  ]);
});

it('a server that is not there is a fault of the mail alone', async () => {
  const { mailer, last } = aMailer('smtp://127.0.0.1:1', []);
  mailer.send({ subject: 'Nowhere', text: 'Lost.' });
  await last;
});

it('no more than fifty mails wait, and closing does not wait for the next attempt', async () => {
  const { url } = await aServer(1000);
  const { mailer, faults } = aMailer(url, [3_600_000]);
  for (let count = 0; count < 51; count += 1) mailer.send({ subject: 'Much', text: 'x' });
  expect(faults).toEqual([{ error: expect.any(Error), attempt: 0, isGivenUp: true }]);
  await mailer.close();
});

it('an alert is a line of the log and a mail, once an hour for each key (rule 8.23)', () => {
  let now = Date.parse('2026-05-04T09:00:00Z');
  const lines: unknown[] = [];
  const mails: unknown[] = [];
  const alerts = createAlerts({
    log: { warn: (detail, sentence) => void lines.push([sentence, detail]) },
    mailer: { send: (mail) => void mails.push(mail) },
    clock: () => new Date(now),
  });
  const raise = (key: string) => alerts.raise({ key, sentence: 'Something is wrong.', detail: { line: 7 } });
  raise('a');
  now += 3_599_999;
  raise('a');
  raise('b');
  now += 1;
  raise('a');
  const line = (alert: string) => ['Something is wrong.', { line: 7, alert }];
  expect(lines).toEqual([line('a'), line('b'), line('a')]);
  expect(mails).toHaveLength(3);
  expect(mails[0]).toEqual({
    subject: 'Atrium: Something is wrong.',
    text: 'Something is wrong.\n\nThe log of the portal has more, at 2026-05-04T09:00:00.000Z.\n',
  });
});

it('an alert stays one within the hour among more than a thousand others (rule 8.23)', () => {
  const lines: string[] = [];
  const log = { warn: (_detail: object, sentence: string) => void lines.push(sentence) };
  const alerts = createAlerts({ log, mailer: null, clock: () => new Date(0) });
  for (let key = 0; key <= 1000; key += 1) alerts.raise({ key: `${key}`, sentence: 'Look.' });
  expect(lines).toHaveLength(1001);
  alerts.raise({ key: '999', sentence: 'Look.' });
  expect(lines).toHaveLength(1001);
});

it('an alert without a mail server is a line of the log', () => {
  const lines: unknown[] = [];
  const log = { warn: (_detail: object, sentence: string) => void lines.push(sentence) };
  createAlerts({ log, mailer: null, clock: () => new Date() }).raise({ key: 'a', sentence: 'Look.' });
  expect(lines).toEqual(['Look.']);
});

/** A mail server on this machine that refuses the first mails and takes the others. */
async function aServer(refusals = 0) {
  const seen = new EventEmitter();
  let left = refusals;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onMailFrom: (_address, _session, done) => {
      left -= 1;
      if (left < 0) done();
      else done(new Error('Try again later.'));
    },
    onData: (stream, session, done) => {
      void text(stream).then((body) => {
        seen.emit('mail', { body, to: session.envelope.rcptTo.map(({ address }) => address) });
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  open.push({ close: () => new Promise<void>((resolve) => server.close(() => resolve())) });
  return { url: `smtp://127.0.0.1:${address.port}`, arrived: once(seen, 'mail') };
}

/** A mailer, and the faults that it reports; `last` resolves when a mail is given up. */
function aMailer(url: string, waitsMs: readonly number[]) {
  const faults: MailFault[] = [];
  const seen = new EventEmitter();
  const last = once(seen, 'given up');
  const mailer = createMailer({
    settings: { url, from: 'portal@atrium.example', to: ['one@site.example', 'two@site.example'] },
    waitsMs,
    onFault: (fault) => {
      faults.push(fault);
      if (fault.isGivenUp) seen.emit('given up');
    },
  });
  open.unshift(mailer);
  return { mailer, faults, last };
}
