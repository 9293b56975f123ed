import path from 'node:path';
import { reportEndpoints } from '@atrium/contract/endpoints/report';
import { describe, expect, it } from 'vitest';
import { portalOfFile } from '../testing/ofFile.ts';
import { get, idsOf, type Person, post, save } from '../testing/reportPeople.ts';
import type { TestApp } from '../testing/testApp.ts';

const packagePath = path.resolve(import.meta.dirname, '../../../../corpus/workedExample/package');

const portal = await portalOfFile();
const dataset = await portal.aDataset({ uniqueId: 'worked', packagePath });
const ada: Person = await person('Ada');
const bo: Person = await person('Bo', { level: 'deid' });
const agg: Person = await person('Agnes', { level: 'agg' });
const withoutWorkspace: Person = await person('Wim', { canViewWorkspace: false });

describe('who sees a report (rule 12.1)', () => {
  it('a private report is not found by anybody else, in any call', async () => {
    const id = await save(ada, { name: 'Private' });
    expect(await idsOf(bo)).not.toContain(id);
    const calls = [
      get(bo, `reports/get_report/?report_id=${id}`),
      get(bo, `reports/${id}/edit_form/`),
      post(bo, `reports/${id}/edit_form/`, { name: 1 }),
      get(bo, `reports/${id}/delete_form/`),
      post(bo, `reports/${id}/delete_form/`),
      get(bo, `reports/${id}/share_form/`),
      post(bo, `reports/${id}/share_form/`, { share_with: 'x' }),
      post(bo, `reports/${id}/flag/`, { add_or_remove: 'maybe' }),
      get(bo, `report_tools/${id}/preview/?page=x`),
      post(bo, `report_tools/${id}/load_as_active/`),
      get(bo, `report_tools/${id}/export_csv/`),
      get(bo, `report_tools/${id}/export_ndjson/`),
      get(bo, `report_tools/${id}/export_parquet/`),
      get(bo, `report_tools/${id}/export_dictionary/?format=x`),
      get(bo, `report_tools/${id}/run_analysis/`),
      get(bo, `report_tools/${id}/export_analysis_csv/`),
      get(bo, `report_tools/${id}/methods/`),
      get(bo, `report_tools/${id}/methods_markdown/`),
      get(bo, `report_tools/${id}/methods_crate/`),
      get(bo, `report_tools/${id}/methods_program/?language=x`),
      get(bo, `reports/${id}/expectations/`),
      post(bo, `reports/${id}/expectations/`, { expectations: 'x' }),
    ];
    for (const [status, body] of await Promise.all(calls))
      expect([status, body.code]).toEqual([404, 'not_found']);
  });

  it('who it is shared with and, of a public one, everybody opens it', async () => {
    const shared = await save(ada, { share_with: [bo.id] });
    const open = await save(ada, { public: 'on' });
    expect(await idsOf(bo)).toEqual(expect.arrayContaining([shared, open]));
    expect(await idsOf(withoutWorkspace)).toContain(open);
    expect(await idsOf(withoutWorkspace)).not.toContain(shared);
  });

  it('a report of another dataset is not found by number', async () => {
    const id = await save(ada, { public: 'on' });
    const other = await portal.aDataset({ packagePath });
    const { account } = await portal.aMember({ dataset: other, level: 'phi' });
    const reply = await (await portal.signedIn(account)).get(
      `${other.uniqueId}/reports/get_report/?report_id=${id}`,
    );
    expect(reply.statusCode).toBe(404);
  });

  it('without an id there is no report', async () => {
    for (const query of ['', '?report_id=', '?report_id=undefined'])
      expect((await get(ada, `reports/get_report/${query}`))[0]).toBe(404);
    expect((await get(ada, 'reports/get_report/?report_id=x'))[0]).toBe(400);
  });
});

describe('a viewer who is not the creator (rule 12.2)', () => {
  const expectRefusal = async (method: string, form: string): Promise<void> => {
    const id = await save(ada, { public: 'on' });
    const address = `reports/${id}/${form}/`;
    const [status, body] = method === 'GET' ? await get(bo, address) : await post(bo, address, { name: 5 });
    expect([status, body.code]).toEqual([403, 'not_permitted']);
    expect((await get(ada, `reports/get_report/?report_id=${id}`))[0]).toBe(200);
  };

  it.each([
    ['POST', 'edit_form'],
    ['POST', 'delete_form'],
    ['POST', 'share_form'],
  ] as const)('is refused at %s %s', expectRefusal);
  it.each([
    ['GET', 'edit_form'],
    ['GET', 'delete_form'],
    ['GET', 'share_form'],
  ] as const)('is refused at %s %s', { tags: 'long' }, expectRefusal);

  it('views, flags, loads and exports it', { tags: 'long' }, async () => {
    const id = await save(ada, { public: 'on' });
    expect((await get(bo, `reports/get_report/?report_id=${id}`))[0]).toBe(200);
    expect(await post(bo, `reports/${id}/flag/`, {})).toEqual([200, { status: 'complete' }]);
    expect(await idsOf(bo, '?state=starred')).toContain(id);
    expect(await idsOf(ada, '?state=starred')).not.toContain(id);
    await post(bo, `reports/${id}/flag/`, { add_or_remove: 'remove' });
    await post(bo, `reports/${id}/flag/`, { add_or_remove: 'remove' });
    expect(await idsOf(bo, '?state=starred')).not.toContain(id);
    expect((await post(bo, `report_tools/${id}/load_as_active/`))[0]).toBe(200);
    expect((await bo.caller.get(`worked/report_tools/${id}/export_csv/`)).statusCode).toBe(200);
  });
});

describe('levels and workspace', () => {
  it('a member who sees aggregates only gets no figure of a report, not even of one that they saved before', async () => {
    const former = await person('Fay');
    const own = await save(former, { with_analysis: 'yes' });
    const expectations = [{ kind: 'count', least: 1, most: null }];
    expect((await post(former, `reports/${own}/expectations/`, { expectations }))[0]).toBe(200);
    const level = { access_level: 'agg' } as const;
    await portal.db.updateTable('membership').set(level).where('id', '=', former.id).execute();
    const callers = [
      [agg, await save(ada, { public: 'on' })],
      [former, own],
    ] as const;
    const calls = Object.values(reportEndpoints);
    expect(calls.length).toBeGreaterThan(25);
    for (const [who, id] of callers)
      for (const { method, path: called } of calls) {
        const address = called
          .replace(':dataset', 'worked')
          .replace(':reportId', `${id}`)
          .replace(':version', '1');
        const query = called.endsWith('get_report') ? `?report_id=${id}` : '?before=1&after=1&language=r';
        const reply =
          method === 'GET' ? await who.caller.get(`${address}${query}`) : await who.caller.post(address, {});
        const { detail, code, requestId: _id, ...more } = reply.json();
        expect([address, reply.statusCode, code, more]).toEqual([address, 403, 'not_permitted', {}]);
        expect(detail).not.toMatch(/\d/);
      }
  });

  it('without the workspace one views and exports, and neither saves nor loads', async () => {
    const id = await save(ada, { public: 'on' });
    expect((await get(withoutWorkspace, `report_tools/${id}/preview/`))[1].subject_count).toBe(
      (await get(ada, `report_tools/${id}/preview/`))[1].subject_count,
    );
    for (const [status] of [
      await get(withoutWorkspace, 'reports/create_form/'),
      await post(withoutWorkspace, 'reports/create_form/', { name: 'x' }),
      await post(withoutWorkspace, `report_tools/${id}/load_as_active/`),
    ])
      expect(status).toBe(403);
  });

  it('a creator who lost the workspace edits the form, and cannot overwrite the query', {
    tags: 'long',
  }, async () => {
    const eve = await person('Eve');
    const id = await save(eve);
    const hold = { can_view_workspace: false };
    await portal.db.updateTable('membership').set(hold).where('id', '=', eve.id).execute();
    const address = `reports/${id}/edit_form/`;
    expect((await post(eve, address, { name: 'New', overwrite_query_def_with_active: 'yes' }))[0]).toBe(403);
    expect((await post(eve, address, { name: 'New', overwrite_query_def_with_active: 'no' }))[0]).toBe(200);
  });
});

describe('forms (rule 12.7)', () => {
  it('offer members who see subjects, without the caller', async () => {
    const [, form] = await get(ada, 'reports/create_form/');
    const names = form.data.fForm.shared_options.map((one: { username: string }) => one.username);
    expect(names).toEqual(expect.arrayContaining(['Bo', 'Wim']));
    expect(names).not.toContain('Ada');
    expect(names).not.toContain('Agnes');
    expect(form).toMatchObject({ status: 'incomplete', errors: [], warnings: [] });
    expect(form.data.fForm.project_selection[0].value).toBe(0);
    expect(form.data.fForm.project_selection.at(-1).value).toBe(-1);
    expect(form.data.oReports[0]).toEqual({ label: '---select a report---', value: -1 });
  });

  const expectIncomplete = async (_what: string, form: () => object): Promise<void> => {
    const before = await idsOf(ada);
    const [status, body] = await post(ada, 'reports/create_form/', { name: 'Wrong', ...form() });
    expect([status, body.status, body.errors.length, typeof body.title]).toEqual([
      200,
      'incomplete',
      1,
      'string',
    ]);
    expect(await idsOf(ada)).toEqual(before);
  };

  it.each<[string, () => object]>([['a member who sees aggregates only', () => ({ share_with: [agg.id] })]])(
    'with %s are incomplete, and nothing is saved',
    expectIncomplete,
  );
  it.each<[string, () => object]>([
    ['an unknown member', () => ({ share_with: [999_999] })],
    ['oneself', () => ({ share_with: [ada.id] })],
    ['no name', () => ({ name: ' ' })],
    ['a name that is too long', () => ({ name: 'x'.repeat(256) })],
    ['an unknown project', () => ({ project: 999_999 })],
  ])('with %s are incomplete, and nothing is saved', { tags: 'long' }, expectIncomplete);

  it('a member of another dataset is a stranger whose name is not shown', async () => {
    const stranger = await portal.anAccount({ fullName: 'Stranger' });
    const { membershipId } = await portal.aMember({ account: stranger, level: 'phi' });
    const [, body] = await post(ada, 'reports/create_form/', { name: 'x', share_with: [membershipId] });
    expect([body.status, body.errors]).toEqual([
      'incomplete',
      [`There is no member ${membershipId} in this dataset.`],
    ]);
  });

  it('an edit replaces all of the form: what is absent is taken away', async () => {
    const id = await save(ada, {
      public: 'on',
      share_with: [bo.id],
      description: 'For March',
      project_other: 'Group one',
    });
    const [, form] = await get(ada, `reports/${id}/edit_form/?output_type=json`);
    expect(form.data.oReport).toMatchObject({ public: true, project: 'Group one', creator: 'Ada' });
    expect(form.data.fForm.shared_options.filter((one: { checked: boolean }) => one.checked)).toEqual([
      { username: 'Bo', user_id: bo.id, checked: true },
    ]);
    expect(await post(ada, `reports/${id}/edit_form/`, { name: 'Renamed' })).toMatchObject([
      200,
      { status: 'complete', report_id: id },
    ]);
    const [, { report, oReport }] = await get(ada, `reports/get_report/?report_id=${id}`);
    expect(report).toMatchObject({
      name: 'Renamed',
      description: null,
      public: false,
      share_with: [],
      project: null,
      project_name: '',
      version: 1,
    });
    expect(oReport.public).toBe('private');
    expect((await get(bo, `reports/get_report/?report_id=${id}`))[0]).toBe(404);
  });

  it('a share form replaces who may see it; a wrong one changes nothing', async () => {
    const id = await save(ada);
    const address = `reports/${id}/share_form/`;
    expect((await post(ada, address, { share_with: [bo.id, withoutWorkspace.id] }))[1].status).toBe(
      'complete',
    );
    expect((await get(ada, `reports/get_report/?report_id=${id}`))[1].oReport.public).toBe('2 users');
    const wrong = await post(ada, address, { share_with: [agg.id] });
    expect(wrong).toMatchObject([
      200,
      { status: 'incomplete', errors: ['The report cannot be shared with Agnes.'] },
    ]);
    for (const body of [undefined, {}, { share_with: null }])
      expect((await post(ada, address, body))[1]).toMatchObject({ status: 'incomplete' });
    expect(await idsOf(bo)).toContain(id);
    const [, form] = await get(ada, address);
    expect(form.data.full_url).toMatch(new RegExp(`^https?://.+/worked/reports/${id}$`));
    expect((await post(ada, address, { share_with: [] }))[1].status).toBe('complete');
    expect(await idsOf(bo)).not.toContain(id);
  });

  it('a refused form has the field and a code of each error, in the same order', async () => {
    const [, refused] = await post(ada, 'reports/create_form/', {
      name: '',
      project_other: 'x'.repeat(256),
      share_with: [agg.id],
    });
    expect(refused.refusals).toEqual([
      { fields: ['name'], code: 'missing', message: 'Please give the report a name.' },
      {
        fields: ['project_other'],
        code: 'out_of_range',
        message: 'The name of the project is longer than 255 characters.',
      },
      { fields: ['share_with'], code: 'not_allowed', message: 'The report cannot be shared with Agnes.' },
    ]);
    expect(refused.errors).toEqual(refused.refusals.map(({ message }: { message: string }) => message));
  });

  it('deleting asks first, and also deletes shares and flags', async () => {
    const id = await save(ada, { share_with: [bo.id], name: 'Gone' });
    await post(bo, `reports/${id}/flag/`, { add_or_remove: 'add' });
    expect((await get(ada, `reports/${id}/delete_form/`))[1]).toMatchObject({
      status: 'incomplete',
      data: { oReport: 'Gone' },
    });
    expect(await post(ada, `reports/${id}/delete_form/`)).toEqual([
      200,
      { status: 'complete', errors: [], warnings: [] },
    ]);
    expect(await idsOf(bo, '?state=starred')).not.toContain(id);
    expect((await get(ada, `reports/get_report/?report_id=${id}`))[0]).toBe(404);
  });
});

describe('projects (rule 12.4)', () => {
  const projectsOf = async (who: Person) => (await get(who, 'reports/viewable_reports/'))[1].qProject;

  it('an existing name is used again, whatever its case', { tags: 'long' }, async () => {
    const first = await save(ada, { project_other: 'Valves', public: 'on' });
    const second = await save(bo, { project: '', project_other: ' VALVES ' });
    const of = async (who: Person, id: number) =>
      (await get(who, `reports/get_report/?report_id=${id}`))[1].report;
    const [one, other] = [await of(ada, first), await of(bo, second)];
    expect([other.project, other.project_name]).toEqual([one.project, 'Valves']);
  });

  it('one that holds no report for the caller is shown to its maker only, with 0', async () => {
    const id = await save(ada, { project_other: 'Secret plan' });
    expect(JSON.stringify(await projectsOf(bo))).not.toContain('Secret plan');
    expect(JSON.stringify((await get(bo, 'reports/create_form/'))[1])).not.toContain('Secret plan');
    const { project } = (await get(ada, `reports/get_report/?report_id=${id}`))[1].report;
    expect((await post(bo, 'reports/create_form/', { name: 'x', project }))[1].status).toBe('incomplete');
    await post(ada, `reports/${id}/delete_form/`);
    expect(await projectsOf(ada)).toContainEqual({ label: 'Secret plan', pk: project, state: '', count: 0 });
  });

  it('a project that is deleted leaves its reports without one', { tags: 'long' }, async () => {
    const id = await save(ada, { project_other: 'Short lived' });
    await portal.db.deleteFrom('project').where('name', '=', 'Short lived').execute();
    expect((await get(ada, `reports/get_report/?report_id=${id}`))[1].report.project).toBeNull();
    expect(await idsOf(ada)).toContain(id);
    expect((await get(ada, `reports/${id}/edit_form/`))[1].data.oReport).toMatchObject({
      project: '',
      project_id: null,
    });
  });
});

describe('what is deleted around a report', () => {
  it('a report outlives the account of its creator, and nobody changes it (rule 12.2)', async () => {
    const eve = await person('Eva');
    const id = await save(eve, { public: 'on', share_with: [bo.id], project_other: 'Of Eva' });
    await portal.db.deleteFrom('account').where('id', '=', eve.accountId).execute();
    const [status, list] = await get(bo, 'reports/?sort=creator');
    expect(status).toBe(200);
    expect(list.results.find((one: { id: number }) => one.id === id)).toMatchObject({
      creator: 0,
      creator_name: 'Former member',
      project_name: 'Of Eva',
      is_mine: false,
    });
    expect((await get(bo, `reports/get_report/?report_id=${id}`))[0]).toBe(200);
    expect((await get(bo, `reports/${id}/edit_form/`))[0]).toBe(403);
    expect((await get(bo, `report_tools/${id}/preview/`))[0]).toBe(200);
  });

  it('without a membership the creator finds nothing, and with a new one all of it (rule 12.2)', async () => {
    const eve = await person('Ewa');
    const id = await save(eve);
    await portal.db.deleteFrom('membership').where('id', '=', eve.id).execute();
    expect((await get(eve, 'reports/'))[0]).toBe(403);
    const account = { id: eve.accountId, username: '', fullName: '', email: '', isStaff: false };
    const { membershipId } = await portal.aMember({ dataset, level: 'deid', account });
    const [, { report }] = await get(eve, `reports/get_report/?report_id=${id}`);
    expect([report.creator, report.is_mine]).toEqual([membershipId, true]);
    expect((await get(eve, `reports/${id}/edit_form/`))[0]).toBe(200);
  });

  it('a sharee whose membership ends is named no more', async () => {
    const eve = await person('Iva');
    const id = await save(ada, { share_with: [eve.id] });
    await portal.db.deleteFrom('membership').where('id', '=', eve.id).execute();
    const [, { report }] = await get(ada, `reports/get_report/?report_id=${id}`);
    expect([report.share_with, report.sharing_description]).toEqual([[], 'private']);
  });

  it('a dataset goes with its reports, versions and projects', { tags: 'long' }, async () => {
    const other = await portal.aDataset({ packagePath });
    const { account } = await portal.aMember({ dataset: other, level: 'phi' });
    const caller = await portal.signedIn(account);
    const form = { name: 'x', project_other: 'y' };
    const saved = await caller.post(`${other.uniqueId}/reports/create_form/`, form);
    expect(saved.json().status).toBe('complete');
    await portal.db.deleteFrom('dataset').where('id', '=', other.id).execute();
    for (const table of ['report', 'report_version', 'project'] as const) {
      const left = portal.db.selectFrom(table).select('dataset_id').where('dataset_id', '=', other.id);
      expect(await left.execute()).toEqual([]);
    }
  });
});

async function person(
  fullName: string,
  given: Parameters<TestApp['aMember']>[0] & { readonly email?: string } = {},
): Promise<Person> {
  const account = await portal.anAccount({ fullName, email: `${fullName}@example.org` });
  const { membershipId } = await portal.aMember({ dataset, level: 'phi', account, ...given });
  return { caller: await portal.signedIn(account), id: membershipId, accountId: account.id };
}
