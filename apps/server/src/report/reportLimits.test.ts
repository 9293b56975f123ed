import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../testing/caller.ts';
import { portalOfFile } from '../testing/ofFile.ts';
import { maxReports, maxVersions } from './reportLimits.ts';

const portal = await portalOfFile();
const dataset = await portal.aDataset({ uniqueId: 'small', packagePath: portal.smallPackage });

describe('definitions of reports', () => {
  it('are stored once, however many reports and versions have them, and go with the last of these', async () => {
    const { caller } = await aPerson();
    const before = await stored();
    const first = await idOf(save(caller));
    const held = await stored();
    expect(held).toBeGreaterThan(before);
    const second = await idOf(save(caller));
    await caller.post(`small/reports/${second}/edit_form/`, {
      name: 'Again',
      overwrite_query_def_with_active: true,
    });
    const versions = await caller.get(`small/reports/${second}/versions`);
    expect([versions.json().results.length, await stored()]).toEqual([2, held]);
    const definitionOf = async (id: number) =>
      (await caller.get(`small/reports/get_report/?report_id=${id}`)).json().definition;
    const definition = await definitionOf(second);
    await caller.post(`small/reports/${first}/delete_form/`);
    expect([await stored(), await definitionOf(second)]).toEqual([held, definition]);
    await caller.post(`small/reports/${second}/delete_form/`);
    expect(await stored()).toBe(before);
  });
});

describe('limits of an account (rule 12.22)', () => {
  it('one more report than it may have is refused with the limit, and another account may save', async () => {
    const { account, caller } = await aPerson();
    await sql`insert into report (dataset_id, account_id, name, version, created_at)
      select ${dataset.id}, ${account.id}, 'Many', 1, now() from generate_series(1, ${maxReports - 1}::integer)`.execute(
      portal.db,
    );
    const last = await idOf(save(caller));
    expect(last).toBeGreaterThan(0);
    const refused = await save(caller);
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      expect.stringContaining('may have 1000'),
    ]);
    expect(await idOf(save((await aPerson()).caller))).toBeGreaterThan(0);
    await caller.post(`small/reports/${last}/delete_form/`);
    expect(await idOf(save(caller))).toBeGreaterThan(0);
  });

  it('one more version than a report may have is refused, and nothing of the form is stored', async () => {
    const { caller } = await aPerson();
    const id = await idOf(save(caller));
    await sql`insert into report_version (dataset_id, report_id, version, account_id, cause, saved_at, release_id,
        cohort_hash, table_hash, visibility)
      select dataset_id, report_id, ${maxVersions}, account_id, cause, saved_at, release_id, cohort_hash, table_hash, visibility
      from report_version where report_id = ${id}`.execute(portal.db);
    await portal.db.updateTable('report').set({ version: maxVersions }).where('id', '=', id).execute();
    const form = { name: 'Changed', overwrite_query_def_with_active: true };
    const refused = await caller.post(`small/reports/${id}/edit_form/`, form);
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      expect.stringContaining('500 versions'),
    ]);
    const { report } = (await caller.get(`small/reports/get_report/?report_id=${id}`)).json();
    expect([report.name, report.version]).toEqual(['Saved', maxVersions]);
    expect((await caller.post(`small/reports/${id}/edit_form/`, { name: 'Renamed' })).json().status).toBe(
      'complete',
    );
  });
});

describe('projects of others that a member does not see (rule 12.4)', () => {
  const projectsOf = async (caller: Caller): Promise<string[]> =>
    (await caller.get('small/reports/viewable_reports/'))
      .json()
      .qProject.map(({ label }: { label: string }) => label);
  const reportOf = async (caller: Caller, id: number) =>
    (await caller.get(`small/reports/get_report/?report_id=${id}`)).json().report;

  it('neither give their spelling or id to who uses their name, nor take in that report', async () => {
    const [bo, ada] = [await aPerson(), await aPerson()];
    const hidden = await reportOf(bo.caller, await idOf(save(bo.caller, { project_other: 'Secret Trial' })));
    const named = await reportOf(ada.caller, await idOf(save(ada.caller, { project_other: 'SECRET trial' })));
    expect(named.project_name).toBe('SECRET trial');
    expect(named.project_id).not.toBe(hidden.project_id);
    const again = await reportOf(ada.caller, await idOf(save(ada.caller, { project_other: 'secret TRIAL' })));
    expect(again.project_id).toBe(named.project_id);
    expect([await projectsOf(ada.caller), await projectsOf(bo.caller)]).toEqual([
      ['SECRET trial'],
      ['Secret Trial'],
    ]);
  });

  it('are joined by name once a report in them is seen', async () => {
    const [bo, ada] = [await aPerson(), await aPerson()];
    const shown = { project_other: 'Open Trial', public: true };
    const open = await reportOf(bo.caller, await idOf(save(bo.caller, shown)));
    const joined = await reportOf(ada.caller, await idOf(save(ada.caller, { project_other: 'open trial' })));
    expect([joined.project_id, joined.project_name]).toEqual([open.project_id, 'Open Trial']);
  });
});

async function aPerson() {
  const { account } = await portal.aMember({ dataset, level: 'phi' });
  return { account, caller: await portal.signedIn(account) };
}
const save = (caller: Caller, form: object = {}) =>
  caller.post('small/reports/create_form/', { name: 'Saved', ...form });
const idOf = async (saved: ReturnType<typeof save>): Promise<number> => (await saved).json().report_id;
const stored = async (): Promise<number> =>
  (await portal.db.selectFrom('report_definition').select('hash').execute()).length;
