import { afterEach, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import type { VolumeLimits } from '../config/parseVolume.ts';
import { createCaller } from '../testing/caller.ts';
import { portalOfFile } from '../testing/ofFile.ts';
import { type BulkExport, createVolumes } from './volumes.ts';

const none: VolumeLimits = { rows: null, bytes: null };
const reported: BulkExport[] = [];
afterEach(() => void reported.splice(0));

const onBulk = (event: BulkExport) => void reported.push(event);

// The small package has six subjects, so that two files of them pass.
const volumes = { limits: { rows: 14, bytes: 100_000 }, bulk: { ...none, rows: 12 }, onBulk };
const portal = await portalOfFile({ volumes });

const lines = (reply: { readonly body: string }): number => reply.body.trim().split('\n').length - 1;

describe('a limit of rows for an account and day (rule 8.21)', () => {
  it('refuses a file that is larger than what is left, in words and with the time until it is free', async () => {
    const { file, taken } = await aTaker();
    expect(lines(await file('csv'))).toBe(6);
    expect((await file('ndjson')).statusCode).toBe(200);
    const refused = await file();
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({
      code: 'volume_limit',
      detail:
        'This file has 6 rows, and 2 are left to you today. A day allows 14 rows and 0.1 MB; the next begins at 00:00 UTC, in 15 hours.',
    });
    expect(refused.headers['retry-after']).toBe(String(14.5 * 3600));
    expect(await taken()).toMatchObject([{ day: '2026-05-04', rows: 12 }]);
  });

  it('counts pages of results too', async () => {
    const { page, file } = await aTaker();
    for (const records of [4, 4]) expect((await page(records)).statusCode).toBe(200);
    expect((await file()).statusCode).toBe(200);
    const refused = await page(1);
    expect(refused.json()).toMatchObject({
      code: 'volume_limit',
      detail: expect.stringMatching(/^You have taken all that is allowed today\./),
    });
  });

  it('is one for all datasets together, and another for each account', async () => {
    const { account, caller, file } = await aTaker();
    const second = await portal.aDataset({ packagePath: portal.smallPackage });
    await portal.aMember({ account, dataset: second, level: 'phi' });
    await file();
    await file();
    const elsewhere = await caller.get(`${second.uniqueId}/query_tools/export_csv`);
    expect(elsewhere.json().code).toBe('volume_limit');
    expect((await (await aTaker()).file()).statusCode).toBe(200);
  });

  it('is lower where the dataset says so, for that dataset alone', { tags: 'long' }, async () => {
    const { file, account, caller } = await aTaker({ exportRowsPerDay: 7 });
    expect((await file()).statusCode).toBe(200);
    expect((await file()).json()).toMatchObject({
      code: 'volume_limit',
      detail: expect.stringContaining('14 rows and 0.1 MB and 7 rows of this dataset'),
    });
    const second = await portal.aDataset({ packagePath: portal.smallPackage });
    await portal.aMember({ account, dataset: second, level: 'phi' });
    expect((await caller.get(`${second.uniqueId}/query_tools/export_csv`)).statusCode).toBe(200);
  });

  it('holds for several portals on one state database', { tags: 'long' }, async () => {
    const { db, questions, releases, clock } = portal;
    const config = { allowedOrigins: [], trustProxy: false as const };
    const volumes = { limits: { rows: 14, bytes: null } };
    const other = await createApp({
      config,
      db,
      questions,
      releases,
      clock: clock.now,
      sealKey: new Uint8Array(32),
      volumes,
    });
    const { caller, dataset, file } = await aTaker();
    const there = createCaller(other, caller.cookie);
    const path = `${dataset.uniqueId}/query_tools/export_csv`;
    expect([(await file()).statusCode, (await there.get(path)).statusCode]).toEqual([200, 200]);
    expect([(await file()).statusCode, (await there.get(path)).statusCode]).toEqual([429, 429]);
    await other.close();
  });

  it('leaves a line in the audit when it refuses', async () => {
    const { file, caller } = await aTaker({ exportRowsPerDay: 1 });
    await file();
    const [line] = (await caller.get('audit?action=permission_refused')).json().results;
    expect(line.detail).toMatchObject({ code: 'volume_limit' });
  });

  it('tells once a day of an account that has taken much', { tags: 'long' }, async () => {
    const { account, file, page, dataset } = await aTaker();
    await file();
    expect(reported).toEqual([]);
    await file();
    await page(1);
    expect(reported).toEqual([
      {
        accountId: account.id,
        username: account.username,
        dataset: dataset.uniqueId,
        day: '2026-05-04',
        rows: 12,
        bytes: expect.any(Number),
      },
    ]);
  });
});

describe('the count of a day', () => {
  const aMeter = async (
    limits: VolumeLimits,
    taker: Awaited<ReturnType<typeof aTaker>>,
    at = portal.clock.now,
  ) =>
    createVolumes({ db: portal.db, clock: at, limits }).open({
      ...taker,
      datasetId: taker.dataset.id,
      uniqueId: taker.dataset.uniqueId,
    });

  it('begins anew at midnight by UTC', async () => {
    const taker = await aTaker();
    const limits = { rows: 10, bytes: null };
    await (await aMeter(limits, taker)).add({ rows: 10, bytes: 1 });
    await expect(aMeter(limits, taker)).rejects.toMatchObject({ code: 'volume_limit' });
    const next = () => new Date('2026-05-05T00:00:00Z');
    await expect(aMeter(limits, taker, next)).resolves.toBeDefined();
  });

  it('ends a file that passes the limit meanwhile, also where two are read at once', async () => {
    const taker = await aTaker();
    const limits = { rows: null, bytes: 1000 };
    const [one, other] = [await aMeter(limits, taker), await aMeter(limits, taker)];
    await one.add({ rows: 1, bytes: 600 });
    await expect(other.add({ rows: 1, bytes: 600 })).rejects.toMatchObject({ code: 'volume_limit' });
  });

  it('is not kept where nothing limits or watches it', async () => {
    const taker = await aTaker();
    await (await aMeter(none, taker)).add({ rows: 5, bytes: 5 });
    expect(await taker.taken()).toEqual([]);
  });
});

async function aTaker(settings: { readonly exportRowsPerDay?: number } = {}) {
  const dataset = await portal.aDataset({ packagePath: portal.smallPackage, settings });
  const { account } = await portal.aMember({ dataset, level: 'phi' });
  const caller = await portal.signedIn(account);
  const file = (format = 'csv') => caller.get(`${dataset.uniqueId}/query_tools/export_${format}`);
  const page = (records = 10) =>
    caller.get(`${dataset.uniqueId}/query_tools/preview?records_per_page=${records}`);
  const taken = async () => {
    const stored = portal.db.selectFrom('export_volume').select(['day', 'rows', 'bytes']);
    return stored.where('account_id', '=', account.id).where('dataset_id', '=', dataset.id).execute();
  };
  return { account, dataset, caller, file, page, taken };
}
