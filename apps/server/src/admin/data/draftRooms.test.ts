import { describe, expect, it } from 'vitest';
import { type DataRooms, openDataRooms } from '../../testing/dataRooms.ts';
import { portalOfFile } from '../../testing/ofFile.ts';
import { zipOf } from '../../testing/zipOf.ts';

const portal = await portalOfFile();
const rooms: DataRooms = await openDataRooms(
  portal,
  await portal.anAccount({ username: 'sam', isStaff: true }),
);

describe('tables without a descriptor (rule 15.48)', () => {
  it('are described with reasons, corrected by hand, tried and imported', async () => {
    const people = Buffer.from('id,sex,weight\np1,f,4\np2,m,heavy\np3,f,6\n');
    const visits = Buffer.from('id,day\np1,2020-01-02\np3,2020-02-03\n');
    const ids = [await rooms.upload('people.csv', people), await rooms.upload('visits.csv', visits)];
    expect(await rooms.post('drafts', { uploads: [ids[0], ids[0]] })).toMatchObject({
      status: 400,
      field: 'uploads',
    });
    const draft = await rooms.post('drafts', { uploads: ids });
    expect(draft.files).toEqual(['people.csv', 'visits.csv']);
    expect(draft.guesses.map(({ about }: { about: string }) => about)).toContain('people.csv: weight');
    const descriptor = draft.descriptor;
    expect(await rooms.post(`drafts/${draft.id}`, { descriptor: { resources: [] } })).toMatchObject({
      status: 400,
      field: 'descriptor.name',
    });
    descriptor.name = 'clinic';
    descriptor.title = 'The clinic';
    const corrected = await rooms.post(`drafts/${draft.id}`, { descriptor });
    expect(corrected.descriptor.title).toBe('The clinic');
    const done = await rooms.runImport({ source: { kind: 'draft', id: draft.id }, mode: 'import' });
    expect(done).toMatchObject({ state: 'done', dataset: 'clinic', subjects: 3 });
    expect(await rooms.get('datasets/clinic')).toMatchObject({ name: 'The clinic' });
    const parquet = await rooms.upload('notes.pdf', Buffer.from('x'));
    expect(await rooms.post('drafts', { uploads: [parquet] })).toMatchObject({
      status: 400,
      field: 'uploads',
    });
    // The tables of an earlier description are gone then, and so is what was said of them.
    const packed = await rooms.upload('all.zip', await zipOf({ 'datapackage.json': Buffer.from('{}') }));
    expect(await rooms.post('drafts', { uploads: [ids[0], packed] })).toMatchObject({ status: 400 });
    expect(await rooms.get(`drafts/${draft.id}`)).toMatchObject({ status: 404 });
    expect(
      await rooms.post('imports', { source: { kind: 'upload', id: parquet }, mode: 'import' }),
    ).toMatchObject({
      status: 400,
      field: 'source',
    });
  });
});

describe('files of another form (rule 10.26)', () => {
  it('are recognised, converted, tried and imported; a zip of tables is described', {
    tags: 'long',
  }, async () => {
    const packet = {
      id: 'P1',
      subject: { id: 'S', sex: 'FEMALE' },
      phenotypicFeatures: [{ type: { id: 'HP:0001250', label: 'Seizure' }, excluded: true }],
    };
    const zip = await zipOf({ 'all/one.json': Buffer.from(JSON.stringify(packet)) });
    const draft = await rooms.post('drafts', { uploads: [await rooms.upload('packets.zip', zip)] });
    expect(draft.files).toEqual(['packets.zip']);
    const guessed = draft.guesses.map(({ text }: { text: string }) => text);
    expect(guessed[0]).toBe('converted, because all/one.json has the fields of a phenopacket');
    expect(guessed).toContain('phenotypic features: 1 read, 1 written');
    await rooms.post(`drafts/${draft.id}`, { descriptor: { ...draft.descriptor, name: 'packets' } });
    const done = await rooms.runImport({ source: { kind: 'draft', id: draft.id }, mode: 'dry_run' });
    expect(done).toMatchObject({ state: 'done', dataset: 'packets', subjects: 1 });

    const tables = {
      'sheet/people.csv': Buffer.from('id,sex\np1,f\np2,m\n'),
      'sheet/notes.pdf': Buffer.from('x'),
    };
    const described = await rooms.post('drafts', {
      uploads: [await rooms.upload('sheet.zip', await zipOf(tables))],
    });
    expect(described.files).toEqual(['people.csv']);
    const packed = await zipOf({ 'datapackage.json': Buffer.from('{}') });
    const whole = await rooms.upload('package.zip', packed);
    expect(await rooms.post('drafts', { uploads: [whole] })).toMatchObject({ status: 400 });
    const bad = Buffer.from('F A 0 0 9 1\n');
    expect(await rooms.post('drafts', { uploads: [await rooms.upload('bad.ped', bad)] })).toMatchObject({
      status: 400,
      detail: expect.stringContaining('bad.ped:1: sex'),
    });
  });
});
