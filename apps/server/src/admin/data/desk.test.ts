import { describe, expect, it } from 'vitest';
import { type DataRooms, openDataRooms } from '../../testing/dataRooms.ts';
import { portalOfFile } from '../../testing/ofFile.ts';

const portal = await portalOfFile();
const rooms: DataRooms = await openDataRooms(
  portal,
  await portal.anAccount({ username: 'sam', isStaff: true }),
);
const others: DataRooms = await openDataRooms(
  portal,
  await portal.anAccount({ username: 'eve', isStaff: true }),
);

const sheet = [
  'Heart study;;;;',
  'id;surname;weight;weight;seen',
  'p1;Baker;7,5 kg;8;2020-01-31',
  'p2;Mason;8 kg;n/a;31.01.2020',
  'p3;Cooper;9,25 kg;heavy;15.02.2020',
  '',
].join('\n');
const names = ['id', 'surname', 'weight_before', 'weight_after', 'seen'];
const readings = {
  'sheet.csv': {
    table: { names },
    columns: { weight_after: { type: 'number', decimalChar: ',', missingValues: ['', 'n/a'] } },
  },
};

describe('what a person decides about a file (rule 10.46)', () => {
  it('is read at once, stays beside the guesses, and is what an import takes', async () => {
    const draft = await describeSheet('sheet.csv');
    expect(draft).toMatchObject({
      is_own: true,
      progress: null,
      dataset: { objection: null, exists: false },
    });
    expect(draft.readings[0]).toMatchObject({
      names: ['id', 'surname', 'weight', 'weight', 'seen'],
      table: { headerRow: 2, delimiter: ';' },
    });
    expect(draft.readings[0].first_rows[0].cells[0]).toBe('Heart study');

    const read = await decide(draft, { name: 'hearts', readings });
    const columns = read.readings[0].columns;
    expect(columns.map(({ name }: { name: string }) => name)).toEqual(names);
    expect(columns[3].fit).toEqual({ cells: 1, of_cells: 2, counter_examples: ['heavy'] });
    const question = {
      file: 'sheet.csv',
      column: 'weight_after',
      readings: [{ type: 'string' }, { type: 'integer' }],
    };
    expect(await rooms.post(`drafts/${draft.id}/fit`, question)).toMatchObject({
      fits: [
        { cells: 3, of_cells: 3 },
        { cells: 1, of_cells: 3 },
      ],
    });

    expect(await rooms.post(`drafts/${draft.id}`, { base: draft.revision, decisions: {} })).toMatchObject({
      status: 409,
    });
    const decided = await decide(read, {
      ...read.decisions,
      tables: { sheet: { columns: { weight_before: { title: 'Weight before' }, id: { seenBy: 'deid' } } } },
    });
    expect(decided.readings).toEqual(read.readings);
    const fields = decided.descriptor.resources[0].schema.fields;
    expect(fields[2]).toMatchObject({ title: 'Weight before', atrium: { unit: 'kg' } });
    expect(fields[1].atrium).toMatchObject({ phi: true, aggregatable: false });
    const done = await rooms.runImport({ source: { kind: 'draft', id: draft.id }, mode: 'dry_run' });
    expect(done).toMatchObject({ state: 'done', dataset: 'hearts', subjects: 3 });
  });

  it('that cannot be read is kept with the reason, beside the last description', {
    tags: 'long',
  }, async () => {
    const draft = await describeSheet('sheet.csv');
    const failed = await decide(draft, { readings: { 'sheet.csv': { table: { encoding: 'utf-16le' } } } });
    expect(failed.failure).toContain('sheet.csv');
    expect(failed.readings).toEqual(draft.readings);
    const mended = await rooms.post(`drafts/${draft.id}/cancel`);
    expect(mended).toMatchObject({ failure: null, decisions: { readings: {} } });
  });

  it('never proposes an id that is reserved or that a dataset has', { tags: 'long' }, async () => {
    const draft = await describeSheet('dataset.csv');
    expect(draft.descriptor.name).toBe('dataset_data');
    const changed = await decide(draft, { name: 'account' });
    expect(changed.dataset).toEqual({ objection: 'the word is reserved', exists: false });
    const refused = await rooms.post('imports', {
      source: { kind: 'draft', id: draft.id },
      dataset: 'account',
      mode: 'dry_run',
    });
    expect(refused).toMatchObject({ status: 400, field: 'dataset' });
    expect(refused.detail).toContain('in the field "Id of the dataset"');
  });
});

it('another steward sees no text and no figure of a protected column, and changes nothing (rule 10.47)', async () => {
  const draft = await decide(await describeSheet('sheet.csv'), {
    readings,
    tables: { sheet: { columns: { seen: { seenBy: 'phi' } } } },
  });
  expect(JSON.stringify(draft)).toContain('Baker');
  const seen = await others.get(`drafts/${draft.id}`);
  expect(seen).toMatchObject({ is_own: false, decisions: {} });
  const text = JSON.stringify(seen);
  for (const hidden of ['Baker', 'Mason', '31.01.2020', '2020-01-31']) expect(text).not.toContain(hidden);
  expect(text).toContain('9,25 kg');
  const [, surname] = seen.readings[0].columns;
  expect(surname).toMatchObject({ is_hidden: true, filled: 0, distinct: 0, frequent: [] });
  const question = { file: 'sheet.csv', column: 'surname', readings: [{ type: 'date' }] };
  expect(await others.post(`drafts/${draft.id}/fit`, question)).toMatchObject({ status: 403 });
  expect(await others.post(`drafts/${draft.id}`, { decisions: {} })).toMatchObject({ status: 403 });
  expect(await others.post(`drafts/${draft.id}/cancel`)).toMatchObject({ status: 403 });
});

const describeSheet = async (name: string) =>
  rooms.post('drafts', { uploads: [await rooms.upload(name, Buffer.from(sheet))] });
/** The description when the files have been read again. */
const untilRead = async (id: string) => {
  for (;;) {
    const draft = await rooms.get(`drafts/${id}`);
    if (draft.progress === null) return draft;
  }
};
const decide = async (draft: { id: string; revision: number }, decisions: object) => {
  const changed = await rooms.post(`drafts/${draft.id}`, { base: draft.revision, decisions });
  return changed.progress === null || changed.status !== 200 ? changed : untilRead(draft.id);
};
