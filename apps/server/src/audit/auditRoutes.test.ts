import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Caller } from '../testing/caller.ts';
import { portalOfFile } from '../testing/ofFile.ts';
import { record } from './index.ts';

const page = z.object({
  results: z.array(
    z.object({
      id: z.number(),
      at: z.string(),
      account_id: z.number().nullable(),
      username: z.string().nullable(),
      action: z.string(),
      dataset: z.string().nullable(),
      detail: z.record(z.string(), z.unknown()),
      hash: z.string(),
    }),
  ),
  next: z.number().nullable(),
});
const read = async (caller: Caller, path: string) => page.parse((await caller.get(path)).json());
const actions = async (caller: Caller, path: string) =>
  (await read(caller, path)).results.map(({ action, detail }) => `${action} ${detail['n'] ?? ''}`.trim());

const portal = await portalOfFile();
const ada = await portal.anAccount({ username: '@ada' });
const bo = await portal.anAccount();
const staff = await portal.anAccount({ isStaff: true });
const hearts = await portal.aDataset({ uniqueId: 'hearts' });
for (let n = 1; n <= 5; n += 1) {
  await record(portal.db, { accountId: ada.id, datasetId: hearts.id, action: 'count', detail: { n } });
  await record(portal.db, { accountId: bo.id, action: 'preview', detail: { n } });
}
await record(portal.db, { accountId: ada.id, action: 'sign_out' });
const asAda = await portal.signedIn(ada);
const asStaff = await portal.signedIn(staff);

describe('a reader of the audit', () => {
  it('sees their own lines only, newest first, whatever the query', async () => {
    const own = ['sign_out', 'count 5', 'count 4', 'count 3', 'count 2', 'count 1'];
    for (const query of ['', '?account=1', '?all=true', `?account=${staff.id}`])
      expect(await actions(asAda, `audit/${query}`)).toEqual(own);
    expect((await read(asAda, 'audit')).results.map(({ username }) => username)).toEqual(
      Array(6).fill('@ada'),
    );
  });

  it('reads on from a cursor until there is no next', async () => {
    const first = await read(asAda, 'audit/?page_size=4');
    expect(first.results.map(({ detail }) => detail['n'])).toEqual([undefined, 5, 4, 3]);
    const second = await read(asAda, `audit/?page_size=4&cursor=${first.next}`);
    expect(second.results.map(({ detail }) => detail['n'])).toEqual([2, 1]);
    expect(second.next).toBeNull();
  });

  it.each([
    ['?action=sign_out', 1],
    ['?action=export_rows', 0],
    ['?dataset=hearts', 5],
    ['?dataset=livers', 0],
    ['?since=2020-01-01', 6],
    ['?until=2020-01-01', 0],
    ['?since=2999-01-01T00:00:00Z', 0],
    ['?dataset=hearts&action=count&since=2020-01-01', 5],
  ])('can restrict by action, dataset and time: %s', async (query, lines) => {
    expect((await read(asAda, `audit/${query}`)).results).toHaveLength(lines);
  });

  it.each(['page_size=0', 'page_size=501', 'since=yesterday', 'cursor=x'])('is refused %s', async (query) => {
    expect((await asAda.get(`audit/?${query}`)).statusCode).toBe(400);
  });

  it('sees all lines or those of one account as staff', async () => {
    expect((await read(asStaff, 'audit/all/')).results.length).toBeGreaterThanOrEqual(11);
    const ofAda = await read(asStaff, `audit/all/?account=${ada.id}&page_size=3`);
    expect(ofAda.results.map(({ account_id: id }) => id)).toEqual([ada.id, ada.id, ada.id]);
    const asAnother = await portal.signedIn(await portal.anAccount());
    expect((await asAnother.get('audit/all')).json().code).toBe('not_permitted');
  });
});

describe('an export of the audit', () => {
  it('holds every line in order as CSV, with no cell that a spreadsheet would run', async () => {
    const reply = await asStaff.get(`audit/export_csv/?account=${ada.id}`);
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [heading, first, ...rest] = reply.body.trim().split('\r\n');
    expect(heading).toBe(
      'id,at,account_id,username,operator,dataset_id,dataset,action,detail,previous_hash,hash,asked',
    );
    expect(first).toMatch(/^1,[^,]+Z,\d+,'@ada,,\d+,hearts,count,"\{""n"":1\}",0{64},[0-9a-f]{64},$/);
    expect(rest).toHaveLength(5);
  });

  it('is NDJSON with the same lines', async () => {
    const reply = await asStaff.get(`audit/export_ndjson/?account=${ada.id}&action=count`);
    const lines = reply.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ detail }) => detail.n)).toEqual([1, 2, 3, 4, 5]);
    expect(lines[0]).toMatchObject({ username: '@ada', dataset: 'hearts', action: 'count' });
  });

  it('is recorded with the number of lines that went out', async () => {
    await asStaff.get('audit/export_csv/?action=sign_out');
    const [line] = (await read(asStaff, 'audit/?action=export_audit&page_size=1')).results;
    expect(line?.detail).toEqual({ format: 'csv', lines: 1, isComplete: true });
  });

  it('is for staff only', async () => {
    for (const path of ['audit/export_csv', 'audit/export_ndjson'])
      expect([(await asAda.get(path)).statusCode, (await portal.anonymous.get(path)).statusCode]).toEqual([
        403, 401,
      ]);
  });
});

it('a page says by which numbers people know the releases that its lines name (rule 10.34)', async () => {
  const [one, two] = [await portal.aDataset(), await portal.aDataset()];
  for (const dataset of [one, two, one]) await portal.aRelease(dataset, portal.smallPackage);
  const { id } = await portal.db
    .selectFrom('release')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  const cy = await portal.anAccount();
  await record(portal.db, { accountId: cy.id, action: 'count', detail: { release: `release_${id}` } });
  const found = (await asStaff.get(`audit/all?account=${cy.id}`)).json();
  expect(found.release_numbers).toEqual({ [`release_${id}`]: 2 });
});

describe('staff find lines', () => {
  it('by a part of a name or address; a whole user name finds its account only', async () => {
    const dora = await portal.anAccount({
      username: 'dora',
      fullName: 'Dora Diaz',
      email: 'dd@hearts.example',
    });
    const doran = await portal.anAccount({ username: 'doran', fullName: 'Ann 100%' });
    for (const { id } of [dora, doran]) await record(portal.db, { accountId: id, action: 'sign_out' });
    await record(portal.db, { accountId: null, operator: 'DORAS', action: 'backup_make' });
    const by = async (who: string) =>
      (await read(asStaff, `audit/all?who=${encodeURIComponent(who)}`)).results.map(
        ({ username, action }) => username ?? action,
      );
    expect(await by('Dora')).toEqual(['dora']);
    expect(await by('dor')).toEqual(['backup_make', 'doran', 'dora']);
    expect(await by('DIAZ')).toEqual(['dora']);
    expect(await by('dd@hearts')).toEqual(['dora']);
    expect(await by('100%')).toEqual(['doran']);
    expect(await by('%')).toEqual(['doran']);
    expect(await by('nobody like this')).toEqual([]);
    await portal.db.deleteFrom('account').where('id', '=', doran.id).execute();
    expect(await by('dora')).toEqual(['dora']);
    expect(await by('doran')).toEqual(['doran']);
    const file = (await asStaff.get('audit/export_csv?who=dora')).body.trim().split('\r\n');
    expect(file).toHaveLength(2);
  });
});

describe('a transfer', () => {
  it('is one line on request, which leads to those of its files (rule 12.24)', async () => {
    const cleo = await portal.anAccount();
    const asCleo = await portal.signedIn(cleo);
    const line = (action: 'download_begin' | 'file_begin' | 'file_sent', detail: Record<string, number>) =>
      record(portal.db, { accountId: cleo.id, action, detail });
    await line('file_sent', { transfer: 70, n: 1 });
    await line('download_begin', { download: 71, n: 2 });
    await line('file_begin', { transfer: 71, n: 3 });
    await line('file_sent', { transfer: 71, n: 4 });
    await line('file_sent', { n: 5 });
    const of = (query: string) => actions(asCleo, `audit?${query}`);
    const sent = ['file_sent 5', 'file_sent 4', 'file_begin 3', 'download_begin 2', 'file_sent 1'];
    expect(await of('')).toEqual(sent);
    // The beginning of transfer 70 is not there, so its line stays.
    expect(await of('group_transfers=true')).toEqual(['file_sent 5', 'download_begin 2', 'file_sent 1']);
    expect(await of('transfer=71')).toEqual(['file_sent 4', 'file_begin 3']);
    expect(await of('transfer=71&group_transfers=true')).toEqual(['file_sent 4', 'file_begin 3']);
    expect(await of('action=file_sent&group_transfers=true')).toEqual([
      'file_sent 5',
      'file_sent 4',
      'file_sent 1',
    ]);
    // A filter that leaves the beginning out does not leave out the files.
    expect(await of('group_transfers=true&since=2999-01-01')).toEqual([]);
    expect(await actions(asAda, 'audit?transfer=71')).toEqual([]);
    expect(await actions(asStaff, `audit/all?account=${cleo.id}&group_transfers=true`)).toHaveLength(3);
  });
});
