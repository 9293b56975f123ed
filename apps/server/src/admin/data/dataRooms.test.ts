import { describe, expect, it } from 'vitest';
import type { Caller } from '../../testing/caller.ts';
import { type DataRooms, openDataRooms, roomCalls } from '../../testing/dataRooms.ts';
import { portalOfFile } from '../../testing/ofFile.ts';
import { openInSmall } from '../../testing/smallPackage.ts';

const portal = await portalOfFile();
const rooms: DataRooms = await openDataRooms(
  portal,
  await portal.anAccount({ username: 'sam', isStaff: true }),
);

describe('a file that staff send (rule 15.47)', () => {
  it('is refused where its name leads elsewhere, where it is too large, and to everybody but staff', async () => {
    for (const name of ['../x.zip', 'a/b.zip', '.hidden', 'x\\y.zip', ''])
      expect(await rooms.post('uploads', { name, size: 3 })).toMatchObject({ status: 400, field: 'name' });
    expect(await rooms.post('uploads', { name: 'x.zip', size: 10_000_001 })).toMatchObject({
      status: 413,
      field: 'size',
    });
    const member = await portal.signedIn(await portal.anAccount());
    expect((await member.post(`${roomCalls}/uploads`, { name: 'x.zip', size: 3 })).statusCode).toBe(403);
    expect((await portal.anonymous.get(`${roomCalls}/uploads`)).statusCode).toBe(401);
    expect(await rooms.get('uploads')).toMatchObject({ uploads: [] });
  });

  it('goes on from where it broke off, and is compared with what its sender says', async () => {
    const bytes = Buffer.from('abcdefgh');
    const { id } = await rooms.post('uploads', { name: 'x.zip', size: 8, sha256: 'f'.repeat(64) });
    expect(await rooms.actions()).toEqual(['upload_add']);
    expect((await rooms.sendPart(id, 0, bytes.subarray(0, 3))).json()).toEqual({ received: 3 });
    const odd = await rooms.sendPart(id, 5, bytes.subarray(5));
    expect([odd.statusCode, odd.json().detail]).toEqual([
      409,
      'The file has 3 bytes here: send it from there on.',
    ]);
    expect((await rooms.sendPart(id, 3, Buffer.alloc(9))).statusCode).toBe(413);
    expect(await rooms.post(`uploads/${id}/finish`)).toMatchObject({ status: 409 });
    const url = `${roomCalls}/uploads/${id}/part?offset=3&sha256=${'0'.repeat(64)}`;
    expect((await rooms.asStaff.send({ method: 'POST', url, payload: bytes.subarray(3) })).statusCode).toBe(
      409,
    );
    expect((await rooms.sendPart(id, 3, bytes.subarray(3))).json()).toEqual({ received: 8 });
    const finished = await rooms.post(`uploads/${id}/finish`);
    expect([finished.status, finished.detail]).toEqual([
      409,
      'The file is not the one that was sent: its check sum differs. Send it again.',
    ]);
    expect(await rooms.post('imports', { source: { kind: 'upload', id }, mode: 'dry_run' })).toMatchObject({
      status: 409,
    });
    expect(await rooms.post(`uploads/${id}/remove`)).toMatchObject({ is_done: true });
    expect(await rooms.actions()).toEqual(['upload_remove']);
    expect((await rooms.sendPart(id, 8, bytes)).statusCode).toBe(404);
    expect(await rooms.get('uploads')).toMatchObject({ uploads: [], largest: 10_000_000 });
  });
});

describe('an import of staff (rule 15.45)', () => {
  it('from a folder is refused unless the operator opened it, links and all', async () => {
    for (const folder of [portal.smallPackage, '/etc', '../..'])
      expect(
        await rooms.post('imports', { source: { kind: 'folder', path: folder }, mode: 'dry_run' }),
      ).toMatchObject({ status: 400, field: 'path' });
    expect(await rooms.get('packages')).toMatchObject({ packages: [] });
  });

  it('a dry run of it changes nothing; then it waits, is switched to, and is in the log', async () => {
    const id = await rooms.upload('small.zip', await rooms.smallZip());
    const source = { kind: 'upload', id };
    const tried = await rooms.runImport({ source, mode: 'dry_run' });
    expect(tried).toMatchObject({
      state: 'done',
      kind: 'dry_run',
      dataset: 'small',
      release: null,
      subjects: 6,
    });
    expect(tried.lines[0]).toContain('this may say who somebody is, and is open');
    expect(tried.lines[1]).toContain('participant.note (free texts, for levels deid and phi)');
    expect(tried.lines.join('\n')).toContain('can be imported: 6 subjects; nothing was changed.');
    expect(await rooms.get('datasets?search=small')).toMatchObject({ count: 0 });

    const built = await rooms.runImport({ source, mode: 'build' });
    expect(await rooms.actions(2)).toEqual(['dataset_import', 'import_start']);
    expect(built).toMatchObject({ state: 'done', kind: 'build', by: 'sam', source: 'small.zip' });
    const member = await portal.signedIn(await portal.anAccount());
    expect((await member.get('dataset/')).json().datasets).toEqual([]);
    const held = await rooms.get('datasets/small');
    expect(held).toMatchObject({ release: null, releases: [{ state: 'built', used_for: ['waits'] }] });

    const release = built.release;
    expect(await rooms.post(`datasets/small/releases/${release}/check`)).toMatchObject({
      endangered: [],
      identifiers: [{ field: 'participant.note', holds: 'free texts', seen_by: 'deid' }],
    });
    const unasked = await rooms.post(`datasets/small/releases/${release}/switch`);
    expect([unasked.status, unasked.field]).toEqual([409, 'confirm']);
    expect(await rooms.get('datasets/small')).toMatchObject({ release: null });
    const switched = await rooms.post(`datasets/small/releases/${release}/switch`, { confirm: openInSmall });
    expect(switched.notes[0]).toBe(`release_${release} of small is live.`);
    expect(await rooms.actions()).toEqual(['release_switch']);
    expect(await rooms.post(`datasets/small/releases/${release}/switch`)).toMatchObject({ status: 409 });
    expect(await rooms.get('datasets/small')).toMatchObject({
      release,
      releases: [{ used_for: ['live', 'aggregates'] }],
    });
    const found = await rooms.get('imports?search=small.zip&sort=started');
    expect(found.results.map(({ kind }: { kind: string }) => kind)).toEqual(['build', 'dry_run']);
  });

  it('that is refused leaves what was live, with its reasons in the log', async () => {
    const before = await rooms.get('datasets/small');
    const id = await rooms.upload(
      'broken.zip',
      await rooms.smallZip((given) => Object.assign(given, { atrium: { root: 'nobody' } })),
    );
    const refused = await rooms.runImport({
      source: { kind: 'upload', id },
      dataset: 'small',
      mode: 'import',
    });
    expect(refused).toMatchObject({
      state: 'refused',
      reasons: expect.arrayContaining(['package: the root "nobody" does not exist']),
      report: null,
    });
    expect(await rooms.get('datasets/small')).toEqual(before);
    expect(await rooms.get('imports?search=nobody&state=refused')).toMatchObject({ count: 1 });
    const csv = await rooms.asStaff.get(`${roomCalls}/imports/export_csv?state=refused`);
    expect(csv.body).toContain('broken.zip');
  });

  it('may be cancelled while it waits or runs, and then leaves nothing', async () => {
    const before = await rooms.get('datasets/small');
    const { source } = await rooms.zipOnly('later.zip');
    const { id } = await rooms.post('imports', { source, dataset: 'small', mode: 'import' });
    expect(await rooms.post(`imports/${id}/cancel`)).toMatchObject({ is_cancelled: true });
    await rooms.asStaff.get(`${roomCalls}/imports/${id}/events`);
    expect(await rooms.get(`imports/${id}`)).toMatchObject({ state: 'cancelled', release: null });
    expect(await rooms.get('datasets/small')).toEqual(before);
    expect(await rooms.post(`imports/${id}/cancel`)).toMatchObject({ is_cancelled: false });
    expect((await portal.releases.list()).length).toBe(1);
  });
});

describe('releases of a dataset (rule 15.44)', () => {
  it('can be gone back to; the one before stays, and none that is used is deleted', async () => {
    const first = (await rooms.get('datasets/small')).release;
    const { source } = await rooms.zipOnly('again.zip');
    const second = (await rooms.runImport({ source, dataset: 'small', mode: 'import' })).release;
    expect(await rooms.get('datasets/small')).toMatchObject({
      release: second,
      // Counted for each dataset alone, in order of time (rule 10.34).
      releases: [
        { release: second, number: 2 },
        { release: first, number: 1 },
      ],
    });
    const { results } = await rooms.get('datasets');
    expect(results).toMatchObject([{ dataset: 'small', release: second, number: 2 }]);
    expect(await rooms.post(`datasets/small/releases/${second}/remove`)).toMatchObject({
      status: 409,
      detail: expect.stringContaining('it is live'),
    });
    await rooms.post(`datasets/small/releases/${first}/switch`);
    expect(await rooms.get('datasets/small')).toMatchObject({ release: first });
    expect(await rooms.post(`datasets/small/releases/${second}/remove`)).toMatchObject({ is_done: true });
    expect(await rooms.actions()).toEqual(['release_remove']);
    expect(await portal.releases.list()).toEqual([`release_${first}`]);
    expect(await rooms.post(`datasets/small/releases/${second}/switch`)).toMatchObject({ status: 503 });
    expect(await rooms.post('datasets/other/releases/1/switch')).toMatchObject({ status: 404 });
  });
});

const edits = (concepts: object, more: object = {}) => ({
  edits: { concepts, collections: {}, order: null, categories: null, ...more },
});

describe('the dictionary of a release (rules 15.40 to 15.43)', () => {
  let phi: Caller;
  const releaseOf = async (): Promise<number> => (await rooms.get('datasets/small')).release;
  const room = async () => rooms.get(`datasets/small/releases/${await releaseOf()}/dictionary`);
  const save = async (body: object) =>
    rooms.post(`datasets/small/releases/${await releaseOf()}/dictionary`, body);
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
    expect(await rooms.actions()).toEqual(['dictionary_change']);
    const after = await count();
    expect(after.count).toBe(before.count);
    expect(after.receipt ?? 'new').not.toBe(before.receipt);
    const concept = (await phi.get('small/concepts/sex/')).json();
    expect(JSON.stringify(concept)).toContain('Sex at birth');
    const kept = (await rooms.get('datasets/small')).releases.find(
      (one: { release: number }) => one.release === from,
    );
    expect(kept.used_for).toEqual(expect.arrayContaining(['data', 'previous']));
    expect(await rooms.post(`datasets/small/releases/${from}/remove`)).toMatchObject({ status: 409 });
    expect(await rooms.get('imports?kind=dictionary')).toMatchObject({
      count: 1,
      results: [{ state: 'done' }],
    });
  });

  it('hides a concept in every call, and needs a word of a steward to open one', async () => {
    const shown = await room();
    const hidden = { ...shown.edits.concepts, sex: { ...shown.edits.concepts.sex, is_published: false } };
    expect(
      await rooms.post(`datasets/small/releases/${shown.release}/dictionary/check`, edits(hidden)),
    ).toMatchObject({
      widening: [],
      changed: ['sex'],
    });
    await save(edits(hidden));
    const calls = ['concepts/sex/', 'concepts/', 'query_tools/preview/', 'concept_categories/', 'table_def/'];
    for (const call of calls) {
      const reply = await phi.get(`small/${call}`);
      expect([call, /"sex"|Sex at birth/.test(reply.body)]).toEqual([call, false]);
    }
    expect((await phi.get('small/concepts/sex/')).statusCode).toBe(404);
    expect((await count()).detail).toBeDefined();
    const again = await save(edits({}));
    expect([again.status, again.field]).toEqual([409, 'confirm']);
    expect(again.detail).toContain('sex:published');
    expect(await save({ ...edits({}), confirm: ['sex:published'] })).toMatchObject({ is_live: true });
    expect((await phi.get('small/concepts/sex/')).statusCode).toBe(200);
  });

  it('is refused in words where it cannot be, and on a release that is past', { tags: 'long' }, async () => {
    const past = await releaseOf();
    expect(await save(edits({ sex: { category: 'nowhere' } }))).toMatchObject({
      status: 400,
      field: 'edits',
    });
    expect(await save(edits({ sex: { title: '' } }))).toMatchObject({ status: 400 });
    await save(edits({ sex: { title: 'Sex' } }));
    const late = await rooms.post(
      `datasets/small/releases/${past}/dictionary`,
      edits({ sex: { title: 'S' } }),
    );
    expect(late).toMatchObject({ status: 412 });
  });

  it('says what it would break before it does', { tags: 'long' }, async () => {
    await phi.post('small/reports/create_form/', { name: 'Girls' });
    const release = await releaseOf();
    const hide = edits({ sex: { is_published: false } });
    const { endangered } = await rooms.post(`datasets/small/releases/${release}/dictionary/check`, hide);
    expect(endangered).toMatchObject([{ name: 'Girls', errors: [expect.stringContaining('sex')] }]);
    expect(await releaseOf()).toBe(release);
  });

  it('goes on with the next import, and is exported as a descriptor that imports the same way', {
    tags: 'long',
  }, async () => {
    const release = await releaseOf();
    const written = await rooms.get(`datasets/small/releases/${release}/dictionary/descriptor`);
    const zip = await rooms.smallZip((given) => {
      for (const key of Object.keys(given)) delete given[key];
      Object.assign(given, written.descriptor, { name: 'copied' });
    });
    const copied = await rooms.runImport({
      source: { kind: 'upload', id: await rooms.upload('copy.zip', zip) },
      mode: 'import',
    });
    const titleIn = async (dataset: string, number: number) => {
      const { concepts } = await rooms.get(`datasets/${dataset}/releases/${number}/dictionary`);
      return concepts.find(({ id }: { id: string }) => id === 'sex').title;
    };
    expect(await titleIn('copied', copied.release)).toBe('Sex');

    await save(edits({ sex: { title: 'Sex, kept' } }));
    const { source } = await rooms.zipOnly('next.zip');
    const next = await rooms.runImport({ source, dataset: 'small', mode: 'import' });
    expect(next.lines.join('\n')).toContain('The changes that staff made in the dictionary');
    expect(await titleIn('small', next.release)).toBe('Sex, kept');
    await rooms.post('datasets/small/keep_dictionary', { keep: false });
    expect(await rooms.actions()).toEqual(['dataset_change']);
    const fresh = await rooms.runImport({ source, dataset: 'small', mode: 'import' });
    expect(await titleIn('small', fresh.release)).not.toBe('Sex, kept');
  });
});

describe('a dataset', () => {
  it('has its settings changed, and what a package would open waits for a steward', async () => {
    const id = await rooms.upload(
      'open.zip',
      await rooms.smallZip((given) =>
        Object.assign(given, {
          name: 'open',
          atrium: { ...Object(given['atrium']), settings: { autoMembership: { level: 'agg' } } },
        }),
      ),
    );
    const { release } = await rooms.runImport({ source: { kind: 'upload', id }, mode: 'import' });
    await rooms.post(`datasets/open/releases/${release}/switch`, { confirm: openInSmall });
    expect(await rooms.get('datasets/open')).toMatchObject({ release, waiting: [{ key: 'autoMembership' }] });
    await rooms.post('datasets/open/settings', { confirm: ['autoMembership'] });
    expect(await rooms.actions()).toEqual(['dataset_change']);
    expect(await rooms.get('datasets/open')).toMatchObject({
      waiting: [],
      settings: { autoMembership: { level: 'agg' } },
    });
    const set = await rooms.post('datasets/open/settings', {
      settings: { smallCountThreshold: 5, siteTitle: 'Open' },
    });
    expect(set.notes).toContain('smallCountThreshold=5');
    expect(await rooms.post('datasets/open/settings', { settings: { nonsense: 1 } })).toMatchObject({
      status: 400,
    });
    expect(await rooms.post('datasets/open/settings', { confirm: ['listed'] })).toMatchObject({
      status: 400,
    });
    expect(
      await rooms.post('datasets/open/agreement', { agreement: { version: '1', text: 'Be kind.' } }),
    ).toMatchObject({ status: 200 });
    expect(await rooms.get('datasets/open')).toMatchObject({ agreement: { version: '1', text: 'Be kind.' } });
  });

  it('is deleted with its id given a second time, and the log of its imports stays', async () => {
    expect(await rooms.post('datasets/open/remove', { name: 'opne' })).toMatchObject({
      status: 400,
      field: 'name',
    });
    expect(await rooms.post('datasets/open/remove', { name: 'open' })).toMatchObject({ is_done: true });
    expect(await rooms.actions()).toEqual(['dataset_remove']);
    expect(await rooms.get('datasets/open')).toMatchObject({ status: 404 });
    expect(await rooms.get('imports?dataset=open')).toMatchObject({ count: 1 });
    expect(await rooms.post('datasets/open/remove', { name: 'open' })).toMatchObject({ status: 404 });
  });
});
