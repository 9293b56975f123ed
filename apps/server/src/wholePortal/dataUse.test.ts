import path from 'node:path';
import { expect } from 'vitest';
import { findMember } from '../access/index.ts';
import { compareReleases } from '../analysis/index.ts';
import { openEarlierRelease, openLiveRelease, releaseName } from '../catalogue/index.ts';
import { importDataset } from '../operations/importDataset.ts';
import type { By } from '../operations/operation.ts';
import { presentReport } from '../operations/presentImport.ts';
import { compareUses, nameOfWiderUse } from '../operations/widerUse.ts';
import type { TestPerson } from '../testing/aPerson.ts';
import { bySex, compare } from '../testing/comparisons.ts';
import { onPortal } from '../testing/onPortal.ts';
import { makePersonalObject } from '../testing/personalObjects.ts';
import type { TestApp } from '../testing/testApp.ts';
import { writePackage } from '../testing/writePackage.ts';

const heart = 'MONDO:0005453';

/** By hand: who is reached by research on health, and by research on the disease with ethics approval. */
const subjects = [
  ['S01', 'Female', 'GRU'],
  ['S02', 'Female', 'GRU'],
  ['S03', 'Male', 'GRU'],
  ['S04', 'Female', 'HMB'],
  ['S05', 'Male', 'HMB'],
  ['S06', 'Female', `DS:${heart}`],
  ['S07', 'Male', `DS:${heart}; IRB`],
  ['S08', 'Female', 'HMB; NPU'],
  ['S09', 'Male', 'GRU; COL'],
  ['S10', 'Female', ''],
  ['S11', 'Male', 'GRU; LATER'],
  ['S12', 'Female', 'POA'],
  ['S13', 'Male', 'GRU CC'],
];
const reached = {
  health: ['S01', 'S02', 'S03', 'S04', 'S05', 'S08', 'S13'],
  heart: ['S01', 'S02', 'S03', 'S04', 'S05', 'S06', 'S07', 'S08', 'S13'],
};

const health = { research: 'health' };
const onHeart = { research: 'disease', disease: heart, confirms: ['IRB'] };

const field = (name: string, type = 'string', more: object = {}) => ({ name, type, ...more });
const toSubject = {
  foreignKeys: [{ fields: 'subject', reference: { resource: 'subject', fields: 'subject_id' } }],
};

async function writeConsents(packagePath: string, dataUse: object | null = {}, prefix = ''): Promise<string> {
  const tables = {
    subject: {
      fields: [
        field('subject_id'),
        field('sex', 'string', { categories: ['Female', 'Male'] }),
        field('use', 'string', { atrium: { type: 'category' } }),
      ],
      schema: { primaryKey: 'subject_id' },
      rows: subjects.map(([id, ...rest]) => [`${prefix}${id}`, ...rest]),
    },
    visit: {
      fields: [field('subject'), field('finding', 'string', { atrium: { id: 'finding', type: 'category' } })],
      schema: toSubject,
      rows: ['S01,a', 'S01,b', 'S04,a', 'S06,a', 'S07,b', 'S10,a', 'S12,a'].map((row) => prefix + row),
    },
    file: {
      fields: [
        ...['file_id', 'url', 'name', 'subject'].map((name) => field(name)),
        ...['category', 'data_type', 'experiment_type', 'file_format'].map((name) => field(name)),
        field('size', 'integer'),
      ],
      schema: toSubject,
      rows: ['S01', 'S06', 'S10'].map(
        (id) => `F${id},https://files.example/${id},${id}.vcf,${prefix}${id},data,Variants,WGS,VCF,5`,
      ),
    },
  };
  return writePackage(packagePath, tables, {
    files: 'file',
    ...(dataUse && {
      dataUse: { field: 'use', titles: { [heart]: 'congenital heart disease' }, ...dataUse },
    }),
  });
}

const it = onPortal({
  dataset: async (folder) => ({
    packagePath: await writeConsents(path.join(folder, 'consents')),
    settings: { smallCountThreshold: 2 },
  }),
});

const state = ({ post, dataset }: TestPerson, purpose: object) =>
  post(`dataset/${dataset.uniqueId}/purpose/`, purpose);
const stated = async (person: TestPerson, purpose: object): Promise<void> => {
  expect((await state(person, purpose)).statusCode).toBe(200);
};
const detailOf = async ({ get, dataset }: TestPerson) => (await get(`dataset/${dataset.uniqueId}/`)).json();
const crossTab = async ({ read }: TestPerson) => (await read('analysis_tools/run_analysis/')).dataset;

it('nobody who sees subjects counts anything before a purpose is stated (rule 8.33)', async ({ bo }) => {
  for (const call of ['query_tools/count/', 'query_tools/preview/', 'concept_categories/', 'files/list/'])
    expect([call, (await bo.get(bo.address(call))).json()]).toMatchObject([
      call,
      { code: 'purpose_required' },
    ]);
  expect(await detailOf(bo)).toMatchObject({ code: 'purpose_required' });
  const view = (await bo.get(`dataset/${bo.dataset.uniqueId}/purpose/`)).json();
  expect(view).toMatchObject({
    is_asked: true,
    purpose: null,
    diseases: [{ code: heart, title: 'congenital heart disease' }],
    conditions: [{ code: 'COL' }, { code: 'IRB' }],
  });
});

it('a purpose names the disease that it is on, and is refused where no code of the dataset names what it says (rules 1.26 and 1.28)', async ({
  bo,
  cy,
}) => {
  expect((await state(bo, { research: 'disease', disease: 'MONDO:1' })).json()).toMatchObject({
    field: 'disease',
  });
  expect((await state(bo, { research: 'disease' })).json()).toMatchObject({ field: 'disease' });
  expect((await state(bo, { ...health, confirms: ['PUB'] })).json()).toMatchObject({ field: 'confirms' });
  expect((await state(cy, health)).statusCode).toBe(403);
});

it('counts, rows, values, cross-tabs, comparisons and files follow what each subject agreed to (rule 1.25)', async ({
  bo,
}) => {
  const seen = async () => {
    const text = JSON.stringify((await bo.read('query_tools/preview/?records_per_page=100')).data);
    const tab = await compare(bo, [bySex], ['finding']);
    return {
      count: await bo.cohort.count(),
      rows: subjects.map(([id = '']) => id).filter((id) => text.includes(`"${id}"`)),
      figures: tab.json().groups.map(({ count }: { count: number }) => count),
      files: (await bo.read('files/list/')).results.map(({ name }: { name: string }) => name),
    };
  };
  await stated(bo, health);
  const first = await seen();
  expect(first).toEqual({
    count: 7,
    rows: reached.health,
    figures: [4, 3],
    files: ['S01.vcf'],
  });
  await bo.analysis.edit({ type: 'add_entry', concept_id: 'sex', role: 'rows' });
  const before = await crossTab(bo);
  await stated(bo, onHeart);
  expect(await seen()).toEqual({
    count: 9,
    rows: reached.heart,
    figures: [5, 4],
    files: ['S01.vcf', 'S06.vcf'],
  });
  expect(await crossTab(bo)).not.toEqual(before);
  await bo.cohort.add('finding', { selected_categories: ['a'] });
  expect(await bo.cohort.count()).toBe(3);
  await stated(bo, { ...health, involves: ['forProfit'] });
  expect(await bo.cohort.count()).toBe(2);
});

it('a dataset says for which use its figures are, and of how many (rule 8.35)', async ({ bo, cy }) => {
  await stated(bo, health);
  const words = 'health, medical or biomedical research';
  expect(await detailOf(bo)).toMatchObject({ subjectCount: '7', data_use: { words, of: '13' } });
  expect(await detailOf(cy)).toMatchObject({ subjectCount: '4', data_use: { words: 'every use', of: null } });
  const report = await makePersonalObject.report(bo, bo.dataset.uniqueId);
  expect(await bo.read(`report_tools/${report}/methods/`)).toMatchObject({
    methods: { use: words, count: 7 },
  });
});

it('a purpose that is stated is a line in the audit, and has receipts of its own (rule 8.34)', async ({
  portal,
  bo,
}) => {
  await stated(bo, health);
  const receipt = (await bo.read('query_tools/count/')).cohort_receipt;
  await stated(bo, { ...health, involves: [] });
  await stated(bo, { ...health, confirms: ['COL'] });
  expect((await bo.read('query_tools/count/')).cohort_receipt).not.toBe(receipt);
  const { results } = (await bo.get('audit/')).json();
  const lines = results.filter(({ action }: { action: string }) => action === 'purpose_state');
  expect(lines.map(({ detail }: { detail: object }) => detail)).toMatchObject([
    { research: 'health', confirms: 'COL' },
    { research: 'health', confirms: '' },
  ]);
  const ids = { accountId: bo.account.id, datasetId: bo.dataset.id };
  const member = await findMember({ db: portal.db, clock: () => new Date() }, ids);
  expect(member?.purpose).toMatchObject({ research: 'health', confirms: ['COL'] });
});

it('members who see aggregates only count the same subjects whatever anybody states (rule 1.29)', async ({
  bo,
  cy,
}) => {
  await cy.analysis.edit({ type: 'add_entry', concept_id: 'sex', role: 'rows' });
  const before = await crossTab(cy);
  await stated(bo, onHeart);
  expect(await crossTab(cy)).toEqual(before);
  expect(before.data.flat()).toEqual([2, 2]);
});

it('another purpose for them comes with a release, and counts as the subjects by whom the two differ (rules 1.29 and 7.12)', async ({
  portal,
  dataset,
  folder,
}) => {
  const packagePath = await writeConsents(path.join(folder, 'wider'), { aggregates: health });
  const wider = await portal.aDataset({ packagePath });
  const releaseOf = async ({ id }: { readonly id: number }) =>
    (await openLiveRelease(portal, { datasetId: id, level: 'agg', groups: null })).release;
  const differences = await compareReleases(portal.questions, {
    before: await releaseOf(dataset),
    after: await releaseOf(wider),
    signal: new AbortController().signal,
  });
  expect(differences).toContainEqual({ conceptId: 'sex', gone: 0, come: 3 });
});

it('the report of an import counts the codes, a package that has lost them does not go live, and a release of before them is not opened whole (rules 1.25 and 8.36)', async ({
  portal,
  folder,
}) => {
  const on = { portal, folder };
  await load(on, 'before', null);
  const before = await liveOf(portal);
  const lines = presentReport(await load(on, 'with'), { dryRun: false });
  expect(lines).toEqual(
    expect.arrayContaining([
      '  Data use GRU: 3 subjects',
      '  Data use GRU; LATER: 1 subject, whom no purpose reaches, since LATER is unknown',
      '  Data use: 1 subject without codes, whom no purpose reaches',
      '  Data use: members who see aggregates only count 4 subjects',
    ]),
  );
  await expect(load(on, 'without', null)).rejects.toThrow('what its subjects agreed to');
  const live = await liveOf(portal);
  expect((await load(on, 'kept', null, { hold: true })).usesToConfirm).toEqual([]);
  expect(await liveOf(portal)).toEqual(live);
  await expectNotWhole(portal, before);
});

it('a release that opens more than its subjects agreed to goes live when just that is confirmed (rules 1.30 and 1.31)', async ({
  portal,
  folder,
  cy,
}) => {
  const on = { portal, folder };
  const everybody = { field: undefined, codes: 'NRES' };
  await load(on, 'with');
  const live = async () => (await liveOf(portal)).release;
  const before = await live();
  await expect(load(on, 'everybody', everybody)).rejects.toThrow(
    /9 subjects would be open to more uses .*HMB → NRES: 2 subjects.*no codes → NRES: 1 subject.*--wider-use codes:9:[0-9a-f]{8}$/,
  );
  await expect(load(on, 'everybody', everybody, { widerUses: ['codes:8'] })).rejects.toThrow(
    'nothing to confirm',
  );
  await expect(load(on, 'wider', { aggregates: health })).rejects.toThrow('--wider-use aggregates:3');
  expect(await live()).toBe(before);

  const held = await load(on, 'everybody', everybody, { by: { accountId: cy.account.id } });
  expect(held.usesToConfirm).toMatchObject([{ kind: 'codes', subjects: 9 }]);
  const named = held.usesToConfirm.map(nameOfWiderUse).join();
  expect(presentReport(held, { dryRun: false })).toContain(
    `  Correct the package, confirm it where staff switch to the release, or import with: --wider-use ${named}`,
  );
  expect(await live()).toBe(before);
  await expect(load(on, 'everybody', everybody, { widerUses: [`${named}0`] })).rejects.toThrow(
    'nothing to confirm',
  );
  await load(on, 'everybody', everybody, { widerUses: [named] });
  expect(await live()).not.toBe(before);
  await load(on, 'with');
  await expect(load(on, 'renewed', {}, { prefix: 'R' })).rejects.toThrow('--wider-use unknown:11');

  // A dictionary that closes the id, of the same data and of others.
  const release = (await live()) ?? 0;
  const coming = { ...(await portal.questions.open(releaseName(release))), subjectId: undefined };
  const compared = { dataset: 'consents', release: release + 1, coming };
  const same = await compareUses(portal, { ...compared, sharedOf: release });
  const others = await compareUses(portal, { ...compared, sharedOf: null });
  expect([same, others].map(({ wider }) => wider.map(({ kind }) => kind))).toEqual([[], ['unknown']]);
});

const liveOf = async ({ db }: TestApp) =>
  db
    .selectFrom('dataset')
    .select(['id', 'live_release_id as release'])
    .where('unique_id', '=', 'consents')
    .executeTakeFirstOrThrow();

/** A steward who has opened a release whole sees of it whom the live one lets them see. */
async function expectNotWhole(
  portal: TestApp,
  { id: datasetId, release }: { readonly id: number; readonly release: number | null },
): Promise<void> {
  const steward = await portal.anAccount({ isStaff: true });
  const opening = {
    account_id: steward.id,
    dataset_id: datasetId,
    release_id: release ?? 0,
    opened_at: new Date(0),
  };
  await portal.db
    .insertInto('release_opening')
    .values({
      ...opening,
      reason: 'A published figure.',
      ends_at: new Date(portal.clock.now().getTime() + 60_000),
    })
    .execute();
  const member = { account: steward, datasetId, level: 'phi', groups: null } as const;
  const deps = { ...portal, clock: portal.clock.now };
  const opened = await openEarlierRelease(
    deps,
    { ...member, purpose: { research: 'health', disease: null, involves: [], confirms: [] } },
    release ?? 0,
  );
  expect(opened.closedSince.subjects).toBe(true);
  expect(opened.besides).toBe(releaseName((await liveOf(portal)).release ?? 0));
}

interface Loading {
  readonly widerUses?: string[];
  readonly prefix?: string;
  readonly by?: By;
  readonly hold?: boolean;
}

const load = async (
  { portal, folder }: { readonly portal: TestApp; readonly folder: string },
  name: string,
  dataUse?: object | null,
  { widerUses = [], prefix = '', by = { operator: 'root' }, hold = false }: Loading = {},
) =>
  importDataset(
    { ...portal, clock: portal.clock.now },
    {
      ...{ kind: 'import', dataset: 'consents', dryRun: false, widerUses, hold },
      packagePath: await writeConsents(path.join(folder, `${name}${prefix}`), dataUse, prefix),
    },
    { onProgress: () => {}, signal: new AbortController().signal, ...by },
  );
