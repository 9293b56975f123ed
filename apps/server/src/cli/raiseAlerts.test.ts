import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ofDatabase } from '../admin/health/healthParts.ts';
import { onRecordFault, record } from '../audit/index.ts';
import type { Alert } from '../mail/index.ts';
import { createImportQueue } from '../operations/index.ts';
import { aloneHere } from '../portals/index.ts';
import { tamperWithAudit } from '../testing/tamperWithAudit.ts';
import { type TestApp, testApp } from '../testing/testApp.ts';
import { alertOfBulk, alertOfLosses, performWithAlerts, watchChain } from './raiseAlerts.ts';

let portal: TestApp;
const raised: Alert[] = [];
const alerts = { raise: (alert: Alert) => void raised.push(alert) };
beforeEach(async () => {
  portal = await testApp();
});
afterEach(async () => {
  raised.splice(0);
  await portal.close();
});

const watcher = { onProgress: () => {}, signal: new AbortController().signal };

const installation = () => ({
  db: portal.db,
  dbForRequests: portal.db,
  questions: portal.questions,
  releases: portal.releases,
  indexes: portal.warehouse.indexes,
  anchorFile: '/nowhere/anchors.ndjson',
  clock: portal.clock.now,
  appSegment: 'pcgc',
  registrar: null,
  membershipDays: null,
  reportReleaseDays: null,
  keptDays: { auditDays: null, questionDays: null, importLogDays: null, receiptDays: null },
  requireRoom: () => {},
  imports: createImportQueue(),
  portals: aloneHere(),
  installed: { home: '', storageRoot: '', uploads: '', version: '', settingsFiles: [] },
  recovery: { removed: [], warnings: [] },
  close: async () => {},
});

const verify = { kind: 'verifyAudit', from: 1, anchors: [{ id: 9, hash: '0'.repeat(64) }] } as const;

it('a line that cannot be written raises an alert, and its call fails', async () => {
  const faults: unknown[] = [];
  const end = onRecordFault((error) => void faults.push(error));
  const { account } = await portal.aMember({
    dataset: await portal.aDataset({ uniqueId: 'small', packagePath: portal.smallPackage }),
    level: 'phi',
  });
  await sql`alter table audit_event add constraint no_count check (action <> 'count') not valid`.execute(
    portal.db,
  );
  const reply = await (await portal.signedIn(account)).get('small/query_tools/count');
  end();
  expect(reply.statusCode).toBe(500);
  expect(faults).toEqual([expect.objectContaining({ message: expect.stringContaining('no_count') })]);
});

it('a broken chain is an alert that names the line, and the command is refused too', async () => {
  const broken = performWithAlerts(alerts, installation(), [
    { ...verify, anchors: [...verify.anchors] },
    watcher,
  ]);
  await expect(broken).rejects.toMatchObject({ code: 'conflict' });
  expect(raised).toEqual([
    { key: 'audit_chain', sentence: expect.stringContaining('The audit is broken at line 1') },
  ]);
});

it('a whole chain is no alert', async () => {
  await performWithAlerts(alerts, installation(), [{ kind: 'verifyAudit', from: 1, anchors: [] }, watcher]);
  expect(raised).toEqual([]);
});

it('the chain is looked at a while after the start, and the end of the watch ends a look', async () => {
  const { account } = await portal.aMember({ dataset: await portal.aDataset({ uniqueId: 'small' }) });
  await record(portal.db, { accountId: account.id, action: 'sign_out' });
  await tamperWithAudit(portal.db, "update audit_event set action = 'sign_in'");
  const logged: unknown[] = [];
  const log = { error: (detail: unknown) => void logged.push(detail) };
  const hour = 3_600_000;
  const end = watchChain({ alerts, installation: installation(), firstMs: 1, everyMs: hour, log });
  await expect.poll(() => raised.length).toBe(1);
  expect(raised[0]?.key).toBe('audit_chain');
  await end();
  await watchChain({ alerts, installation: installation(), firstMs: hour, everyMs: hour, log })();
  expect(logged).toEqual([]);
});

it('the alert of a bulk export names account, amount, day and dataset', () => {
  const event = {
    accountId: 7,
    username: 'ada',
    dataset: 'heart',
    day: '2026-05-04',
    rows: 120_000,
    bytes: 44_100_000,
  };
  alertOfBulk(alerts, event);
  expect(raised).toEqual([
    {
      key: 'bulk_export 7 2026-05-04',
      sentence: 'Account ada (7) has taken 120,000 rows and 45 MB on 2026-05-04, the last of dataset heart.',
      detail: { account: 7, dataset: 'heart', rows: 120_000, bytes: 44_100_000 },
    },
  ]);
});

it('a copy in the place of the state database is an alert as long as the newer files are kept (rule 16.4)', async () => {
  const home = await mkdtemp(path.join(tmpdir(), 'atrium-losses-'));
  const name = 'state.broken-2026-05-04T09-00-00-000Z.copy-2026-05-04T08-10-20-300Z';
  await mkdir(path.join(home, name));
  await alertOfLosses(alerts, home);
  expect(raised.map(({ sentence }) => sentence)).toEqual([
    `The state database could not be opened at 2026-05-04T09:00:00.000Z, and its copy of 2026-05-04T08:10:20.300Z took its place: what was entered between is lost. The newer files are kept in ${path.join(home, name)}.`,
  ]);
  const { state, sentence } = await ofDatabase({ db: portal.db, installation: { version: '', home } });
  expect([state, sentence]).toEqual(['bad', raised[0]?.sentence]);
  await rm(home, { recursive: true });
});
