import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AccessLevel } from '@atrium/contract/wire/access';
import { describe, expect, it } from 'vitest';
import { importDataset } from '../operations/importDataset.ts';
import { presentReport } from '../operations/presentImport.ts';
import { asOperator } from '../testing/asOperator.ts';
import type { Caller } from '../testing/caller.ts';
import { roomCalls } from '../testing/dataRooms.ts';
import { folderOfFile, portalOfFile } from '../testing/ofFile.ts';
import { openInSmall, writeSmallPackage } from '../testing/smallPackage.ts';

let versions = 0;
let datasets = 0;

const folder = await folderOfFile();
const portal = await portalOfFile();
const first = await writeSmallPackage(folder);

const watcher = { onProgress: () => {}, signal: new AbortController().signal };
const load = async (dataset: string, packagePath: string) =>
  importDataset(
    { db: portal.db, questions: portal.questions, releases: portal.releases },
    { kind: 'import', packagePath, dataset, dryRun: false, openIdentifiers: openInSmall },
    watcher,
  );

const pageOf = async (caller: Caller, dataset: string, id: number) =>
  (await caller.get(`${dataset}/report_tools/${id}/preview/?records_per_page=100`)).json();
const exportOf = async (caller: Caller, dataset: string, id: number): Promise<string> =>
  (await caller.get(`${dataset}/report_tools/${id}/export_csv/`)).body;
const actionsOf = async (): Promise<string[]> =>
  (await portal.db.selectFrom('audit_event').select('action').orderBy('id', 'desc').limit(4).execute()).map(
    ({ action }) => action,
  );

/** What each database is asked is shown on both; the rest of the way is the same for both. */
const isPostgres = process.env['ATRIUM_TEST_ENGINE'] === 'postgres';
const longOnPostgres = { tags: isPostgres ? ['long'] : [] };
/** A statement on a server has a limit of its parameters. */
const isDuckDb = !isPostgres;
const longOnDuckDb = { tags: isDuckDb ? ['long'] : [] };

describe('a report that stays on an earlier release (rules 7.13 and 12.19)', () => {
  it(
    'shows no concept that is protected on the live one, and exports no subject who withdrew',
    longOnPostgres,
    async () => {
      const { dataset, as } = await scene();
      const { uniqueId } = dataset;
      const [phi, deid] = [await as('phi'), await as('deid')];
      const id = await pinned(phi, uniqueId, ['weight']);
      expect(await exportOf(deid, uniqueId, id)).toMatch(/P2[^\n]*16\.25/);
      await load(uniqueId, await version({ fields: { weight: { phi: true } }, without: ['P2'] }));
      for (const caller of [phi, deid]) {
        const file = await exportOf(caller, uniqueId, id);
        expect(file).toContain('P1');
        expect(file).not.toContain('P2');
        const shown = await pageOf(caller, uniqueId, id);
        expect(shown).toMatchObject({ subject_count: 5 });
        expect(shown.warnings.join(' ')).toMatch(/closed since it was live/);
        expect(JSON.stringify(shown.data)).not.toContain('P2');
      }
      expect(await exportOf(phi, uniqueId, id)).toContain('61');
      expect(await exportOf(deid, uniqueId, id)).not.toContain('61');
      const methods = await deid.get(`${uniqueId}/report_tools/${id}/methods/`);
      expect(methods.body).not.toContain('eight');
      expect(methods.json().methods.count).toBe(5);
      const compared = await deid.get(`${uniqueId}/report_tools/${id}/release_check/`);
      expect(compared.json()).toMatchObject({ own: { count: 5 }, live: { count: 5 }, removed: 0 });
      const analysis = (await deid.get(`${uniqueId}/report_tools/${id}/run_analysis/`)).json();
      expect(JSON.stringify(analysis)).not.toContain('eight');
    },
  );

  it('filters on what is closed find nobody, and files are refused', { tags: 'long' }, async () => {
    const { dataset, as } = await scene();
    const { uniqueId } = dataset;
    const [phi, deid] = [await as('phi'), await as('deid')];
    const filter = { type: 'add_entry', concept_id: 'weight', cd_numeric_min: '1', cd_numeric_max: '99' };
    await phi.post(`${uniqueId}/cohort_def/`, { transformation: filter });
    const id = await pinned(phi, uniqueId, []);
    expect((await pageOf(deid, uniqueId, id)).subject_count).toBeGreaterThan(0);
    await load(uniqueId, await version({ fields: { weight: { phi: true } } }));
    expect(await pageOf(deid, uniqueId, id)).toMatchObject({ subject_count: 0, preview_failed: true });
    expect((await deid.get(`${uniqueId}/report_tools/${id}/export_csv/`)).statusCode).toBe(403);
    expect((await pageOf(phi, uniqueId, id)).subject_count).toBeGreaterThan(0);
  });

  it('closes what the groups of its viewer no longer open on the live one', { tags: 'long' }, async () => {
    const { dataset, as } = await scene();
    const { uniqueId } = dataset;
    const [phi, deid] = [await as('phi'), await as('deid')];
    const id = await pinned(phi, uniqueId, []);
    const opens = { allSubjects: false, subjectConcepts: ['is_proband'] };
    const every = { categories: null, concepts: null, collections: null };
    await asOperator(portal, {
      kind: 'setGroup',
      dataset: uniqueId,
      name: 'probands',
      opens: { ...opens, ...every },
    });
    await portal.db
      .insertInto('membership_group')
      .columns(['dataset_id', 'membership_id', 'group_id'])
      .expression((eb) =>
        eb
          .selectFrom('membership')
          .innerJoin('permission_group', 'permission_group.dataset_id', 'membership.dataset_id')
          .select(['membership.dataset_id', 'membership.id', 'permission_group.id'])
          .where('membership.dataset_id', '=', dataset.id),
      )
      .execute();
    expect((await pageOf(deid, uniqueId, id)).subject_count).toBe(4);
    const next = await version();
    const file = path.join(next, 'participant.csv');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('P2,Male,true', 'P2,Male,false'));
    await load(uniqueId, next);
    expect(await pageOf(deid, uniqueId, id)).toMatchObject({ subject_count: 3 });
    expect(await exportOf(deid, uniqueId, id)).not.toContain('P2');
  });

  it('shows nothing where the live release cannot be opened', longOnPostgres, async () => {
    const { dataset, as } = await scene();
    const { uniqueId } = dataset;
    const phi = await as('phi');
    const id = await pinned(phi, uniqueId, []);
    await load(uniqueId, await version({ without: ['P2'] }));
    const { live } = await portal.db
      .selectFrom('dataset')
      .select('live_release_id as live')
      .where('id', '=', dataset.id)
      .executeTakeFirstOrThrow();
    await portal.releases.remove(`release_${live}`);
    const reply = await phi.get(`${uniqueId}/report_tools/${id}/preview/`);
    expect(reply.statusCode).toBeGreaterThanOrEqual(500);
    expect(reply.body).not.toContain('P1');
  });
});

describe('thousands of closed subjects', () => {
  it('are left out of pages and files, and of nothing else', longOnDuckDb, async () => {
    const { dataset, as } = await scene();
    const { uniqueId } = dataset;
    const phi = await as('phi');
    const full = await version();
    const file = path.join(full, 'participant.csv');
    const many = Array.from({ length: 2100 }, (_, index) => `Q${index},Female,true,5,2022-01-01,3,\r\n`);
    await writeFile(file, `${await readFile(file, 'utf8')}${many.join('')}`);
    await load(uniqueId, full);
    const id = await pinned(phi, uniqueId, []);
    await load(uniqueId, await version({ without: ['P2'] }));
    expect(await pageOf(phi, uniqueId, id)).toMatchObject({ subject_count: 5 });
    const ids = (await exportOf(phi, uniqueId, id)).match(/\b[PQ]\d+/g) ?? [];
    expect([...new Set(ids)].filter((one) => one !== 'P1').sort()).toEqual(['P3', 'P4', 'P5', 'P6']);
  });
});

describe('a concept that the live release lacks (rule 12.20)', () => {
  it(
    'is closed on earlier ones until a steward says that it is only no longer delivered',
    longOnPostgres,
    async () => {
      const { dataset, as } = await scene();
      const { uniqueId } = dataset;
      const phi = await as('phi');
      const steward = await as('phi', true);
      const id = await pinned(phi, uniqueId, ['weight']);
      const outcome = await load(uniqueId, await version({ fields: { weight: { publish: false } } }));
      const said = presentReport(outcome, { dryRun: false }).join('\n');
      expect(said).toMatch(/lacks 1 part of earlier releases[\s\S]+- weight \(/);
      expect(await exportOf(phi, uniqueId, id)).not.toContain('16.25');
      const room = `${roomCalls}/datasets/${uniqueId}/lacking`;
      expect((await phi.get(room)).statusCode).toBe(403);
      const listed = (await steward.get(room)).json();
      expect(listed.parts).toMatchObject([{ kind: 'concept', id: 'weight', word: null }]);
      const say = (word: string, name = 'weight') => steward.post(room, { kind: 'concept', id: name, word });
      expect((await say('not_delivered', 'sex')).statusCode).toBe(404);
      expect((await say('perhaps')).statusCode).toBe(400);
      expect((await say('withdrawn')).json().parts).toMatchObject([{ word: 'withdrawn' }]);
      expect(await exportOf(phi, uniqueId, id)).not.toContain('16.25');
      const command = { kind: 'lackingParts' as const, dataset: uniqueId, withdrawn: [] };
      expect(await asOperator(portal, { ...command, notDelivered: ['weight'] })).toEqual([
        expect.stringMatching(/^weight \(.+\): only no longer delivered; in release_\d+$/),
      ]);
      expect((await actionsOf())[0]).toBe('lacking_part');
      expect(await exportOf(phi, uniqueId, id)).toContain('16.25');
      await load(uniqueId, await version());
      await load(uniqueId, await version({ fields: { weight: { publish: false } } }));
      expect(await exportOf(phi, uniqueId, id)).not.toContain('16.25');
    },
  );
});

describe('a steward (rule 12.21)', () => {
  it(
    'who gives a reason sees an earlier release whole for an hour, on record; nobody else does',
    longOnPostgres,
    async () => {
      const { dataset, as } = await scene();
      const { uniqueId } = dataset;
      const [phi, steward, other] = [await as('phi'), await as('phi', true), await as('phi', true)];
      const id = await pinned(phi, uniqueId, []);
      const { release_id: release } = await portal.db
        .selectFrom('report_version')
        .select('release_id')
        .where('report_id', '=', id)
        .executeTakeFirstOrThrow();
      await load(uniqueId, await version({ without: ['P2'] }));
      expect(await exportOf(steward, uniqueId, id)).not.toContain('P2');
      const room = `${roomCalls}/datasets/${uniqueId}/releases/${release}/open_whole`;
      expect((await steward.post(room, { reason: 'short' })).statusCode).toBe(400);
      expect((await phi.post(room, { reason: 'I would like to see it.' })).statusCode).toBe(403);
      const opened = await steward.post(room, { reason: 'A correction of a published figure.' });
      expect(opened.statusCode).toBe(200);
      expect((await actionsOf())[0]).toBe('release_open');
      expect(await exportOf(steward, uniqueId, id)).toContain('P2');
      for (const caller of [phi, other]) expect(await exportOf(caller, uniqueId, id)).not.toContain('P2');
      await portal.db
        .updateTable('release_opening')
        .set({ ends_at: new Date(0) })
        .execute();
      expect(await exportOf(steward, uniqueId, id)).not.toContain('P2');
    },
  );
});

describe('members who stay on earlier aggregates', () => {
  it('see at once that a concept or a subject is closed', longOnPostgres, async () => {
    const { dataset, as } = await scene();
    const { uniqueId } = dataset;
    const settings = ['smallCountThreshold=0', 'leastChange=10'];
    await asOperator(portal, { kind: 'setDataset', dataset: uniqueId, settings, reset: [] });
    const agg = await as('agg');
    const rows = async (concept_id: string) => {
      const edit = (transformation: object) => agg.post(`${uniqueId}/analysis_def/`, { transformation });
      await edit({ type: 'clear_all' });
      await edit({ type: 'add_entry', concept_id, role: 'rows' });
      return (await agg.get(`${uniqueId}/analysis_tools/run_analysis/`)).json();
    };
    const before = await rows('sex');
    expect(before.dataset.data.flat()).toEqual([3, 2, 1]);
    await load(uniqueId, await version({ fields: { is_proband: { phi: true } }, without: ['P2'] }));
    const { live, aggregates } = await portal.db
      .selectFrom('dataset')
      .select(['live_release_id as live', 'aggregate_release_id as aggregates'])
      .where('id', '=', dataset.id)
      .executeTakeFirstOrThrow();
    expect(aggregates).toBeLessThan(live ?? 0);
    const after = await rows('sex');
    expect(after.dataset.data.flat()).toEqual([3, 1, 1]);
    expect(after.warnings.join(' ')).toMatch(/closed since/);
    expect((await agg.get(`dataset/${uniqueId}/`)).json().subjectCount).toBe('5');
    expect(JSON.stringify((await agg.get(`${uniqueId}/concepts/`)).json())).not.toContain('is_proband');
  });
});

interface Field {
  readonly name: string;
  atrium?: Readonly<Record<string, unknown>>;
}

interface Version {
  /** What is written over the field of this name. */
  readonly fields?: Readonly<Record<string, object>>;
  readonly without?: readonly string[];
}

/** The small package with other rights, and without some participants. */
async function version({ fields = {}, without = [] }: Version = {}): Promise<string> {
  versions += 1;
  const into = path.join(folder, `v${versions}`);
  await cp(first, into, { recursive: true });
  const file = path.join(into, 'datapackage.json');
  const given = JSON.parse(await readFile(file, 'utf8'));
  for (const { schema } of given.resources)
    for (const field of schema.fields as Field[])
      field.atrium = { ...field.atrium, aggregatable: true, ...fields[field.name] };
  await writeFile(file, JSON.stringify(given));
  for (const table of ['participant.csv', 'diagnosis.csv']) {
    const text = await readFile(path.join(into, table), 'utf8');
    const lines = text.split('\r\n').filter((line) => !without.some((id) => line.split(',').includes(id)));
    await writeFile(path.join(into, table), lines.join('\r\n'));
  }
  return into;
}

interface Scene {
  readonly dataset: { readonly id: number; readonly uniqueId: string };
  readonly as: (level: AccessLevel, isStaff?: boolean) => Promise<Caller>;
}

async function scene(): Promise<Scene> {
  datasets += 1;
  const uniqueId = `kept${datasets}`;
  await load(uniqueId, await version());
  const { id } = await portal.db
    .selectFrom('dataset')
    .select('id')
    .where('unique_id', '=', uniqueId)
    .executeTakeFirstOrThrow();
  const dataset = { id, uniqueId };
  return {
    dataset,
    as: async (level, isStaff = false) => {
      const account = await portal.anAccount({ isStaff });
      await portal.aMember({ dataset, level, account });
      return portal.signedIn(account);
    },
  };
}

/** A public report on the live release that then stays on it. */
async function pinned(owner: Caller, dataset: string, columns: readonly string[]): Promise<number> {
  for (const concept_id of columns)
    await owner.post(`${dataset}/table_def/`, { transformation: { type: 'add_entry', concept_id } });
  const form = { name: `Report of ${dataset}`, public: 'on', with_analysis: 'yes' };
  const { report_id: id } = (await owner.post(`${dataset}/reports/create_form/`, form)).json();
  await owner.post(`${dataset}/reports/${id}/release/`, { release: 'own' });
  return id;
}
