import { beforeEach, describe, expect, it } from 'vitest';
import { asOperator } from '../testing/asOperator.ts';
import type { Caller } from '../testing/caller.ts';
import type { TestDataset, TestMember } from '../testing/factories.ts';
import { portalOfFile } from '../testing/ofFile.ts';
import { openInSmall } from '../testing/smallPackage.ts';
import { type Operation, operation as operationForm } from './operation.ts';

let dataset: TestDataset;
let member: TestMember;
let ada: Caller;

const portal = await portalOfFile();
beforeEach(async () => {
  dataset = await portal.aDataset({ packagePath: portal.smallPackage });
  member = await portal.aMember({ dataset, level: 'phi' });
  ada = await portal.signedIn(member.account);
});

const run = (given: object) => asOperator(portal, operationForm.parse(given));
const opens = {
  allSubjects: false,
  subjectConcepts: [] as readonly string[],
  categories: null as readonly string[] | null,
  concepts: null,
  collections: null as readonly string[] | null,
};
const setGroup = (name: string, given: Partial<typeof opens>) =>
  run({ kind: 'setGroup', dataset: dataset.uniqueId, name, opens: { ...opens, ...given } });
const grant = (...groups: readonly string[]) =>
  run({
    kind: 'grant',
    username: member.account.username,
    dataset: dataset.uniqueId,
    level: 'phi',
    canViewWorkspace: true,
    groups,
  } satisfies Operation | object);

const get = async (path: string) => (await ada.get(`${dataset.uniqueId}/${path}`)).json();
const post = async (path: string, transformation: object) =>
  (await ada.post(`${dataset.uniqueId}/${path}`, { transformation })).json();
const count = async () => (await get('query_tools/count/')).count;
const conceptIds = async () =>
  (await get('concepts/?page_size=1000')).results.map((one: { permanent_id: string }) => one.permanent_id);

describe('a dataset with permission groups', () => {
  const expectNoFewer = async (threshold: number, some: string, all: string): Promise<void> => {
    await setGroup('probands', { subjectConcepts: ['is_proband'] });
    await setGroup('everyone', { allSubjects: true });
    const settings = [`smallCountThreshold=${threshold}`];
    await run({ kind: 'setDataset', dataset: dataset.uniqueId, settings, reset: [] });
    const countFor = async (group: string) => {
      await grant(group);
      await portal.db
        .updateTable('membership')
        .set({ access_level: 'agg' })
        .where('id', '=', member.membershipId)
        .execute();
      return (await ada.get(`dataset/${dataset.uniqueId}/`)).json().subjectCount;
    };
    expect([await countFor('probands'), await countFor('everyone')]).toEqual([some, all]);
  };

  const noFewer = 'shows a member of level agg no number that gives away fewer than %s';
  it.each([[3, '<3', '6'] as const])(noFewer, expectNoFewer);
  it.each([[2, '4', '6'] as const])(noFewer, { tags: 'long' }, expectNoFewer);

  it('shows a member without a group no subject, no concept and no value', async () => {
    await setGroup('probands', { subjectConcepts: ['is_proband'] });
    expect(await count()).toBe(0);
    expect(await conceptIds()).toEqual([]);
    expect(await get('concept_categories/')).toMatchObject({ categories: [], concepts: [] });
    expect((await get('concept_categories/concept_search/?search=sex')).concepts).toEqual([]);
    expect((await ada.get(`${dataset.uniqueId}/concepts/sex/`)).statusCode).toBe(404);
    const reply = await ada.get(`dataset/${dataset.uniqueId}/`);
    expect(reply.json().subjectCount).toBe('0');
  });

  it('shows a member of several groups the union of what they open', async () => {
    await setGroup('probands', { subjectConcepts: ['is_proband'] });
    await setGroup('noted', { subjectConcepts: ['note'] });
    await grant('probands');
    expect(await count()).toBe(4);
    await grant('noted');
    expect(await count()).toBe(4);
    await grant('probands', 'noted');
    expect(await count()).toBe(6);
  });

  it('limits figures, values, pages, exports and cross-tabs', async () => {
    await setGroup('noted', { subjectConcepts: ['note'] });
    await grant('noted');
    const sexes = await get('concepts/sex/cohort_def_callback/?show_all_data=true');
    expect(sexes.values).toEqual([
      { category: 'Female', count: 3, uniquePatientCount: 3 },
      { category: 'Male', count: 1, uniquePatientCount: 1 },
    ]);
    const ages = await get('concepts/age/cohort_def_callback/?show_all_data=true');
    expect(ages.stats).toMatchObject({ count_non_null: 4, unique_patients: 4 });
    const preview = await get('query_tools/preview/');
    expect(preview).toMatchObject({ subject_count: 4, record_count: 4 });
    const csv = (await ada.get(`${dataset.uniqueId}/query_tools/export_csv/`)).body;
    expect(csv).not.toMatch(/P2|P5/);
    await post('analysis_def/', { type: 'add_entry', concept_id: 'sex', role: 'rows' });
    const { dataset: crossTab } = await get('analysis_tools/run_analysis/?data_view_mode=all');
    expect(crossTab).toMatchObject({ index: ['Female', 'Male'], data: [[3], [1]] });
    expect((await get('concept_categories/concept_search/?search=Unknown')).concepts).toEqual([]);
  });

  it('answers a pasted id of a hidden subject like one that does not exist', async () => {
    await setGroup('noted', { subjectConcepts: ['note'] });
    await grant('noted');
    const paste = { type: 'add_entry', concept_id: 'participant_id', chiron_text_field_selection: 'P2\nP1' };
    const { transformation_warning_entries } = await post('cohort_def/', paste);
    expect(transformation_warning_entries).toEqual(['P2']);
  });

  it('hides concepts outside the categories of the groups', async () => {
    await setGroup('finders', { allSubjects: true, categories: ['findings'], collections: ['participant'] });
    await grant('finders');
    expect((await conceptIds()).sort()).toEqual([
      'diagnosis_diagnosed_on',
      'diagnosis_severity',
      'diagnosis_term',
    ]);
    expect((await get('concept_categories/')).categories).toMatchObject([{ name: 'Findings' }]);
    expect((await get('collections/')).map((one: { permanent_id: string }) => one.permanent_id)).toEqual([
      'participant',
    ]);
    const refused = await post('cohort_def/', { type: 'add_criteria_set', collection_id: 'diagnosis' });
    expect(refused.transformation_errors).toEqual(['You may not create criteria sets of Diagnosis.']);
  });

  it('leaves hidden concepts out of the overview', { tags: 'long' }, async () => {
    const settings = ['overviewConcepts=["sex", "severity"]'];
    await run({ kind: 'setDataset', dataset: dataset.uniqueId, settings, reset: [] });
    await setGroup('people', { allSubjects: true, categories: ['people'] });
    await grant('people');
    expect((await ada.get(`dataset/${dataset.uniqueId}/`)).json().overviewConcepts).toEqual(['sex']);
  });

  it('turns a filter that has become hidden into an error without its name, and gives no number', async () => {
    await post('cohort_def/', { type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] });
    await post('table_def/', { type: 'add_entry', concept_id: 'note' });
    await post('analysis_def/', { type: 'add_entry', concept_id: 'sex', role: 'rows' });
    await setGroup('finders', { allSubjects: true, categories: ['findings'] });
    await grant('finders');
    const cohort = await get('cohort_def/');
    expect(cohort.errors).toEqual(['You may not use one of the concepts.']);
    expect((await ada.get(`${dataset.uniqueId}/query_tools/count/`)).statusCode).toBe(400);
    for (const path of [
      'cohort_def/',
      'table_def/',
      'analysis_def/',
      'query_tools/preview/',
      'analysis_tools/run_analysis/',
    ])
      expect([path, JSON.stringify(await get(path))]).toEqual([
        path,
        expect.not.stringMatching(/\b(?:sex|female|note)\b/i),
      ]);
    const { entry_id } = cohort.cohort_def[0].list[0];
    const mended = await post('cohort_def/', { type: 'delete_entry', entry_id });
    expect(mended).toMatchObject({ transformation_successful: true, errors: [] });
  });

  it('refuses a group with an id that does not exist, or that has another role', {
    tags: 'long',
  }, async () => {
    await expect(setGroup('odd', { subjectConcepts: ['diagnosis_term', 'gone'] })).rejects.toThrow(
      'diagnosis_term is not a concept of participant, so it shows no subjects.\nThere is no concept gone.',
    );
    await expect(setGroup('odd', { allSubjects: true, categories: ['nowhere'] })).rejects.toThrow(
      'There is no category nowhere.',
    );
    await expect(grant('odd')).rejects.toThrow('There is no group odd in this dataset.');
  });

  it('is recorded in the audit, and has no limits without its last group', { tags: 'long' }, async () => {
    await setGroup('noted', { subjectConcepts: ['note'] });
    expect(await count()).toBe(0);
    await run({ kind: 'removeGroup', dataset: dataset.uniqueId, name: 'noted' });
    expect(await count()).toBe(6);
    const lines = await portal.db
      .selectFrom('audit_event')
      .select(['operator', 'action', 'detail'])
      .where('dataset_id', '=', dataset.id)
      .where('action', '=', 'group_change')
      .orderBy('id')
      .execute();
    expect(lines).toMatchObject([
      { operator: 'root', detail: { name: 'noted', isRemoved: false } },
      { operator: 'root', detail: { name: 'noted', isRemoved: true } },
    ]);
  });
});

describe('automatic membership', () => {
  const auto = (setting: object) =>
    run({
      kind: 'setDataset',
      dataset: dataset.uniqueId,
      settings: [`autoMembership=${JSON.stringify(setting)}`],
      reset: [],
    });
  const opened = (caller: Caller) => caller.get(`dataset/${dataset.uniqueId}/`);

  it('makes one membership at the level and in the groups of the setting, also for many calls at once', async () => {
    await setGroup('noted', { subjectConcepts: ['note'] });
    await auto({ level: 'deid', groups: ['noted'] });
    const account = await portal.anAccount();
    const bo = await portal.signedIn(account);
    const { datasets } = (await bo.get('dataset/')).json();
    expect(datasets).toContainEqual(
      expect.objectContaining({ unique_id: dataset.uniqueId, selectable: true }),
    );
    const replies = await Promise.all(Array.from({ length: 8 }, () => opened(bo)));
    expect(replies.map((reply) => reply.json().accessLevel)).toEqual(Array(8).fill('deid'));
    expect((await bo.get(`${dataset.uniqueId}/query_tools/count/`)).json().count).toBe(4);
    const made = await portal.db
      .selectFrom('membership')
      .selectAll()
      .where('account_id', '=', account.id)
      .execute();
    expect(made).toHaveLength(1);
    const lines = await portal.db
      .selectFrom('audit_event')
      .select(['action', 'detail'])
      .where('account_id', '=', account.id)
      .where('action', '=', 'membership_grant')
      .execute();
    expect(lines).toMatchObject([{ detail: { level: 'deid', isAutomatic: true } }]);
  });

  it('gives nothing while the dataset has none of the groups of the setting (rule 8.5)', async () => {
    await setGroup('noted', { subjectConcepts: ['note'] });
    await auto({ level: 'deid', groups: ['noted'] });
    await run({ kind: 'removeGroup', dataset: dataset.uniqueId, name: 'noted' });
    const bo = await portal.signedIn(await portal.anAccount());
    expect((await opened(bo)).statusCode).toBe(403);
    await setGroup('noted', { subjectConcepts: ['note'] });
    expect((await opened(bo)).statusCode).toBe(200);
  });

  it('does not change an existing membership, and ends with the setting', { tags: 'long' }, async () => {
    await auto({ level: 'agg' });
    expect((await opened(ada)).json().accessLevel).toBe('phi');
    await run({ kind: 'setDataset', dataset: dataset.uniqueId, settings: ['autoMembership='], reset: [] });
    const bo = await portal.signedIn(await portal.anAccount());
    expect((await opened(bo)).json().code).toBe('not_a_member');
  });

  it('is refused with a group that does not exist', { tags: 'long' }, async () => {
    await expect(auto({ level: 'agg', groups: ['nobody'] })).rejects.toThrow('there is no group nobody');
  });
});

it('a setting of a steward survives the next import of the package, until it is reset', {
  tags: 'long',
}, async () => {
  const uniqueId = 'kept';
  const load = () =>
    run({
      kind: 'import',
      packagePath: portal.smallPackage,
      dataset: uniqueId,
      dryRun: false,
      openIdentifiers: openInSmall,
    });
  const title = async () => {
    const { settings } = await portal.db
      .selectFrom('dataset')
      .select('settings')
      .where('unique_id', '=', uniqueId)
      .executeTakeFirstOrThrow();
    return settings;
  };
  await load();
  const set = await run({ kind: 'setDataset', dataset: uniqueId, settings: ['siteTitle=Ours'], reset: [] });
  expect(set).toEqual(['siteTitle=Ours']);
  await load();
  expect(await title()).toEqual({ siteTitle: 'Ours' });
  await run({ kind: 'setDataset', dataset: uniqueId, settings: [], reset: ['siteTitle'] });
  expect(await title()).toEqual({});
});
