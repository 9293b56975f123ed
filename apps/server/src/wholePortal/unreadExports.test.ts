import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { z } from 'zod';
import { createSessions, sessionCookie } from '../access/index.ts';
import { verifyChain } from '../audit/verifyChain.ts';
import { defaultRateLimits } from '../http/index.ts';
import type { TestDataset } from '../testing/factories.ts';
import { type TestApp, testApp } from '../testing/testApp.ts';

/** More bytes than the system keeps for a reader who reads nothing, in few rows: each row costs time to import. */
const subjects = 1_200;
const note = 'x'.repeat(10_000);

let portal: TestApp;
let dataset: TestDataset;
let port: number;

const detail = z.object({ rows: z.number(), bytes: z.number(), isComplete: z.boolean() });

/**
 * The audit's record of an account's export, once it has ended. The event that ends it is repeated at each check, since
 * the system's buffer for the reader may not be full at the first.
 */
const ended = (accountId: number, act: () => void) =>
  vi.waitFor(
    async () => {
      act();
      const line = await portal.db
        .selectFrom('audit_event')
        .select('detail')
        .where('account_id', '=', accountId)
        .where('action', '=', 'export_rows')
        .executeTakeFirstOrThrow();
      return detail.parse(line.detail);
    },
    { timeout: 240_000, interval: 400 },
  );

const title =
  'exports %s keep nobody waiting, and the audit says how much of them went out (rules 8.6, 8.12 and 8.24)';
const unread = ['that nobody reads for a minute', () => portal.clock.advance(1.1)] as const;
const left = ['whose readers go away', (socket: Socket) => void socket.destroy()] as const;

describe('in the thread of the portal', { tags: 'long' }, () => {
  beforeAll(() => open(undefined));
  afterAll(() => portal.close());

  it.each([unread, left])(title, keepsNobodyWaiting);
});

describe('in a thread of its own', () => {
  beforeAll(() => open(pathToFileURL(path.join(inject('programs'), 'exportThread.mjs'))));
  afterAll(() => portal.close());

  it.each([unread, left])(title, { tags: 'long' }, keepsNobodyWaiting);

  it('an export that the end of the portal breaks off leaves the line of how much went out (rule 8.12)', async () => {
    const { socket, accountId } = await beginUnread();
    await portal.app.close();
    // Looked for once, at once: the process would be gone now.
    const line = portal.db.selectFrom('audit_event').select('detail').where('account_id', '=', accountId);
    const { detail: found } = await line.where('action', '=', 'export_rows').executeTakeFirstOrThrow();
    expectPart(detail.parse(found));
    socket.destroy();
  });
});

async function open(exportThread: URL | undefined): Promise<void> {
  const config = {
    allowedOrigins: [],
    trustProxy: false,
    rateLimits: { ...defaultRateLimits, exportSlots: 1 },
  };
  portal = await testApp({ config, exportThread });
  const participants = path.join(portal.smallPackage, 'participant.csv');
  const more = Array.from(
    { length: subjects },
    (_, index) => `Q${index},Male,true,400,2019-02-28,9.5,${note}`,
  );
  await writeFile(participants, `${await readFile(participants, 'utf8')}${more.join('\r\n')}\r\n`);
  dataset = await portal.aDataset({ packagePath: portal.smallPackage });
  const address = await portal.app.listen({ port: 0, host: '127.0.0.1' });
  port = Number(new URL(address).port);
}

/** A member whose table has the long column, and whose export has begun: its reader takes nothing more. */
async function beginUnread(): Promise<{ readonly socket: Socket; readonly accountId: number }> {
  const { account } = await portal.aMember({ dataset, level: 'phi' });
  const caller = await portal.signedIn(account);
  const transformation = { type: 'add_entry', concept_id: 'note', aggregation_method: 'stack' };
  await caller.post(`${dataset.uniqueId}/table_def/`, { transformation });
  const token = await createSessions({
    db: portal.db,
    clock: portal.clock.now,
    // Longer than the clock may be moved.
    lifetimeSeconds: 40_000,
  }).begin(account.id, undefined);
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const request = [
    `GET /api/v2/${dataset.uniqueId}/query_tools/export_csv/ HTTP/1.1`,
    'host: 127.0.0.1',
    `cookie: ${sessionCookie}=${token}`,
  ];
  socket.write(`${request.join('\r\n')}\r\n\r\n`);
  await once(socket, 'readable');
  return { socket, accountId: account.id };
}

/** Somebody else gets a whole file, with the only slot that there is. */
async function expectWholeFile(): Promise<void> {
  const { account } = await portal.aMember({ dataset, level: 'phi' });
  const caller = await portal.signedIn(account);
  const file = await caller.get(`${dataset.uniqueId}/query_tools/export_csv/`);
  expect(file.statusCode).toBe(200);
}

function expectPart(sent: z.output<typeof detail>): void {
  expect(sent.isComplete).toBe(false);
  expect(sent.rows).toBeGreaterThan(0);
  expect(sent.rows).toBeLessThan(subjects);
  expect(sent.bytes).toBeGreaterThan(0);
  expect(sent.bytes).toBeLessThan(subjects * note.length);
}

async function keepsNobodyWaiting(_what: string, act: (socket: Socket) => void): Promise<void> {
  const unread = [await beginUnread(), await beginUnread()];
  await expectWholeFile();
  for (const { socket, accountId } of unread) expectPart(await ended(accountId, () => act(socket)));
  await expectWholeFile();
  expect(await verifyChain(portal.db)).toMatchObject({ kind: 'whole' });
  for (const { socket } of unread) socket.destroy();
}
