import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../../access/index.ts';
import type { Caller } from '../../testing/caller.ts';
import { type TestApp, testApp } from '../../testing/testApp.ts';
import { zipOf } from '../../testing/zipOf.ts';

let portal: TestApp;
let staff: Account;
let asStaff: Caller;
const calls = '/pcgc/api/admin/data';

beforeAll(async () => {
  portal = await testApp();
  staff = await portal.anAccount({ username: 'sam', isStaff: true });
  asStaff = await portal.signedIn(staff);
});
afterAll(() => portal.close());

const post = async (call: string, body?: object) => {
  const reply = await asStaff.post(`${calls}/${call}`, body);
  return { ...reply.json(), status: reply.statusCode };
};
const get = async (call: string) => {
  const reply = await asStaff.get(`${calls}/${call}`);
  return { ...reply.json(), status: reply.statusCode };
};
const actions = async (count = 1): Promise<readonly string[]> => {
  const rows = await portal.db
    .selectFrom('audit_event')
    .select('action')
    .where('account_id', '=', staff.id)
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
  return rows.map(({ action }) => action);
};

const sendPart = (id: string, offset: number, bytes: Buffer) =>
  asStaff.send({
    method: 'POST',
    url: `${calls}/uploads/${id}/part?offset=${offset}`,
    headers: { 'content-type': 'application/octet-stream' },
    payload: bytes,
  });

async function upload(name: string, bytes: Buffer): Promise<string> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { id } = await post('uploads', { name, size: bytes.length, sha256 });
  expect((await sendPart(id, 0, bytes)).json()).toEqual({ received: bytes.length });
  expect(await post(`uploads/${id}/finish`)).toMatchObject({ is_ready: true });
  return id;
}

const ended = new Set(['done', 'refused', 'failed', 'cancelled', 'interrupted']);

/** Begins an import and waits for its end by the events that it tells. */
async function runImport(body: object) {
  const { id } = await post('imports', body);
  const events = await asStaff.get(`${calls}/imports/${id}/events`);
  expect(events.headers['content-type']).toContain('text/event-stream');
  for (;;) {
    const detail = await get(`imports/${id}`);
    if (ended.has(detail.state)) return { ...detail, events: events.body };
    await asStaff.get(`${calls}/imports/${id}/events`);
  }
}

/** The small package as a zip, with its descriptor changed. */
async function smallZip(change: (descriptor: Record<string, unknown>) => void = () => {}): Promise<Buffer> {
  const files: Record<string, Buffer> = {};
  for (const name of await readdir(portal.smallPackage))
    files[name] = await readFile(path.join(portal.smallPackage, name));
  const descriptor: Record<string, unknown> = JSON.parse(String(files['datapackage.json']));
  change(descriptor);
  files['datapackage.json'] = Buffer.from(JSON.stringify(descriptor));
  return zipOf(files);
}

const zipOnly = async (name: string) => ({
  source: { kind: 'upload', id: await upload(name, await smallZip()) },
});

describe('a file that staff send (rule 15.47)', () => {
  it('is refused where its name leads elsewhere, where it is too large, and to everybody but staff', async () => {
    for (const name of ['../x.zip', 'a/b.zip', '.hidden', 'x\\y.zip', ''])
      expect(await post('uploads', { name, size: 3 })).toMatchObject({ status: 400, field: 'name' });
    expect(await post('uploads', { name: 'x.zip', size: 10_000_001 })).toMatchObject({
      status: 413,
      field: 'size',
    });
    const member = await portal.signedIn(await portal.anAccount());
    expect((await member.post(`${calls}/uploads`, { name: 'x.zip', size: 3 })).statusCode).toBe(403);
    expect((await portal.anonymous.get(`${calls}/uploads`)).statusCode).toBe(401);
    expect(await get('uploads')).toMatchObject({ uploads: [] });
  });

  it('goes on from where it broke off, and is compared with what its sender says', async () => {
    const bytes = Buffer.from('abcdefgh');
    const { id } = await post('uploads', { name: 'x.zip', size: 8, sha256: 'f'.repeat(64) });
    expect(await actions()).toEqual(['upload_add']);
    expect((await sendPart(id, 0, bytes.subarray(0, 3))).json()).toEqual({ received: 3 });
    const odd = await sendPart(id, 5, bytes.subarray(5));
    expect([odd.statusCode, odd.json().detail]).toEqual([
      409,
      'The file has 3 bytes here: send it from there on.',
    ]);
    expect((await sendPart(id, 3, Buffer.alloc(9))).statusCode).toBe(413);
    expect(await post(`uploads/${id}/finish`)).toMatchObject({ status: 409 });
    const url = `${calls}/uploads/${id}/part?offset=3&sha256=${'0'.repeat(64)}`;
    expect((await asStaff.send({ method: 'POST', url, payload: bytes.subarray(3) })).statusCode).toBe(409);
    expect((await sendPart(id, 3, bytes.subarray(3))).json()).toEqual({ received: 8 });
    const finished = await post(`uploads/${id}/finish`);
    expect([finished.status, finished.detail]).toEqual([
      409,
      'The file is not the one that was sent: its check sum differs. Send it again.',
    ]);
    expect(await post('imports', { source: { kind: 'upload', id }, mode: 'dry_run' })).toMatchObject({
      status: 409,
    });
    expect(await post(`uploads/${id}/remove`)).toMatchObject({ is_done: true });
    expect(await actions()).toEqual(['upload_remove']);
    expect((await sendPart(id, 8, bytes)).statusCode).toBe(404);
    expect(await get('uploads')).toMatchObject({ uploads: [], largest: 10_000_000 });
  });
});

describe('an import of staff (rule 15.45)', () => {
  it('from a folder is refused unless the operator opened it, links and all', async () => {
    for (const folder of [portal.smallPackage, '/etc', '../..'])
      expect(
        await post('imports', { source: { kind: 'folder', path: folder }, mode: 'dry_run' }),
      ).toMatchObject({ status: 400, field: 'path' });
    expect(await get('packages')).toMatchObject({ packages: [] });
  });

  it('tried first changes nothing; then it waits, is switched to, and is in the log', async () => {
    const id = await upload('small.zip', await smallZip());
    const source = { kind: 'upload', id };
    const tried = await runImport({ source, mode: 'dry_run' });
    expect(tried).toMatchObject({
      state: 'done',
      kind: 'dry_run',
      dataset: 'small',
      release: null,
      subjects: 6,
    });
    expect(tried.lines[0]).toContain('can be imported: 6 subjects; nothing was changed.');
    expect(await get('datasets?search=small')).toMatchObject({ count: 0 });

    const built = await runImport({ source, mode: 'build' });
    expect(await actions(2)).toEqual(['dataset_import', 'import_start']);
    expect(built).toMatchObject({ state: 'done', kind: 'build', by: 'sam', source: 'small.zip' });
    const member = await portal.signedIn(await portal.anAccount());
    expect((await member.get('dataset/')).json().datasets).toEqual([]);
    const held = await get('datasets/small');
    expect(held).toMatchObject({ release: null, releases: [{ state: 'built', used_for: ['waits'] }] });

    const release = built.release;
    expect(await post(`datasets/small/releases/${release}/check`)).toMatchObject({ endangered: [] });
    const switched = await post(`datasets/small/releases/${release}/switch`);
    expect(switched.notes[0]).toBe(`release_${release} of small is live.`);
    expect(await actions()).toEqual(['release_switch']);
    expect(await post(`datasets/small/releases/${release}/switch`)).toMatchObject({ status: 409 });
    expect(await get('datasets/small')).toMatchObject({
      release,
      releases: [{ used_for: ['live', 'aggregates'] }],
    });
    const found = await get('imports?search=small.zip&sort=started');
    expect(found.results.map(({ kind }: { kind: string }) => kind)).toEqual(['build', 'dry_run']);
  });

  it('that is refused leaves what was live, with its reasons in the log', async () => {
    const before = await get('datasets/small');
    const id = await upload(
      'broken.zip',
      await smallZip((given) => Object.assign(given, { atrium: { root: 'nobody' } })),
    );
    const refused = await runImport({ source: { kind: 'upload', id }, dataset: 'small', mode: 'import' });
    expect(refused).toMatchObject({
      state: 'refused',
      reasons: expect.arrayContaining(['package: the root "nobody" does not exist']),
      report: null,
    });
    expect(await get('datasets/small')).toEqual(before);
    expect(await get('imports?search=nobody&state=refused')).toMatchObject({ count: 1 });
    const csv = await asStaff.get(`${calls}/imports/export_csv?state=refused`);
    expect(csv.body).toContain('broken.zip');
  });

  it('may be cancelled while it waits or runs, and then leaves nothing', async () => {
    const before = await get('datasets/small');
    const { source } = await zipOnly('later.zip');
    const { id } = await post('imports', { source, dataset: 'small', mode: 'import' });
    expect(await post(`imports/${id}/cancel`)).toMatchObject({ is_cancelled: true });
    await asStaff.get(`${calls}/imports/${id}/events`);
    expect(await get(`imports/${id}`)).toMatchObject({ state: 'cancelled', release: null });
    expect(await get('datasets/small')).toEqual(before);
    expect(await post(`imports/${id}/cancel`)).toMatchObject({ is_cancelled: false });
    expect((await portal.warehouse.list()).length).toBe(1);
  });
});

describe('releases of a dataset (rule 15.44)', () => {
  it('can be gone back to; the one before stays, and none that is used is deleted', async () => {
    const first = (await get('datasets/small')).release;
    const { source } = await zipOnly('again.zip');
    const second = (await runImport({ source, dataset: 'small', mode: 'import' })).release;
    expect(await get('datasets/small')).toMatchObject({ release: second });
    expect(await post(`datasets/small/releases/${second}/remove`)).toMatchObject({
      status: 409,
      detail: expect.stringContaining('it is live'),
    });
    await post(`datasets/small/releases/${first}/switch`);
    expect(await get('datasets/small')).toMatchObject({ release: first });
    expect(await post(`datasets/small/releases/${second}/remove`)).toMatchObject({ is_done: true });
    expect(await actions()).toEqual(['release_remove']);
    expect(await portal.warehouse.list()).toEqual([`release_${first}`]);
    expect(await post(`datasets/small/releases/${second}/switch`)).toMatchObject({ status: 503 });
    expect(await post('datasets/other/releases/1/switch')).toMatchObject({ status: 404 });
  });
});

const edits = (concepts: object, more: object = {}) => ({
  edits: { concepts, collections: {}, order: null, categories: null, ...more },
});

describe('the dictionary of a release (rules 15.40 to 15.43)', () => {
  let phi: Caller;
  const releaseOf = async (): Promise<number> => (await get('datasets/small')).release;
  const room = async () => get(`datasets/small/releases/${await releaseOf()}/dictionary`);
  const save = async (body: object) => post(`datasets/small/releases/${await releaseOf()}/dictionary`, body);
  const count = async () => (await phi.get('small/query_tools/count/')).json();

  it('has other words without another row, and figures stay what they are', async () => {
    const account = await portal.anAccount();
    const { id } = await portal.db
      .selectFrom('dataset')
      .select('id')
      .where('unique_id', '=', 'small')
      .executeTakeFirstOrThrow();
    await portal.aMember({ account, dataset: { id, uniqueId: 'small' }, level: 'phi' });
    phi = await portal.signedIn(account);
    await phi.post('small/cohort_def/', {
      transformation: { type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] },
    });
    const before = await count();
    const from = await releaseOf();
    const saved = await save({ ...edits({ sex: { title: 'Sex at birth' } }), note: 'clearer' });
    expect(saved).toMatchObject({ is_live: true });
    expect(saved.release).toBeGreaterThan(from);
    expect(await actions()).toEqual(['dictionary_change']);
    const after = await count();
    expect(after.count).toBe(before.count);
    expect(after.receipt ?? 'new').not.toBe(before.receipt);
    const concept = (await phi.get('small/concepts/sex/')).json();
    expect(JSON.stringify(concept)).toContain('Sex at birth');
    const kept = (await get('datasets/small')).releases.find(
      (one: { release: number }) => one.release === from,
    );
    expect(kept.used_for).toEqual(expect.arrayContaining(['data', 'previous']));
    expect(await post(`datasets/small/releases/${from}/remove`)).toMatchObject({ status: 409 });
    expect(await get('imports?kind=dictionary')).toMatchObject({ count: 1, results: [{ state: 'done' }] });
  });

  it('hides a concept in every call, and needs a word of a steward to open one', async () => {
    const shown = await room();
    const hidden = { ...shown.edits.concepts, sex: { ...shown.edits.concepts.sex, is_published: false } };
    expect(
      await post(`datasets/small/releases/${shown.release}/dictionary/check`, edits(hidden)),
    ).toMatchObject({
      widening: [],
      changed: ['sex'],
    });
    await save(edits(hidden));
    const places = [
      'concepts/sex/',
      'concepts/',
      'query_tools/preview/',
      'concept_categories/',
      'table_def/',
    ];
    for (const place of places) {
      const reply = await phi.get(`small/${place}`);
      expect([place, /"sex"|Sex at birth/.test(reply.body)]).toEqual([place, false]);
    }
    expect((await phi.get('small/concepts/sex/')).statusCode).toBe(404);
    expect((await count()).detail).toBeDefined();
    const again = await save(edits({}));
    expect([again.status, again.field]).toEqual([409, 'confirm']);
    expect(again.detail).toContain('sex:published');
    expect(await save({ ...edits({}), confirm: ['sex:published'] })).toMatchObject({ is_live: true });
    expect((await phi.get('small/concepts/sex/')).statusCode).toBe(200);
  });

  it('is refused in words where it cannot be, and on a release that is past', async () => {
    const past = await releaseOf();
    expect(await save(edits({ sex: { category: 'nowhere' } }))).toMatchObject({
      status: 400,
      field: 'edits',
    });
    expect(await save(edits({ sex: { title: '' } }))).toMatchObject({ status: 400 });
    await save(edits({ sex: { title: 'Sex' } }));
    const late = await post(`datasets/small/releases/${past}/dictionary`, edits({ sex: { title: 'S' } }));
    expect(late).toMatchObject({ status: 412 });
  });

  it('says what it would break before it does', async () => {
    await phi.post('small/reports/create_form/', { name: 'Girls' });
    const release = await releaseOf();
    const hide = edits({ sex: { is_published: false } });
    const { endangered } = await post(`datasets/small/releases/${release}/dictionary/check`, hide);
    expect(endangered).toMatchObject([{ name: 'Girls', errors: [expect.stringContaining('sex')] }]);
    expect(await releaseOf()).toBe(release);
  });

  it('goes on with the next import, and is exported as a descriptor that imports the same way', async () => {
    const release = await releaseOf();
    const written = await get(`datasets/small/releases/${release}/dictionary/descriptor`);
    const zip = await smallZip((given) => {
      for (const key of Object.keys(given)) delete given[key];
      Object.assign(given, written.descriptor, { name: 'copied' });
    });
    const copied = await runImport({
      source: { kind: 'upload', id: await upload('copy.zip', zip) },
      mode: 'import',
    });
    const titleIn = async (dataset: string, number: number) => {
      const { concepts } = await get(`datasets/${dataset}/releases/${number}/dictionary`);
      return concepts.find(({ id }: { id: string }) => id === 'sex').title;
    };
    expect(await titleIn('copied', copied.release)).toBe('Sex');

    await save(edits({ sex: { title: 'Sex, kept' } }));
    const { source } = await zipOnly('next.zip');
    const next = await runImport({ source, dataset: 'small', mode: 'import' });
    expect(next.lines.join('\n')).toContain('The changes that staff made in the dictionary');
    expect(await titleIn('small', next.release)).toBe('Sex, kept');
    await post('datasets/small/keep_dictionary', { keep: false });
    expect(await actions()).toEqual(['dataset_change']);
    const fresh = await runImport({ source, dataset: 'small', mode: 'import' });
    expect(await titleIn('small', fresh.release)).not.toBe('Sex, kept');
  });
});

describe('tables without a descriptor (rule 15.48)', () => {
  it('are described with reasons, corrected by hand, tried and imported', async () => {
    const people = Buffer.from('id,sex,weight\np1,f,4\np2,m,heavy\np3,f,6\n');
    const visits = Buffer.from('id,day\np1,2020-01-02\np3,2020-02-03\n');
    const ids = [await upload('people.csv', people), await upload('visits.csv', visits)];
    expect(await post('drafts', { uploads: [ids[0], ids[0]] })).toMatchObject({
      status: 400,
      field: 'uploads',
    });
    const draft = await post('drafts', { uploads: ids });
    expect(draft.files).toEqual(['people.csv', 'visits.csv']);
    expect(draft.guesses.map(({ about }: { about: string }) => about)).toContain('people.csv: weight');
    const descriptor = draft.descriptor;
    expect(await post(`drafts/${draft.id}`, { descriptor: { resources: [] } })).toMatchObject({
      status: 400,
      field: 'descriptor.name',
    });
    descriptor.name = 'clinic';
    descriptor.title = 'The clinic';
    const corrected = await post(`drafts/${draft.id}`, { descriptor });
    expect(corrected.descriptor.title).toBe('The clinic');
    const done = await runImport({ source: { kind: 'draft', id: draft.id }, mode: 'import' });
    expect(done).toMatchObject({ state: 'done', dataset: 'clinic', subjects: 3 });
    expect(await get('datasets/clinic')).toMatchObject({ name: 'The clinic' });
    const parquet = await upload('notes.pdf', Buffer.from('x'));
    expect(await post('drafts', { uploads: [parquet] })).toMatchObject({ status: 400, field: 'uploads' });
    expect(await post('imports', { source: { kind: 'upload', id: parquet }, mode: 'import' })).toMatchObject({
      status: 400,
      field: 'source',
    });
  });
});

describe('files of another form (rule 10.26)', () => {
  it('are recognised, converted, tried and imported; a zip of tables is described', async () => {
    const packet = {
      id: 'P1',
      subject: { id: 'S', sex: 'FEMALE' },
      phenotypicFeatures: [{ type: { id: 'HP:0001250', label: 'Seizure' }, excluded: true }],
    };
    const zip = await zipOf({ 'all/one.json': Buffer.from(JSON.stringify(packet)) });
    const draft = await post('drafts', { uploads: [await upload('packets.zip', zip)] });
    expect(draft.files).toEqual(['packets.zip']);
    const said = draft.guesses.map(({ text }: { text: string }) => text);
    expect(said[0]).toBe('converted, because all/one.json has the fields of a phenopacket');
    expect(said).toContain('phenotypic features: 1 read, 1 written');
    await post(`drafts/${draft.id}`, { descriptor: { ...draft.descriptor, name: 'packets' } });
    const done = await runImport({ source: { kind: 'draft', id: draft.id }, mode: 'dry_run' });
    expect(done).toMatchObject({ state: 'done', dataset: 'packets', subjects: 1 });

    const tables = {
      'sheet/people.csv': Buffer.from('id,sex\np1,f\np2,m\n'),
      'sheet/notes.pdf': Buffer.from('x'),
    };
    const described = await post('drafts', { uploads: [await upload('sheet.zip', await zipOf(tables))] });
    expect(described.files).toEqual(['people.csv']);
    const packed = await zipOf({ 'datapackage.json': Buffer.from('{}') });
    const whole = await upload('package.zip', packed);
    expect(await post('drafts', { uploads: [whole] })).toMatchObject({ status: 400 });
    const bad = Buffer.from('F A 0 0 9 1\n');
    expect(await post('drafts', { uploads: [await upload('bad.ped', bad)] })).toMatchObject({
      status: 400,
      detail: expect.stringContaining('bad.ped:1: sex'),
    });
  });
});

describe('a dataset', () => {
  it('has its settings changed, and what a package would open waits for a steward', async () => {
    const id = await upload(
      'open.zip',
      await smallZip((given) =>
        Object.assign(given, {
          name: 'open',
          atrium: { ...Object(given['atrium']), settings: { autoMembership: { level: 'agg' } } },
        }),
      ),
    );
    await runImport({ source: { kind: 'upload', id }, mode: 'import' });
    expect(await get('datasets/open')).toMatchObject({ waiting: [{ key: 'autoMembership' }] });
    await post('datasets/open/settings', { confirm: ['autoMembership'] });
    expect(await actions()).toEqual(['dataset_change']);
    expect(await get('datasets/open')).toMatchObject({
      waiting: [],
      settings: { autoMembership: { level: 'agg' } },
    });
    const set = await post('datasets/open/settings', {
      settings: { smallCountThreshold: 5, siteTitle: 'Open' },
    });
    expect(set.notes).toContain('smallCountThreshold=5');
    expect(await post('datasets/open/settings', { settings: { nonsense: 1 } })).toMatchObject({
      status: 400,
    });
    expect(await post('datasets/open/settings', { confirm: ['listed'] })).toMatchObject({ status: 400 });
    expect(
      await post('datasets/open/agreement', { agreement: { version: '1', text: 'Be kind.' } }),
    ).toMatchObject({ status: 200 });
    expect(await get('datasets/open')).toMatchObject({ agreement: { version: '1', text: 'Be kind.' } });
  });

  it('is deleted with its id given a second time, and the log of its imports stays', async () => {
    expect(await post('datasets/open/remove', { name: 'opne' })).toMatchObject({
      status: 400,
      field: 'name',
    });
    expect(await post('datasets/open/remove', { name: 'open' })).toMatchObject({ is_done: true });
    expect(await actions()).toEqual(['dataset_remove']);
    expect(await get('datasets/open')).toMatchObject({ status: 404 });
    expect(await get('imports?dataset=open')).toMatchObject({ count: 1 });
    expect(await post('datasets/open/remove', { name: 'open' })).toMatchObject({ status: 404 });
  });
});
