import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, createCaller } from '../../testing/caller.ts';
import { type TestDataset, testPassword } from '../../testing/factories.ts';
import { type TransferPortal, transferPortal } from '../../testing/transferPortal.ts';

let portal: TransferPortal;
let dataset: TestDataset;
let caller: Caller;
let idOf: (fileId: string) => string;

beforeAll(async () => {
  portal = await transferPortal();
  dataset = await portal.aFiledDataset(files);
  ({ caller } = await portal.aReader(dataset));
  const phi = await portal.aMember({ dataset, level: 'phi' });
  const ids = await idsFor(await portal.signedIn(phi.account));
  idOf = (fileId) => ids.get(fileId) ?? 'none';
});
afterAll(() => portal.close());

const base = '/ga4gh/drs/v1';

describe('service-info', () => {
  it('tells anybody what the service is', async () => {
    const reply = await get('service-info', portal.anonymous);
    expect([reply.statusCode, reply.json().type]).toEqual([
      200,
      { group: 'org.ga4gh', artifact: 'drs', version: '1.5.0' },
    ]);
    // In both places, as 1.5 asks, so that clients of 1.4 find it.
    expect(reply.json()).toMatchObject({ maxBulkRequestLength: 1000, drs: { maxBulkRequestLength: 1000 } });
  });
});

describe('an object', () => {
  it('says size, checksum and how it is reached', async () => {
    const reply = await get(`objects/${idOf('F 1/ä')}`);
    expect(reply.json()).toMatchObject({
      id: idOf('F 1/ä'),
      name: 'p_1.cram',
      self_uri: expect.stringMatching(/^drs:\/\/localhost/),
      size: 6,
      checksums: [{ type: 'sha-256', checksum: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      access_methods: [{ type: 'https', access_id: 'https', available: true }],
      aliases: ['F 1/ä'],
    });
    expect((await get(`objects/${idOf('F2')}`)).json().checksums[0].type).toBe('md5');
  });

  it('is reached by a link that needs nothing else, and this is kept as a download', async () => {
    const { url } = (await get(`objects/${idOf('F2')}/access/https`)).json();
    const { pathname, search } = new URL(url);
    expect((await portal.anonymous.send({ url: pathname + search })).body).toBe('another');
    const [newest] = (await caller.get(`${dataset.uniqueId}/files/downloads`)).json().results;
    expect(newest).toMatchObject({ way: 'drs', files: 1, total_size: 7, single_files: 1 });
  });

  it('may be asked for with a token that has the right scope', async () => {
    const tokenFor = async (scope: string) => {
      const { account } = await portal.aMember({ dataset, level: 'deid' });
      const body = { name: 'drs', scopes: [scope], expires_in_days: 1, password: testPassword };
      const made = await (await portal.signedIn(account)).post('auth/tokens', body);
      return createCaller(portal.app, '', { authorization: `Bearer ${made.json().secret}` });
    };
    const reading = await tokenFor('read');
    const statuses = [
      (await get(`objects/${idOf('F2')}`, reading)).statusCode,
      (await get(`objects/${idOf('F2')}/access/https`, reading)).statusCode,
      (await get(`objects/${idOf('F2')}/access/https`, await tokenFor('export'))).statusCode,
    ];
    expect(statuses).toEqual([200, 403, 200]);
  });

  it('that the caller may not read is refused like one that does not exist, in the form of the standard', async () => {
    const stranger = await portal.signedIn(await portal.anAccount());
    const replies = await Promise.all([
      get(`objects/${idOf('F4')}`),
      get(`objects/${idOf('F4')}/access/https`),
      get(`objects/${idOf('F2').slice(0, -1)}_`),
      get('objects/nothing'),
      get('objects/a.b.c.d'),
      get(`objects/${idOf('F2')}`, stranger),
    ]);
    for (const reply of replies)
      expect([reply.statusCode, reply.json()]).toEqual([
        404,
        { msg: 'There is no such object.', status_code: 404 },
      ]);
    const anonymous = await get(`objects/${idOf('F2')}`, portal.anonymous);
    expect([anonymous.statusCode, anonymous.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect(anonymous.json()).toEqual({ msg: expect.any(String), status_code: 401 });
  });

  it('says which authorization it takes', async () => {
    const reply = await caller.send({ method: 'OPTIONS', url: `${base}/objects/${idOf('F2')}` });
    expect(reply.json()).toEqual({ drs_object_id: idOf('F2'), supported_types: ['BearerAuth'] });
  });

  it('keeps its id over releases, and never stands for other bytes', { tags: 'long' }, async () => {
    const other = await portal.aFiledDataset([
      { id: 'C1', path: 'c1', content: 'stays' },
      { id: 'C2', path: 'c2', content: 'before' },
    ]);
    const { caller: reader } = await portal.aReader(other);
    const started = await reader.post(`${other.uniqueId}/transfers/start`, {
      way: 'manifest',
      file_ids: ['C1', 'C2'],
    });
    const list = await reader.get(`${other.uniqueId}/transfers/${started.json().transfer_id}/files`);
    const ids = list.json().results.map(({ drs_uri }: { drs_uri: string }) => drs_uri.split('/').at(-1));
    await portal.aFiledRelease(other, [
      { id: 'C1', path: 'c1', content: 'stays' },
      { id: 'C2', path: 'c2', content: 'after!' },
    ]);
    const statuses = [];
    for (const id of ids) statuses.push((await get(`objects/${id}`, reader)).statusCode);
    expect(statuses).toEqual([200, 404]);
  });
});

describe('many objects', () => {
  it('are answered together, those that are not there by status', async () => {
    const ids = [idOf('F 1/ä'), idOf('F4'), 'nothing', idOf('F2')];
    const reply = await post('objects', { bulk_object_ids: ids });
    expect(reply.json()).toMatchObject({
      summary: { requested: 4, resolved: 2, unresolved: 2 },
      unresolved_drs_objects: [{ error_code: 404, object_ids: [idOf('F4'), 'nothing'] }],
      resolved_drs_object: [{ id: idOf('F 1/ä') }, { id: idOf('F2') }],
    });
  });

  it('are reached by links', async () => {
    const reply = await post('objects/access', {
      bulk_object_access_ids: [
        { bulk_object_id: idOf('F2'), bulk_access_ids: ['https'] },
        { bulk_object_id: idOf('F 1/ä'), bulk_access_ids: ['https', 's3'] },
      ],
    });
    expect(reply.json().summary).toEqual({ requested: 3, resolved: 2, unresolved: 1 });
    for (const { url } of reply.json().resolved_drs_object_access_urls) {
      const { pathname, search } = new URL(url);
      expect((await portal.anonymous.send({ url: pathname + search })).statusCode).toBe(200);
    }
  });

  it('are on record, also those that were named in vain (rule 8.12)', async () => {
    const lastLine = async () =>
      portal.db
        .selectFrom('audit_event')
        .select(['action', 'detail'])
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
    const vain = { action: 'object_read', detail: { objects: 0, refused: 2 } };
    await post('objects', { bulk_object_ids: [idOf('F4'), 'nothing'] });
    expect(await lastLine()).toEqual(vain);
    const wanted = [idOf('F4'), 'other'].map((id) => ({ bulk_object_id: id, bulk_access_ids: ['https'] }));
    await post('objects/access', { bulk_object_access_ids: wanted });
    expect(await lastLine()).toEqual(vain);
  });

  it('are too many above the limit that service-info names, and a body that is none of the standard is refused', async () => {
    const many = await post('objects', { bulk_object_ids: Array.from({ length: 1001 }, (_, n) => `x${n}`) });
    expect([many.statusCode, many.json().status_code]).toEqual([413, 413]);
    const odd = await post('objects', { bulk_object_ids: 'all' });
    expect([odd.statusCode, odd.json().msg]).toEqual([400, expect.stringContaining('bulk_object_ids')]);
  });

  it('say which authorization they take', async () => {
    const payload = JSON.stringify({ bulk_object_ids: [idOf('F2'), 'nothing'] });
    const headers = { 'content-type': 'application/json' };
    const reply = await caller.send({ method: 'OPTIONS', url: `${base}/objects`, payload, headers });
    expect(reply.json()).toMatchObject({
      summary: { requested: 2, resolved: 1, unresolved: 1 },
      resolved_drs_object: [{ supported_types: ['BearerAuth'] }],
    });
  });
});

const files = [
  { id: 'F 1/ä', path: 'wgs/p1.cram', name: 'p 1.cram', content: 'genome' },
  { id: 'F2', path: 'wgs/p2.cram', content: 'another', checksum: 'md5' },
  { id: 'F3', path: 'plain.txt', content: 'no checksum', checksum: 'none' },
  { id: 'F4', path: 'closed.cram', content: 'identified', access: 'phi' },
] as const;

/** The ids of DRS, as a manifest of all files names them. */
async function idsFor(who: Caller): Promise<ReadonlyMap<string, string>> {
  const body = { way: 'manifest', file_ids: files.map(({ id }) => id) };
  const started = await who.post(`${dataset.uniqueId}/transfers/start`, body);
  const list = await who.get(`${dataset.uniqueId}/transfers/${started.json().transfer_id}/files`);
  return new Map(
    list
      .json()
      .results.map(({ file_id, drs_uri }: { file_id: string; drs_uri: string | null }) => [
        file_id,
        drs_uri?.split('/').at(-1),
      ]),
  );
}

const get = (path: string, who = caller) => who.get(`${base}/${path}`);
const post = (path: string, body: unknown, who = caller) => who.post(`${base}/${path}`, body);
