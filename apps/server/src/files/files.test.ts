import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Account } from '../access/index.ts';
import { aMemberOf } from '../testing/aMemberOf.ts';
import type { Caller } from '../testing/caller.ts';
import { folderOfFile, portalOfFile } from '../testing/ofFile.ts';
import type { TestApp } from '../testing/testApp.ts';
import { recordDownload, selectQueuedFiles } from './selection.ts';
import { type FilesPackage, writeFilesPackage } from './testing/filesPackage.ts';
import { selectionDeps } from './testing/queuedFiles.ts';
import { files, people } from './testing/trioFiles.ts';

let account: Account;
let caller: Caller;

const written = (name: string, given: FilesPackage) => writeFilesPackage(path.join(folder, name), given);

const portal = await portalOfFile();
const deps = selectionDeps(portal);
const folder = await folderOfFile();
const dataset = await portal.aDataset({ packagePath: await written('one', { people, files }) });
const other = await portal.aDataset({ packagePath: portal.smallPackage });
beforeEach(async () => {
  ({ account } = await portal.aMember({ dataset, level: 'deid' }));
  await portal.aMember({ account, dataset: other, level: 'deid' });
  caller = await portal.signedIn(account);
});

const app = '/pcgc/importedfiles';
const list = (who: Caller, body: object = {}) =>
  who.post(`${app}/file-type-list/`, {
    dataset: dataset.uniqueId,
    file_tag: 'Local',
    file_category: 'data',
    ...body,
  });
const add = (who: Caller, body: object = {}, category = 'data') =>
  who.post(`${app}/add-type-to-queue/${category}/`, {
    experiment_type: 'WGS',
    file_format: 'CRAM',
    dataset: dataset.uniqueId,
    ...body,
  });
const queueOf = async (
  who: Caller,
): Promise<readonly { file_tag: string; file_id: string | null; files: number; total_size: number }[]> =>
  (await who.get(`${app}/queue-type-list/?dataset=${dataset.uniqueId}`)).json();
const cohort = (transformation: object) => caller.post(`${dataset.uniqueId}/cohort_def/`, { transformation });

describe('files are refused', () => {
  const calls: readonly (readonly [
    name: string,
    send: (who: Caller, dataset: string) => ReturnType<Caller['get']>,
  ])[] = [
    ['file-type-list', (who, id) => list(who, { dataset: id, file_category: 'no category' })],
    ['add-type-to-queue', (who, id) => who.post(`${app}/add-type-to-queue/data`, { dataset: id })],
    [
      'remove-type-from-queue',
      (who, id) => who.post(`${app}/remove-type-from-queue/?dataset=${id}`, { file_format: 7 }),
    ],
  ];

  const expectOrder = async (...[, send]: (typeof calls)[number]): Promise<void> => {
    const { uniqueId } = dataset;
    const as = async (given: Parameters<TestApp['aMember']>[0]) =>
      portal.signedIn((await portal.aMember({ dataset, ...given })).account);
    const stranger = await portal.signedIn(await portal.anAccount({ isStaff: true }));
    const replies = [
      await send(portal.anonymous, 'nowhere'),
      await send(caller, 'nowhere'),
      await send(stranger, uniqueId),
      await send(await as({ level: 'agg' }), uniqueId),
      await send(await as({ level: 'phi', canViewWorkspace: false }), uniqueId),
      await send(caller, uniqueId),
    ];
    expect(replies.map((reply) => [reply.statusCode, reply.json().code])).toEqual([
      [401, 'not_signed_in'],
      [404, 'not_found'],
      [403, 'not_a_member'],
      [403, 'not_permitted'],
      [403, 'not_permitted'],
      [400, 'bad_request'],
    ]);
  };

  const inOrder = 'in the order 401, 404, 403, 400: %s';
  it.each(calls.slice(0, 1))(inOrder, expectOrder);
  it.each(calls.slice(1))(inOrder, { tags: 'long' }, expectOrder);

  it('with the field that is wrong', async () => {
    const fieldOf = async (reply: ReturnType<Caller['get']>) => (await reply).json().field;
    expect(await fieldOf(list(caller, { file_tag: 'Nowhere' }))).toBe('file_tag');
    expect(await fieldOf(list(caller, { file_category: 'raw' }))).toBe('file_category');
    expect(await fieldOf(add(caller, { file_tag: 'Nowhere' }))).toBe('file_tag');
    expect(await fieldOf(add(caller, { experiment_type: 'PET' }))).toBe('experiment_type');
    const unknown = await caller.post(`${dataset.uniqueId}/files/queue/add/`, { file_ids: ['G1', 'X9'] });
    expect([unknown.statusCode, unknown.json().detail]).toEqual([400, 'file_ids: there is no file X9']);
    const closed = await caller.post(`${dataset.uniqueId}/files/queue/add/`, { file_ids: ['G1', 'N1'] });
    expect(closed.json().detail).toBe('file_ids: there is no file N1');
    expect(await queueOf(caller)).toEqual([]);
    expect((await add(caller, {}, 'raw')).statusCode).toBe(404);
  });

  it('when a link or another site empties the queue by GET, while a script of the portal may', async () => {
    await add(caller);
    const clear = (headers: Readonly<Record<string, string>>) =>
      caller.send({
        method: 'GET',
        url: `${app}/queue-type-list/clear/?dataset=${dataset.uniqueId}`,
        headers,
      });
    const link = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' };
    const elsewhere = {
      'sec-fetch-mode': 'cors',
      'sec-fetch-site': 'cross-site',
      origin: 'https://evil.example',
    };
    for (const headers of [link, elsewhere]) {
      expect((await clear(headers)).json()).toMatchObject({ code: 'cross_site' });
      expect(await queueOf(caller)).toHaveLength(1);
    }
    const script = await clear({ 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' });
    expect([script.statusCode, script.json()]).toEqual([200, { status: 'cleared' }]);
    expect(await queueOf(caller)).toEqual([]);
    await add(caller);
    expect((await caller.post(`${app}/queue-type-list/clear?dataset=${dataset.uniqueId}`)).json()).toEqual({
      status: 'cleared',
    });
    expect(await queueOf(caller)).toEqual([]);
  });
});

describe('the list of types', () => {
  it('is a bare list, with and without a slash at the end, and counts a trio’s file once', async () => {
    const reply = await list(caller);
    expect(reply.json()).toEqual([
      {
        file_category: 'data',
        file_tag: 'Local',
        data_type: 'Sequence',
        experiment_type: 'WGS',
        file_format: 'CRAM',
        individuals: 2,
        percentage: 66,
        files: 2,
        total_size: 31_250_000_002,
        is_queued: false,
      },
      expect.objectContaining({
        file_format: 'VCF',
        individuals: 3,
        percentage: 100,
        files: 1,
        total_size: 8,
      }),
    ]);
    expect(reply.headers['cache-control']).toBe('no-store');
    const again = await caller.post(`${app}/file-type-list`, { dataset: dataset.uniqueId });
    expect(again.json()).toEqual(reply.json());
  });

  it('shows a dash for files of nobody, and nothing of other categories from the second source', async () => {
    expect((await list(caller, { file_category: 'analysis' })).json()).toMatchObject([
      { individuals: null, percentage: null, files: 1, total_size: 16 },
    ]);
    expect((await list(caller, { file_tag: 'Sequencing' })).json()).toMatchObject([
      { files: 1, total_size: 4 },
    ]);
    expect((await list(caller, { file_tag: 'Sequencing', file_category: 'clinical' })).json()).toEqual([]);
  });

  it('opens a file by the level that it names', async () => {
    const { account: reader } = await portal.aMember({ dataset, level: 'phi' });
    expect((await list(caller, { file_category: 'clinical' })).json()).toEqual([]);
    expect((await list(await portal.signedIn(reader), { file_category: 'clinical' })).json()).toHaveLength(1);
  });

  it('is empty for a release without a catalogue, as is all else', async () => {
    const { uniqueId } = other;
    expect((await list(caller, { dataset: uniqueId })).json()).toEqual([]);
    expect((await caller.get(`${uniqueId}/files/list/`)).json().results).toEqual([]);
    expect((await caller.get(`${uniqueId}/files/figures/`)).json()).toMatchObject({
      subjects: 6,
      has_files: false,
      trios: null,
    });
    expect((await caller.get(`${uniqueId}/files/queue/`)).json()).toMatchObject({ items: [], uncovered: 6 });
    expect((await add(caller, { dataset: uniqueId })).statusCode).toBe(400);
  });
});

describe('a call that names no dataset', () => {
  const unnamed = (who: Caller) => who.get(`${app}/queue-type-list/`);

  it('means the one that the session named last, by listing, adding or opening', async () => {
    expect((await unnamed(caller)).json()).toMatchObject({ code: 'bad_request', field: 'dataset' });
    await list(caller);
    await add(caller);
    await list(caller, { dataset: other.uniqueId });
    expect((await unnamed(caller)).json()).toEqual([]);
    await caller.get(`dataset/${dataset.uniqueId}/`);
    expect((await unnamed(caller)).json()).toHaveLength(1);
    expect((await caller.get(`${app}/queue-type-list/?dataset=${other.uniqueId}`)).json()).toEqual([]);
    expect((await unnamed(caller)).json()).toHaveLength(1);
    await list(caller, { dataset: other.uniqueId });
    await add(caller);
    expect((await unnamed(caller)).json()).toHaveLength(1);
    expect((await unnamed(await portal.signedIn(account))).statusCode).toBe(400);
  });

  it('is refused when the membership has ended, and a dataset that was refused is not remembered', async () => {
    await list(caller);
    const agg = await portal.aMember({ dataset, level: 'agg' });
    const aggregateMember = await portal.signedIn(agg.account);
    expect((await list(aggregateMember)).statusCode).toBe(403);
    expect((await unnamed(aggregateMember)).json()).toMatchObject({ field: 'dataset' });
    await portal.db.deleteFrom('membership').where('account_id', '=', account.id).execute();
    expect((await unnamed(caller)).json()).toMatchObject({ code: 'not_a_member' });
  });
});

describe('the queue', () => {
  it('answers with what a removal needs, and no file is in it twice', async () => {
    await caller.post(`${dataset.uniqueId}/files/queue/add/`, { file_ids: ['G1', 'T1'] });
    expect((await queueOf(caller)).map(({ file_id }) => file_id)).toEqual(['G1', 'T1']);
    expect((await add(caller)).json()).toEqual({ status: 'added' });
    expect((await add(caller)).json()).toEqual({ status: 'added' });
    await caller.post(`${dataset.uniqueId}/files/queue/add/`, { file_ids: ['G3'] });
    const items = await queueOf(caller);
    expect(items).toMatchObject([
      { kind: 'file', file_id: 'T1', file_type: 'trio.vcf', files: 1, total_size: 8 },
      {
        kind: 'type',
        file_id: null,
        file_category: 'data',
        file_tag: 'Local',
        experiment_type: 'WGS',
        file_type: 'CRAM',
        file_format: 'CRAM',
        files: 2,
        total_size: 31_250_000_002,
      },
    ]);
    expect((await list(caller)).json()).toMatchObject([{ is_queued: true }, { is_queued: false }]);
    const page = (await caller.get(`${dataset.uniqueId}/files/list/?search=TRIO`)).json();
    expect(page.results).toMatchObject([{ file_id: 'T1', queued: 'file', individuals: 3 }]);
    expect(page.results[0]).not.toHaveProperty('path');
    await caller.post(`${dataset.uniqueId}/files/queue/remove/`, { file_ids: ['T1', 'G1'] });
    expect(await queueOf(caller)).toMatchObject([{ file_id: null }]);
  });

  it('keeps tags apart when adding, and removes those of every tag unless one is named', async () => {
    await add(caller);
    await add(caller, { file_tag: 'Sequencing' });
    const remove = (body: object) =>
      caller.post(`${app}/remove-type-from-queue/?dataset=${dataset.uniqueId}`, {
        file_category: 'data',
        experiment_type: 'WGS',
        file_format: 'CRAM',
        ...body,
      });
    expect((await queueOf(caller)).map(({ file_tag }) => file_tag)).toEqual(['Local', 'Sequencing']);
    expect((await remove({ file_tag: 'Sequencing' })).json()).toEqual({ status: 'removed' });
    expect((await queueOf(caller)).map(({ file_tag }) => file_tag)).toEqual(['Local']);
    await add(caller, { file_tag: 'Sequencing' });
    await remove({});
    expect(await queueOf(caller)).toEqual([]);
    expect((await remove({})).statusCode).toBe(200);
  });

  it('is sized anew with the cohort, with the release and with the rights', { tags: 'long' }, async () => {
    await add(caller);
    await caller.post(`${dataset.uniqueId}/files/queue/add/`, { file_ids: ['T1'] });
    await cohort({ type: 'add_entry', concept_id: 'sex', selected_categories: ['Male'] });
    expect((await caller.get(`${dataset.uniqueId}/files/queue/`)).json()).toMatchObject({
      totals: { files: 2, total_size: 10, individuals: 1, percentage: 100 },
      subjects: 1,
      uncovered: 0,
      experiment_types: [{ experiment_type: 'WGS', available: 1, missing: 0 }],
    });
    await cohort({ type: 'clear_all' });
    await cohort({ type: 'add_entry', concept_id: 'role', selected_categories: ['Mother'] });
    expect((await queueOf(caller)).map(({ files: count }) => count)).toEqual([0, 1]);
    expect((await caller.get(`${dataset.uniqueId}/files/queue/`)).json()).toMatchObject({
      totals: { files: 1, individuals: 1 },
    });

    const moved = await portal.aDataset({ packagePath: await written('two', { people, files }) });
    const member = await portal.aMember({ dataset: moved, level: 'deid' });
    const owner = await portal.signedIn(member.account);
    await add(owner, { dataset: moved.uniqueId });
    await owner.post(`${moved.uniqueId}/files/queue/add/`, { file_ids: ['T1'] });
    const sizes = async () => {
      const { items, totals } = (await owner.get(`${moved.uniqueId}/files/queue/`)).json();
      return [items.length, totals.files, totals.total_size];
    };
    expect(await sizes()).toEqual([2, 3, 31_250_000_010]);
    const hidden = files.map((file) => (file.id === 'T1' ? { ...file, access: 'phi' } : file));
    await portal.aRelease(
      moved,
      await written('three', { people, files: hidden.filter(({ id }) => id !== 'G1') }),
    );
    expect(await sizes()).toEqual([2, 1, 2]);
    await portal.db
      .updateTable('membership')
      .set({ access_level: 'agg' })
      .where('id', '=', member.membershipId)
      .execute();
    expect((await owner.get(`${moved.uniqueId}/files/queue/`)).statusCode).toBe(403);
  });
});

describe('the files of mothers and fathers (rule 2.27)', () => {
  const chosen = (alsoParents: boolean, who = caller) =>
    who.post(`${dataset.uniqueId}/files/queue/parents/`, { also_parents: alsoParents });
  const summary = async () => (await caller.get(`${dataset.uniqueId}/files/queue/`)).json();
  const proband = { type: 'add_entry', concept_id: 'role', selected_categories: ['Proband'] };

  it('are counted before they are added, and handed over as they were counted', async () => {
    await cohort(proband);
    await add(caller);
    const before = await summary();
    expect(before.totals).toMatchObject({ files: 1, individuals: 1, total_size: 31_250_000_000 });
    const adds = { subjects: 2, individuals: 1, files: 1, total_size: 2 };
    expect(before.parents).toEqual({ is_on: false, ...adds });
    expect((await chosen(true)).json()).toEqual({ status: 'complete' });
    const after = await summary();
    expect(after.parents).toEqual({ is_on: true, ...adds });
    expect(after.totals).toMatchObject({
      files: 2,
      individuals: 1,
      percentage: 100,
      total_size: 31_250_000_002,
    });
    expect(await queueOf(caller)).toMatchObject([{ files: 2, total_size: 31_250_000_002 }]);
    const selection = await selectQueuedFiles(deps, aMemberOf(dataset, { account }));
    const given: string[] = [];
    for await (const { fileId } of selection.files()) given.push(fileId);
    expect([given.sort(), selection.count]).toEqual([['G1', 'G3'], 2]);
  });

  it('belong to what is added later, and to a download that is queued again', async () => {
    await cohort(proband);
    await add(caller);
    await chosen(true);
    await add(caller, { file_format: 'VCF' });
    expect((await summary()).totals).toMatchObject({ files: 3 });
    const selection = await selectQueuedFiles(deps, aMemberOf(dataset, { account }));
    const { id } = await recordDownload(deps, aMemberOf(dataset, { account }), { selection, way: 'script' });
    await caller.post(`${app}/queue-type-list/clear/?dataset=${dataset.uniqueId}`);
    await add(caller);
    expect((await summary()).parents).toMatchObject({ is_on: false });
    await caller.post(`${dataset.uniqueId}/files/downloads/${id}/queue/`);
    expect((await summary()).parents).toMatchObject({ is_on: true });
  });

  it('are those of children only: the parents of a mother are nobody here', async () => {
    await cohort({ ...proband, selected_categories: ['Mother'] });
    await add(caller);
    expect((await summary()).parents).toMatchObject({ subjects: 0, files: 0 });
  });

  it('are refused where nobody knows who they are', async () => {
    const reply = await caller.post(`${other.uniqueId}/files/queue/parents/`, { also_parents: true });
    expect(reply.statusCode).toBe(400);
    expect(reply.json().detail).toContain('mother or father');
  });
});

it('what was downloaded is kept with its size and way, can be queued again, and belongs to one person', async () => {
  await add(caller);
  await caller.post(`${dataset.uniqueId}/files/queue/add/`, { file_ids: ['T1'] });
  const selection = await selectQueuedFiles(deps, aMemberOf(dataset, { account }));
  const { id } = await recordDownload(deps, aMemberOf(dataset, { account }), { selection, way: 'script' });
  await caller.post(`${app}/queue-type-list/clear/?dataset=${dataset.uniqueId}`);
  const { results, paginator } = (await caller.get(`${dataset.uniqueId}/files/downloads/`)).json();
  expect(paginator.total_records).toBe(1);
  expect(results).toMatchObject([
    {
      id,
      way: 'script',
      files: 3,
      total_size: 31_250_000_010,
      types: [{ experiment_type: 'WGS', file_format: 'CRAM' }],
      single_files: 1,
    },
  ]);
  const again = (who: Caller) => who.post(`${dataset.uniqueId}/files/downloads/${id}/queue/`);
  const { account: stranger } = await portal.aMember({ dataset, level: 'phi' });
  expect((await again(await portal.signedIn(stranger))).statusCode).toBe(404);
  expect((await again(caller)).json()).toEqual({ status: 'added' });
  expect(await queueOf(caller)).toHaveLength(2);
  const line = await portal.db
    .selectFrom('audit_event')
    .select('detail')
    .where('action', '=', 'download_begin')
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  expect(line.detail).toMatchObject({ files: 3, bytes: 31_250_000_010, way: 'script' });
});
