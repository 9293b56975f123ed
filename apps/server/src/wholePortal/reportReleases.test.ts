import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkReports, importDataset } from '../operations/importDataset.ts';
import { recover } from '../operations/index.ts';
import type { ImportOperation } from '../operations/operation.ts';
import { presentEndangered } from '../operations/presentImport.ts';
import type { Caller } from '../testing/caller.ts';
import { folderOfFile, portalOfFile } from '../testing/ofFile.ts';
import { openInSmall, writeNextSmallPackage, writeSmallPackage } from '../testing/smallPackage.ts';

let ada: Caller;
let uniqueId: string;
let made = 0;
/** Whether the dataset has had no release but the first. */
let isFresh = false;

const folder = await folderOfFile();
const portal = await portalOfFile();
const first = await writeSmallPackage(folder);
const second = await writeNextSmallPackage(first, path.join(folder, 'next'), hideWeight);

const watcher = { onProgress: () => {}, signal: new AbortController().signal };
const stores = () => ({ db: portal.db, questions: portal.questions, releases: portal.releases });
const operation = (packagePath: string) =>
  ({
    kind: 'import',
    packagePath,
    dataset: uniqueId,
    dryRun: false,
    openIdentifiers: openInSmall,
  }) satisfies ImportOperation;
const load = (packagePath: string) => {
  isFresh = false;
  return importDataset(stores(), operation(packagePath), watcher);
};

beforeEach(async () => {
  if (!isFresh) {
    made += 1;
    uniqueId = `small${made}`;
    await load(first);
    isFresh = true;
  }
  const { id } = await portal.db
    .selectFrom('dataset')
    .select('id')
    .where('unique_id', '=', uniqueId)
    .executeTakeFirstOrThrow();
  const { account } = await portal.aMember({ dataset: { id, uniqueId }, level: 'phi' });
  ada = await portal.signedIn(account);
});

const get = async (address: string) => (await ada.get(`${uniqueId}/${address}`)).json();
const post = async (address: string, body?: unknown) =>
  (await ada.post(`${uniqueId}/${address}`, body)).json();
const edit = async (kind: string, transformation: object) =>
  expect(await post(`${kind}_def/`, { transformation })).toMatchObject({ transformation_successful: true });
const save = async (): Promise<number> =>
  (await post('reports/create_form/', { name: 'Women', with_analysis: 'yes' })).report_id;
const women = { type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] };
const severe = {
  type: 'add_entry',
  concept_id: 'diagnosis_severity',
  selected_categories: ['severe'],
};
const preview = (id: number) => get(`report_tools/${id}/preview/`);
const overwrite = (id: number) =>
  post(`reports/${id}/edit_form/`, { name: 'Women', overwrite_query_def_with_active: 'yes' });

describe('versions (rule 12.9)', () => {
  it('each save is kept with who, why, release and count', { tags: 'long' }, async () => {
    await edit('cohort', women);
    const id = await save();
    await edit('cohort', { type: 'clear_all' });
    await overwrite(id);
    const { results } = await get(`reports/${id}/versions/`);
    const all = (await preview(id)).subject_count;
    expect(results).toMatchObject([
      { version: 2, cause: 'overwritten', count: all, is_current: true, restored: null },
      { version: 1, cause: 'created', is_current: false, release: results[0].release },
    ]);
    expect(results[1].count).toBeLessThan(all);
    expect(results[0].saved_by).toMatch(/^person/);
  });

  it('two are compared in words and numbers, on one release', async () => {
    const id = await save();
    await edit('cohort', women);
    await edit('table', { type: 'add_entry', concept_id: 'weight' });
    await overwrite(id);
    const { results } = await get(`reports/${id}/versions/`);
    const compared = await get(`reports/${id}/versions/compare/?before=1&after=2`);
    expect(compared).toMatchObject({
      before: results[1],
      after: results[0],
      count_before: results[1].count,
      count_after: results[0].count,
    });
    expect(compared.changes).toEqual([
      { part: 'cohort', change: 'added', text: expect.stringMatching(/"Female"/) },
      { part: 'table', change: 'added', text: expect.stringMatching(/^Column: /) },
    ]);
    const back = await get(`reports/${id}/versions/compare/?before=2&after=1`);
    expect(back.changes.map(({ change }: { change: string }) => change)).toEqual(['removed', 'removed']);
    expect((await ada.get(`${uniqueId}/reports/${id}/versions/compare/?before=1&after=3`)).statusCode).toBe(
      404,
    );
    expect((await ada.get(`${uniqueId}/reports/${id}/versions/compare/?before=1`)).statusCode).toBe(400);
  });

  it('one is restored as a new version, and none is lost', async () => {
    await edit('cohort', women);
    const id = await save();
    const before = await preview(id);
    await edit('cohort', { type: 'clear_all' });
    await overwrite(id);
    expect(await post(`reports/${id}/versions/1/restore/`)).toEqual({
      status: 'complete',
      errors: [],
      warnings: [],
      version: 3,
    });
    expect((await preview(id)).subject_count).toBe(before.subject_count);
    const { results } = await get(`reports/${id}/versions/`);
    expect(
      results.map((one: { version: number; restored: number | null }) => [one.version, one.restored]),
    ).toEqual([
      [3, 1],
      [2, null],
      [1, null],
    ]);
    expect((await ada.post(`${uniqueId}/reports/${id}/versions/9/restore/`)).statusCode).toBe(404);
  });

  it('a viewer who is not the creator gets none of it', async () => {
    const id = await save();
    await post(`reports/${id}/edit_form/`, { name: 'Women', public: 'on' });
    const dataset = await portal.db
      .selectFrom('dataset')
      .select(['id', 'unique_id as uniqueId'])
      .where('unique_id', '=', uniqueId)
      .executeTakeFirstOrThrow();
    const viewer = await portal.signedIn((await portal.aMember({ dataset, level: 'deid' })).account);
    for (const address of ['versions/', 'versions/compare/?before=1&after=x'])
      expect((await viewer.get(`${uniqueId}/reports/${id}/${address}`)).statusCode).toBe(403);
    expect((await viewer.post(`${uniqueId}/reports/${id}/versions/1/restore/`)).statusCode).toBe(403);
    expect((await viewer.post(`${uniqueId}/reports/${id}/release/`, { release: 'x' })).statusCode).toBe(403);
    expect((await viewer.get(`${uniqueId}/report_tools/${id}/release_check/`)).statusCode).toBe(200);
  });
});

describe('a new release (rule 12.10)', () => {
  it('is compared with the release of the report: counts, subjects added and removed, lost parts', {
    tags: 'long',
  }, async () => {
    await edit('cohort', women);
    await edit('cohort', severe);
    await edit('table', { type: 'add_entry', concept_id: 'weight' });
    const id = await save();
    const { subject_count: before } = await preview(id);
    expect(await get(`report_tools/${id}/release_check/`)).toMatchObject({
      is_same: true,
      added: 0,
      removed: 0,
      lost: [],
      own: { count: before },
      live: { count: before },
    });
    await load(second);
    const check = await get(`report_tools/${id}/release_check/`);
    expect(check).toMatchObject({
      choice: 'latest',
      is_same: false,
      is_kept: true,
      own: { count: before, errors: [] },
      live: { count: 0, errors: [] },
      added: 0,
      removed: before,
    });
    expect(check.lost).toEqual([
      {
        kind: 'concept',
        part: 'table',
        entry_id: expect.any(String),
        label: expect.stringMatching(/weight/i),
      },
      {
        kind: 'value',
        part: 'cohort',
        entry_id: expect.any(String),
        label: expect.stringMatching(/: severe$/),
      },
    ]);
  });

  it('subjects that are new in it are counted, and never named', async () => {
    await edit('cohort', women);
    const id = await save();
    const { subject_count: before } = await preview(id);
    await load(second);
    expect(await get(`report_tools/${id}/release_check/`)).toMatchObject({
      own: { count: before },
      live: { count: before + 1 },
      added: 1,
      removed: 0,
    });
    expect(JSON.stringify(await get(`report_tools/${id}/release_check/`))).not.toContain('P7');
  });

  it('the creator stays on the own release, which is kept, or moves on, which is a new version', async () => {
    await edit('cohort', women);
    const id = await save();
    const { subject_count: before } = await preview(id);
    await post(`reports/${id}/release/`, { release: 'own' });
    await load(second);
    await load(second);
    await recover(stores());
    expect((await preview(id)).subject_count).toBe(before);
    expect((await get('query_tools/count/')).count).toBe(before + 1);
    expect((await get(`reports/get_report/?report_id=${id}`)).report.release_choice).toBe('own');
    const [{ release: own }] = (await get(`reports/${id}/versions/`)).results;
    expect(await portal.releases.list()).toContain(own);
    expect(await post(`reports/${id}/release/`, { release: 'latest' })).toMatchObject({ version: 2 });
    expect((await preview(id)).subject_count).toBe(before + 1);
    expect((await get(`reports/${id}/versions/`)).results[0]).toMatchObject({
      cause: 'moved',
      count: before + 1,
    });
    await portal.db
      .updateTable('dataset')
      .set(({ ref }) => ({ aggregate_release_id: ref('live_release_id'), previous_release_id: null }))
      .execute();
    await recover(stores());
    expect(await portal.releases.list()).not.toContain(own);
  });

  it('a release is kept for reports that do not stay on it for as long as the operator says (rule 12.14)', {
    tags: 'long',
  }, async () => {
    await edit('cohort', women);
    const id = await save();
    const [{ release: own }] = (await get(`reports/${id}/versions/`)).results;
    await load(second);
    await portal.db
      .updateTable('dataset')
      .set(({ ref }) => ({ aggregate_release_id: ref('live_release_id'), previous_release_id: null }))
      .execute();
    await recover({ ...stores(), reportReleaseDays: 36_500 });
    expect(await portal.releases.list()).toContain(own);
    await post(`reports/${id}/release/`, { release: 'own' });
    await recover({ ...stores(), reportReleaseDays: 0 });
    expect(await portal.releases.list()).toContain(own);
    await portal.db.updateTable('report').set({ release_choice: 'latest' }).where('id', '=', id).execute();
    await recover({ ...stores(), reportReleaseDays: 0 });
    expect(await portal.releases.list()).not.toContain(own);
    expect((await preview(id)).subject_count).toBeGreaterThan(0);
    expect((await get(`report_tools/${id}/release_check/`)).is_kept).toBe(false);
  });

  it('a report whose release is gone says so, keeps its place in the list and can move on', {
    tags: 'long',
  }, async () => {
    await edit('cohort', women);
    const id = await save();
    await post(`reports/${id}/release/`, { release: 'own' });
    const [{ release: own }] = (await get(`reports/${id}/versions/`)).results;
    await load(second);
    await portal.releases.remove(own);
    expect((await ada.get(`${uniqueId}/report_tools/${id}/preview/`)).statusCode).toBe(503);
    expect((await get('reports/')).count).toBe(1);
    expect(await get(`report_tools/${id}/release_check/`)).toMatchObject({
      is_kept: false,
      own: { release: own, count: null },
      added: null,
      removed: null,
    });
    expect((await ada.post(`${uniqueId}/reports/${id}/release/`, { release: 'own' })).statusCode).toBe(409);
    await post(`reports/${id}/release/`, { release: 'latest' });
    expect((await ada.get(`${uniqueId}/report_tools/${id}/preview/`)).statusCode).toBe(200);
  });

  it('lists the reports that it would break before it goes live, and leaves nothing behind', async () => {
    await edit('cohort', women);
    const sound = await save();
    await edit('cohort', { type: 'clear_all' });
    await edit('cohort', {
      type: 'add_entry',
      concept_id: 'weight',
      cd_numeric_min: '1',
      cd_numeric_max: '99',
    });
    const broken = await save();
    const before = await portal.releases.list();
    const found = await checkReports(stores(), operation(second), watcher);
    expect(found.map(({ id }) => id)).toEqual([broken]);
    expect(found.map(({ id }) => id)).not.toContain(sound);
    expect(presentEndangered(found).join('\n')).toMatch(/breaks: .+weight[\s\S]+loses the concept/i);
    expect(presentEndangered([])).toEqual(['This release would break no report.']);
    expect(await portal.releases.list()).toEqual(before);
    expect((await preview(broken)).errors).toEqual([]);
  });
});

/** The description without permission to publish the weight. */
function hideWeight(text: string): string {
  const descriptor = JSON.parse(text);
  for (const { schema } of descriptor.resources)
    for (const field of schema.fields)
      if (field.name === 'weight') field.atrium = { ...field.atrium, publish: false };
  return JSON.stringify(descriptor);
}
