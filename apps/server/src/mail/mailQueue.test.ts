import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type Kysely, sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase, type Schema } from '../database/index.ts';
import { kill, spawnProgram } from '../testing/childProcess.ts';
import { openTestDatabase } from '../testing/testDatabase.ts';
import { prepareState } from '../testing/testHome.ts';
import { openMailQueue, type PersonalMail, reportShared } from './index.ts';

let shared: Database;
beforeAll(async () => {
  shared = await openTestDatabase();
});
afterAll(() => shared.close());

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
  await shared.db.deleteFrom('mail').execute();
  await shared.db.deleteFrom('account').execute();
});

const patience = { firstWaitSeconds: 1, retries: 20, lookEverySeconds: 0.5 };

it('a mail goes to the address of the account, and its text is not kept', async () => {
  const server = await aMailServer();
  open.push(server.close);
  const { db } = shared;
  const { queue } = await aQueue(db, server.url);
  await queue.enqueue(db, aMail(await anAccount(db), { subject: 'Zwei\nZeilen' }));
  await server.has(1);
  expect(server.arrived[0]).toMatchObject({
    to: ['ada@site.example'],
    body: expect.stringContaining('A line.'),
  });
  expect(server.arrived[0]?.body).toMatch(/^Subject: Zwei Zeilen\r?$/m);
  expect(await untilSent(db, queue)).toEqual([
    { key: 'one', subject: '', body: '', sent_at: expect.any(Date) },
  ]);
});

it('a mail of a transaction that is rolled back is never sent', async () => {
  const server = await aMailServer();
  open.push(server.close);
  const { db } = shared;
  const { queue } = await aQueue(db, server.url);
  const accountId = await anAccount(db);
  const failing = db.transaction().execute(async (inside) => {
    await queue.enqueue(inside, aMail(accountId, { key: 'undone', text: 'Never.' }));
    throw new Error('It is undone.');
  });
  await expect(failing).rejects.toThrow('It is undone.');
  await db.transaction().execute((inside) => queue.enqueue(inside, aMail(accountId, { text: 'After it.' })));
  await server.has(1);
  expect((await untilSent(db, queue)).map(({ key }) => key)).toEqual(['one']);
  expect(server.arrived.map(({ body }) => body.includes('After it.'))).toEqual([true]);
});

it('a mail is sent once for its key, also when it was sent before', async () => {
  const server = await aMailServer();
  open.push(server.close);
  const { db } = shared;
  const { queue } = await aQueue(db, server.url);
  const accountId = await anAccount(db);
  await queue.enqueue(db, aMail(accountId));
  await queue.enqueue(db, aMail(accountId));
  await server.has(1);
  await queue.enqueue(db, aMail(accountId));
  await queue.enqueue(db, aMail(accountId, { key: 'last', text: 'The last.' }));
  await server.has(2);
  await queue.close();
  expect(server.arrived.map(({ body }) => body.includes('The last.'))).toEqual([false, true]);
});

it('a mail that is refused is sent again after a wait', { tags: 'long' }, async () => {
  const server = await aMailServer({ refusals: 2 });
  open.push(server.close);
  const { db } = shared;
  const { queue, failed } = await aQueue(db, server.url);
  await queue.enqueue(db, aMail(await anAccount(db)));
  await failed(2);
  await server.has(1);
  expect(server.arrived).toHaveLength(1);
});

it('mail waits while the server is down, and arrives once when it is back', async () => {
  const first = await aMailServer();
  await first.close();
  const { db } = shared;
  const { queue, failed } = await aQueue(db, first.url);
  await queue.enqueue(db, aMail(await anAccount(db)));
  await failed(1);
  const server = await aMailServer({ port: first.port });
  open.push(server.close);
  await server.has(1);
  await queue.close();
  expect(server.arrived).toHaveLength(1);
});

it('mail about the safety of accounts goes first, and much mail of one account holds up nobody (rule 8.26)', async () => {
  const server = await aMailServer();
  open.push(server.close);
  const { db } = shared;
  const { queue } = await aQueue(db, server.url);
  const [ada, bo] = [await anAccount(db), await anAccount(db, 'bo')];
  await db.transaction().execute(async (inside) => {
    for (let index = 0; index < 25; index += 1)
      await queue.enqueue(inside, aMail(ada, { key: `${index}`, subject: 'Shared' }), { by: ada });
    await queue.enqueue(inside, aMail(bo, { key: 'bo', subject: 'From bo' }), { by: bo });
    await queue.enqueue(inside, aMail(bo, { key: 'safe', subject: 'A key' }), { by: ada, isSecurity: true });
  });
  await server.has(27);
  const subjects = server.arrived.map(({ body }) => /^Subject: (.*?)\r?$/m.exec(body)?.[1]);
  expect(subjects.indexOf('A key')).toBe(0);
  expect(subjects.indexOf('From bo')).toBeLessThanOrEqual(21);
});

it.each([
  ['1,000 mails in the last hour', 1000, 'hour'],
  ['60 mails to the same person in the last hour', 60, 'to one'],
  ['2,000 mails that wait to be sent', 2000, 'waiting'],
])('an account that has sent %s sends no more, and others do', async (said, count, kind) => {
  const server = await aMailServer();
  open.push(server.close);
  const { db } = shared;
  const { queue } = await aQueue(db, server.url);
  const [ada, bo, cy] = [await anAccount(db), await anAccount(db, 'bo'), await anAccount(db, 'cy')];
  const made = kind === 'waiting' ? `now() - interval '2 hours'` : `now() - interval '30 minutes'`;
  await sql`insert into mail (key, account_id, subject, body, made_at, sent_at, caused_by)
    select 'before ' || n, ${kind === 'to one' ? bo : cy}, '', '', ${sql.raw(made)},
      ${kind === 'waiting' ? sql`null` : sql.raw(made)}, ${ada}
    from generate_series(1, ${count - 1}::integer) as n`.execute(db);
  const mail = (key: string) => aMail(bo, { key });
  await queue.enqueue(db, mail('last'), { by: ada });
  const refused = queue.enqueue(db, mail('beyond'), { by: ada });
  await expect(refused).rejects.toMatchObject({
    code: 'too_many_requests',
    message: expect.stringContaining(said),
  });
  await queue.enqueue(db, mail('of another'), { by: cy });
  await queue.enqueue(db, mail('of nobody'));
  const keys = (await db.selectFrom('mail').select('key').where('account_id', '=', bo).execute()).map(
    ({ key }) => key,
  );
  expect(keys.filter((key) => !key.startsWith('before'))).toEqual(['last', 'of another', 'of nobody']);
});

it('mail that a killed process stored is sent once by the next one', { tags: 'long' }, async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'atrium-mail-'));
  open.push(() => rm(home, { recursive: true, force: true }));
  await prepareState(home);
  const before = await openDatabase({ home, databaseUrl: null });
  const accountId = await anAccount(before.db);
  await before.close();
  const child = spawnProgram('testing/storeMail', [home, 'smtp://127.0.0.1:1', String(accountId)]);
  await once(child.stdout, 'data');
  await kill(child);
  const server = await aMailServer();
  open.push(server.close);
  const after = await openDatabase({ home, databaseUrl: null });
  open.push(after.close);
  const { queue } = await aQueue(after.db, server.url);
  await server.has(1);
  expect(await untilSent(after.db, queue)).toMatchObject([{ key: 'one', sent_at: expect.any(Date) }]);
  expect(server.arrived.map(({ body }) => body.includes('Still here.'))).toEqual([true]);
});

it('mail that a process was sending when it was killed is sent by the next one, without waiting', {
  tags: 'long',
}, async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'atrium-mail-'));
  open.push(() => rm(home, { recursive: true, force: true }));
  await prepareState(home);
  const before = await openDatabase({ home, databaseUrl: null });
  const accountId = await anAccount(before.db);
  await before.close();
  const silent = createServer();
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = z.object({ port: z.int() }).parse(silent.address());
  const child = spawnProgram('testing/storeMail', [home, `smtp://127.0.0.1:${port}`, String(accountId)]);
  await once(silent, 'connection');
  await kill(child);
  silent.close();
  const server = await aMailServer();
  open.push(server.close);
  const after = await openDatabase({ home, databaseUrl: null });
  open.push(after.close);
  await aQueue(after.db, server.url);
  await server.has(1);
  expect(server.arrived.map(({ body }) => body.includes('Still here.'))).toEqual([true]);
});

it('the mail about a shared report leads to the report, and has one key for a person and report', () => {
  const mail = reportShared({
    accountId: 7,
    report: { id: 12, name: 'Left hearts' },
    dataset: { uniqueId: 'default', name: 'Heart study' },
    sharedBy: 'Ada',
    publicUrl: 'https://portal.example',
  });
  expect(mail).toMatchObject({
    key: 'report 12 shared with 7',
    accountId: 7,
    subject: 'Ada shared the report “Left hearts” with you',
  });
  expect(mail.text).toContain('\nhttps://portal.example/default/reports/12\n');
});

interface Arrived {
  readonly to: readonly string[];
  readonly body: string;
}

/** A mail server that refuses the first mails and keeps the others; without a port it chooses one. */
async function aMailServer({ port = 0, refusals = 0 } = {}) {
  const news = new EventEmitter();
  const arrived: Arrived[] = [];
  let left = refusals;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onMailFrom: (_address, _session, done) => {
      left -= 1;
      done(left < 0 ? undefined : new Error('Try again later.'));
    },
    onData: (stream, { envelope }, done) => {
      void text(stream).then((body) => {
        arrived.push({ body, to: envelope.rcptTo.map(({ address }) => address) });
        done();
        news.emit('arrived');
      });
    },
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return {
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    arrived,
    /** Resolves when so many mails are here. */
    has: async (count: number): Promise<void> => {
      while (arrived.length < count) await once(news, 'arrived');
    },
    close,
  };
}

async function aQueue(db: Kysely<Schema>, url: string) {
  const news = new EventEmitter();
  let faults = 0;
  const queue = await openMailQueue({
    db,
    settings: { url, from: 'portal@atrium.example' },
    patience,
    onFault: () => {
      faults += 1;
      news.emit('fault');
    },
  });
  open.push(queue.close);
  return {
    queue,
    failed: async (count: number): Promise<void> => {
      while (faults < count) await once(news, 'fault');
    },
  };
}

const anAccount = async (db: Kysely<Schema>, username = 'ada'): Promise<number> => {
  const values = { username, email: `${username}@site.example` };
  const { id } = await db.insertInto('account').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
};

const aMail = (accountId: number, given: Partial<PersonalMail> = {}): PersonalMail => ({
  key: 'one',
  accountId,
  subject: 'Hello',
  text: 'A line.',
  ...given,
});

const untilSent = async (db: Kysely<Schema>, queue: { close(): Promise<void> }) => {
  await queue.close();
  return db.selectFrom('mail').select(['key', 'subject', 'body', 'sent_at']).orderBy('id').execute();
};
