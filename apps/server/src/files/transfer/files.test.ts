import { mkdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { disableAccount } from '../../access/index.ts';
import type { Caller } from '../../testing/caller.ts';
import { ofFile } from '../../testing/ofFile.ts';
import { transferPortal } from '../../testing/transferPortal.ts';

const genome = 'ACGTACGTAC';
const files = [
  { id: 'F1', path: 'wgs/p1.cram', content: genome },
  { id: 'F2', path: 'wgs/p2.cram', content: '0123456789abcdef', checksum: 'md5', subject: 'P2' },
  { id: 'F3', path: 'notes/read me.txt', content: 'plain', checksum: 'none' },
  { id: 'F4', path: 'empty.bed', content: '' },
  { id: 'F5', path: 'closed.cram', content: 'identified', access: 'phi' },
] as const;

const portal = ofFile(await transferPortal());
const dataset = await portal.aFiledDataset(files);

describe('a file', () => {
  it('comes whole with its name, its checksum and a tag', async () => {
    const { caller } = await portal.aReader(dataset);
    const reply = await contentOf(caller, 'F1');
    expect([reply.statusCode, reply.body]).toEqual([200, genome]);
    expect(reply.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': '10',
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="p1.cram"; filename*=UTF-8''p1.cram`,
      'cache-control': 'no-store',
      etag: expect.stringMatching(/^"sha256:[0-9a-f]{64}:10"$/),
      'repr-digest': expect.stringMatching(/^sha-256=:[A-Za-z0-9+/=]{44}:$/),
    });
  });

  it('an empty file is a file', async () => {
    const { caller } = await portal.aReader(dataset);
    const reply = await contentOf(caller, 'F4');
    expect([reply.statusCode, reply.body, reply.headers['content-length']]).toEqual([200, '', '0']);
  });

  it.each([
    ['bytes=2-5', 206, 'GTAC', 'bytes 2-5/10'],
    ['bytes=8-', 206, 'AC', 'bytes 8-9/10'],
    ['bytes=-3', 206, 'TAC', 'bytes 7-9/10'],
    ['bytes=0-99', 206, genome, 'bytes 0-9/10'],
    ['bytes=10-', 416, null, 'bytes */10'],
    ['bytes=-0', 416, null, 'bytes */10'],
    ['bytes=5-2', 200, genome, undefined],
    ['bytes=0-1,4-5', 200, genome, undefined],
    ['lines=1-2', 200, genome, undefined],
  ])('the range %s is answered with %i', async (range, status, body, contentRange) => {
    const { caller } = await portal.aReader(dataset);
    const reply = await contentOf(caller, 'F1', { range });
    expect([reply.statusCode, reply.headers['content-range']]).toEqual([status, contentRange]);
    if (body === null) expect(reply.json().code).toBe('no_such_range');
    else expect(reply.body).toBe(body);
  });

  it('a range of the content that the receiver has begun with, else the whole', async () => {
    const { caller } = await portal.aReader(dataset);
    const tag = String((await contentOf(caller, 'F1')).headers.etag);
    const answerTo = async (ifRange: string) =>
      (await contentOf(caller, 'F1', { range: 'bytes=8-', 'if-range': ifRange })).body;
    expect([await answerTo(tag), await answerTo('"another"')]).toEqual(['AC', genome]);
  });

  it('HEAD says what a GET would, and sends nothing', async () => {
    const { caller } = await portal.aReader(dataset);
    const url = `/api/v2/${dataset.uniqueId}/transfers/content/F1/`;
    const before = (await lastLines('file_sent', 1000)).length;
    const reply = await caller.send({ method: 'HEAD', url });
    expect([reply.statusCode, reply.body, reply.headers['content-length']]).toEqual([200, '', '10']);
    expect((await lastLines('file_sent', 1000)).length).toBe(before);
  });

  it('is not found where the caller may not read it, like one that does not exist', async () => {
    const { caller } = await portal.aReader(dataset);
    const [closed, nowhere] = [await contentOf(caller, 'F5'), await contentOf(caller, 'nothing')];
    const shown = ({ requestId: _, ...rest }: Record<string, unknown>) => rest;
    expect([closed.statusCode, shown(closed.json())]).toEqual([404, shown(nowhere.json())]);
  });

  it('is recorded with the bytes that were sent', async () => {
    const { caller } = await portal.aReader(dataset);
    await contentOf(caller, 'F2', { range: 'bytes=4-7' });
    expect(await lastLines('file_sent')).toEqual([
      expect.objectContaining({ file: 'F2', size: 16, from: 4, bytes: 4, isComplete: true, transfer: null }),
    ]);
  });

  it('of another size than the catalogue says is not handed out', async () => {
    const other = await portal.aFiledDataset([{ id: 'S1', path: 'short.cram', content: 'four' }]);
    const { caller } = await portal.aReader(other);
    await truncate(path.join(portal.areaOf(other), 'short.cram'), 3);
    const reply = await contentOf(caller, 'S1', {}, other);
    expect([reply.statusCode, reply.json().code]).toEqual([503, 'not_ready']);
  });

  it('a link that leads out of the storage is not followed, also one that was put there after the import', async () => {
    const outside = path.join(portal.folder, 'outside');
    await mkdir(outside, { recursive: true });
    await writeFile(path.join(outside, 'secret'), 'four');
    const other = await portal.aFiledDataset([
      { id: 'L1', path: 'linked/one', content: 'four' },
      { id: 'L2', path: 'within', content: 'four' },
    ]);
    const { caller } = await portal.aReader(other);
    await rename(path.join(portal.areaOf(other), 'linked'), path.join(portal.folder, 'moved'));
    await symlink(outside, path.join(portal.areaOf(other), 'linked'));
    await writeFile(path.join(outside, 'one'), 'four');
    expect((await contentOf(caller, 'L1', {}, other)).statusCode).toBe(404);
    await rm(path.join(portal.areaOf(other), 'within'));
    await symlink(path.join(outside, 'secret'), path.join(portal.areaOf(other), 'within'));
    expect((await contentOf(caller, 'L2', {}, other)).statusCode).toBe(404);
  });
});

describe('a signed link', () => {
  it('opens its file without a session, also in ranges', async () => {
    const { caller } = await portal.aReader(dataset);
    const link = await linkTo(caller, 'F1');
    const whole = await follow(link);
    const part = await follow(link, { range: 'bytes=4-' });
    expect([whole.statusCode, whole.body, part.statusCode, part.body]).toEqual([200, genome, 206, 'ACGTAC']);
  });

  it('opens nothing after its time, and nothing when a letter of it is changed', async () => {
    const { caller } = await portal.aReader(dataset);
    const link = await linkTo(caller, 'F1');
    const changed = link.replace(/link=(.)/, (_, letter) => `link=${letter === 'A' ? 'B' : 'A'}`);
    expect((await follow(changed)).json()).toMatchObject({ code: 'not_signed_in' });
    expect((await follow(link.replace(/link=.*/, ''))).statusCode).toBe(401);
    portal.clock.advance(24 * 60 - 1);
    expect((await follow(link)).statusCode).toBe(200);
    portal.clock.advance(2);
    const late = await follow(link);
    expect([late.statusCode, late.json().detail]).toEqual([401, expect.stringContaining('has expired')]);
  });

  it('works only while its account may download the file', async () => {
    const { account, caller } = await portal.aReader(dataset);
    const link = await linkTo(caller, 'F1');
    const of = { account_id: account.id, dataset_id: dataset.id };
    const member = portal.db.updateTable('membership').where((row) => row.and(of));
    await member.set({ access_level: 'agg' }).execute();
    expect((await follow(link)).json().code).toBe('not_permitted');
    await member.set({ access_level: 'deid', ends_at: portal.clock.now() }).execute();
    expect((await follow(link)).json().code).toBe('not_a_member');
    await member.set({ ends_at: null }).execute();
    expect((await follow(link)).statusCode).toBe(200);
    await portal.db
      .deleteFrom('membership')
      .where((row) => row.and(of))
      .execute();
    expect((await follow(link)).json().code).toBe('not_a_member');
  });

  it('ends with the account, and with its password', async () => {
    const disabled = await portal.aReader(dataset);
    const link = await linkTo(disabled.caller, 'F1');
    await disableAccount(portal.db, disabled.account.username);
    expect((await follow(link)).json().code).toBe('not_signed_in');
    const changed = await portal.aReader(dataset);
    const other = await linkTo(changed.caller, 'F1');
    await portal.db
      .updateTable('account')
      .set({ password_hash: 'another' })
      .where('id', '=', changed.account.id)
      .execute();
    expect((await follow(other)).json().detail).toContain('password has changed');
  });

  it('opens no other content of its file, and none that a new release has not', async () => {
    const changing = await portal.aFiledDataset([
      { id: 'C1', path: 'c1.cram', content: 'before' },
      { id: 'C2', path: 'c2.cram', content: 'stays' },
      { id: 'C3', path: 'c3.cram', content: 'goes' },
    ]);
    const { caller } = await portal.aReader(changing);
    const links = await Promise.all(['C1', 'C2', 'C3'].map((id) => linkTo(caller, id, changing)));
    const { transfer } = await listOf(caller, ['C1', 'C2', 'C3'], changing);
    await portal.aFiledRelease(changing, [
      { id: 'C1', path: 'c1.cram', content: 'after!' },
      { id: 'C2', path: 'c2.cram', content: 'stays' },
    ]);
    const codes = [];
    for (const link of links) codes.push((await follow(link)).statusCode);
    expect(codes).toEqual([412, 200, 404]);
    const list = await caller.get(`${changing.uniqueId}/transfers/${transfer.transfer_id}/files`);
    expect(
      list
        .json()
        .results.map(({ file_id, problem, url }: Record<string, unknown>) => [
          file_id,
          problem,
          url === null,
        ]),
    ).toEqual([
      ['C1', 'This file has changed since it was chosen.', true],
      ['C2', null, false],
      ['C3', 'This file is no longer there for you.', true],
    ]);
  });
});

describe('a transfer', () => {
  it('is kept with its files, as they were chosen, and is its owner’s alone', async () => {
    const { caller } = await portal.aReader(dataset);
    const { transfer, list } = await listOf(caller, ['F1', 'F2', 'F3']);
    expect(transfer).toMatchObject({ way: 'browser', files: 3, total_size: 31, cohort_snapshot_id: null });
    expect(list).toMatchObject({ next: null });
    expect(list.results.map(({ path: below }: { path: string }) => below)).toEqual([
      'wgs/p1.cram',
      'wgs/p2.cram',
      'notes/read me.txt',
    ]);
    expect(list.results.map(({ drs_uri }: { drs_uri: string | null }) => drs_uri === null)).toEqual([
      false,
      false,
      true,
    ]);
    const other = await portal.aReader(dataset);
    const foreign = await other.caller.get(`${dataset.uniqueId}/transfers/${transfer.transfer_id}`);
    expect(foreign.statusCode).toBe(404);
    const records = (await caller.get(`${dataset.uniqueId}/files/downloads`)).json().results;
    expect(records).toEqual([
      expect.objectContaining({ id: transfer.transfer_id, way: 'browser', files: 3 }),
    ]);
    expect(await lastLines('download_begin')).toEqual([expect.objectContaining({ files: 3, bytes: 31 })]);
  });

  it('comes in pages', async () => {
    const { caller } = await portal.aReader(dataset);
    const { transfer } = await listOf(caller, ['F1', 'F2', 'F3']);
    const page = async (after: number) =>
      (
        await caller.get(`${dataset.uniqueId}/transfers/${transfer.transfer_id}/files?after=${after}&limit=2`)
      ).json();
    const [first, second] = [await page(0), await page(2)];
    expect([first.results.length, first.next, second.results.length, second.next]).toEqual([2, 2, 1, null]);
  });

  it('names of files that the caller may not read begin nothing', async () => {
    const { caller } = await portal.aReader(dataset);
    const before = (await lastLines('download_begin', 1000)).length;
    const body = { way: 'browser', file_ids: ['F1', 'F5'] };
    expect((await caller.post(`${dataset.uniqueId}/transfers/start`, body)).statusCode).toBe(404);
    expect((await lastLines('download_begin', 1000)).length).toBe(before);
  });

  it('of an empty queue is refused in words', async () => {
    const { caller } = await portal.aReader(dataset);
    const reply = await caller.post(`${dataset.uniqueId}/transfers/start`, { way: 'script' });
    expect([reply.statusCode, reply.json().detail]).toEqual([400, expect.stringContaining('queue is empty')]);
  });

  it('of the queue is what the queue holds', async () => {
    const { caller } = await portal.aReader(dataset);
    await caller.post(`${dataset.uniqueId}/files/queue/add`, { file_ids: ['F1', 'F4'] });
    const reply = await caller.post(`${dataset.uniqueId}/transfers/start`, { way: 'browser' });
    expect(reply.json()).toMatchObject({ files: 2, total_size: 10 });
  });
});

const contentOf = (caller: Caller, id: string, headers: Record<string, string> = {}, of = dataset) =>
  caller.send({ url: `/api/v2/${of.uniqueId}/transfers/content/${id}/`, headers });

/** Begins a transfer of named files; returns its list. */
async function listOf(caller: Caller, fileIds: readonly string[], of = dataset) {
  const started = await caller.post(`${of.uniqueId}/transfers/start`, { way: 'browser', file_ids: fileIds });
  expect([started.statusCode, started.json().detail]).toEqual([200, undefined]);
  const list = await caller.get(`${of.uniqueId}/transfers/${started.json().transfer_id}/files`);
  return { transfer: started.json(), list: list.json() };
}

/** The path and query of a signed link to one file. */
async function linkTo(caller: Caller, id: string, of = dataset): Promise<string> {
  const { list } = await listOf(caller, [id], of);
  const url = new URL(list.results[0].url);
  return url.pathname + url.search;
}

const follow = (url: string, headers: Record<string, string> = {}) => portal.anonymous.send({ url, headers });

const lastLines = async (action: string, count = 1) =>
  (
    await portal.db
      .selectFrom('audit_event')
      .select(['detail', 'account_id'])
      .where('action', '=', action)
      .orderBy('id', 'desc')
      .limit(count)
      .execute()
  ).map(({ detail }) => detail);
