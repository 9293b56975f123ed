import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOperator } from '../testing/asOperator.ts';
import type { Caller } from '../testing/caller.ts';
import type { TestDataset, TestMember } from '../testing/factories.ts';
import { type TestApp, testApp } from '../testing/testApp.ts';
import { deleteReportAsStaff, giveReport, listReportsForStaff, listTakers } from './index.ts';

let portal: TestApp;
let dataset: TestDataset;
let ada: TestMember;
let bo: TestMember;
let callers: Readonly<Record<'ada' | 'bo', Caller>>;
let staff: { readonly accountId: number };

beforeAll(async () => {
  portal = await testApp();
  dataset = await portal.aDataset({ uniqueId: 'small', packagePath: portal.smallPackage });
  ada = await member('ada');
  bo = await member('bo');
  callers = { ada: await portal.signedIn(ada.account), bo: await portal.signedIn(bo.account) };
  staff = { accountId: (await portal.anAccount({ username: 'sam', isStaff: true })).id };
});
afterAll(() => portal.close());

describe('what staff see of reports (rule 12.13)', () => {
  it('number, name, creator and dates, and nothing of what a report holds', async () => {
    const id = await save('A private one');
    const { reports, count } = await listReportsForStaff(deps(), { page: 1, pageSize: 10 });
    expect(count).toBe(reports.length);
    expect(reports[0]).toEqual({
      id,
      name: 'A private one',
      dataset: 'small',
      owner: 'ada',
      ownerUsername: 'ada',
      ownerHasAccess: true,
      created: expect.any(Date),
      saved: expect.any(Date),
    });
    expect(JSON.stringify(reports)).not.toContain('What nobody else reads');
  });

  it('a search finds a part of the name or of its creator; another dataset has none of them', async () => {
    const id = await save('100 % of 7_8');
    const found = async (search: string, of = 'small') =>
      (await listReportsForStaff(deps(), { dataset: of, search, page: 1, pageSize: 10 })).reports.map(
        (report) => report.id,
      );
    expect(await found('% of 7_')).toEqual([id]);
    expect(await found('7x8')).toEqual([]);
    expect(await found('ADA')).toContain(id);
    expect(await found('', 'another')).toEqual([]);
  });

  it('a creator who is gone has no access', async () => {
    const eve = await member('eve');
    const caller = await portal.signedIn(eve.account);
    const { report_id: id } = (await caller.post('small/reports/create_form/', { name: 'Left' })).json();
    const ofEve = async () =>
      (await listReportsForStaff(deps(), { page: 1, pageSize: 1 })).reports.find((one) => one.id === id);
    await portal.db.deleteFrom('membership').where('id', '=', eve.membershipId).execute();
    expect(await ofEve()).toMatchObject({ owner: 'eve', ownerHasAccess: false });
    await portal.db.deleteFrom('account').where('id', '=', eve.account.id).execute();
    expect(await ofEve()).toMatchObject({ owner: 'Former member', ownerUsername: null });
    const given = await giveReport(deps(), { id, username: 'bo', by: staff });
    expect(given).toMatchObject({ owner: 'bo', ownerHasAccess: true });
    expect(await statusOf('bo', `${id}/edit_form/`)).toBe(200);
  });
});

describe('giving a report away (rule 12.13)', () => {
  it('the new creator has all rights, the earlier one those of a viewer, and both are in the audit', async () => {
    const id = await save('Handed on', { share_with: [bo.membershipId] });
    expect(await statusOf('bo', `${id}/edit_form/`)).toBe(403);
    await giveReport(deps(), { id, username: 'BO', by: staff });
    expect(await statusOf('bo', `${id}/edit_form/`)).toBe(200);
    expect(await statusOf('ada', `get_report/?report_id=${id}`)).toBe(404);
    const { report } = (await callers.bo.get(`small/reports/get_report/?report_id=${id}`)).json();
    expect(report).toMatchObject({ is_mine: true, share_with: [], sharing_description: 'private' });
    expect(await audited('report_give')).toMatchObject({
      account_id: staff.accountId,
      detail: { report: id, from: ada.account.id, to: bo.account.id },
    });
  });

  it('only a member who could save a report can have it, and not its creator', async () => {
    const id = await save('Stays');
    await member('agnes', { level: 'agg' });
    await member('wim', { canViewWorkspace: false });
    await member('done', { endsAt: new Date(portal.clock.now().getTime() - 1000) });
    await portal.anAccount({ username: 'stranger' });
    const refused = ['agnes', 'wim', 'done', 'stranger', 'nobody', 'ada'];
    for (const username of refused)
      await expect(giveReport(deps(), { id, username, by: staff })).rejects.toMatchObject({
        code: 'conflict',
      });
    const takers = (await listTakers(deps(), dataset.id)).map(({ username }) => username);
    for (const username of refused.slice(0, -1)) expect(takers).not.toContain(username);
    expect(takers).toEqual(expect.arrayContaining(['ada', 'bo']));
    expect(await statusOf('ada', `${id}/edit_form/`)).toBe(200);
  });

  it('a report of another dataset, and one that is gone, are not found', async () => {
    const id = await save('Mine');
    const elsewhere = { id, username: 'bo', dataset: 'another', by: staff };
    await expect(giveReport(deps(), elsewhere)).rejects.toMatchObject({ code: 'not_found' });
    await expect(deleteReportAsStaff(deps(), elsewhere)).rejects.toMatchObject({ code: 'not_found' });
    await expect(deleteReportAsStaff(deps(), { id: 999_999, by: staff })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('the commands for reports', () => {
  it('list, give and delete, on record with the operator', async () => {
    const id = await save('By\tcommand');
    const list = await asOperator(portal, { kind: 'listReports', dataset: 'small', search: 'command' });
    expect(list.map((line) => line.split('\t'))).toEqual([
      ['report', 'created', 'saved', 'creator', 'access', 'name'],
      [String(id), expect.stringMatching(/^\d{4}-/), expect.any(String), 'ada', 'yes', 'By command'],
    ]);
    expect(await asOperator(portal, { kind: 'giveReport', report: id, username: 'bo' })).toEqual([
      `Report ${id}, "By\tcommand", of small is now of bo.`,
    ]);
    expect(await asOperator(portal, { kind: 'deleteReport', report: id })).toEqual([
      `Report ${id}, "By\tcommand", of bo in small is deleted.`,
    ]);
    expect(await statusOf('bo', `get_report/?report_id=${id}`)).toBe(404);
    expect(await audited('report_delete')).toMatchObject({
      account_id: null,
      operator: 'root',
      detail: { report: id, owner: bo.account.id },
    });
    await expect(
      asOperator(portal, { kind: 'listReports', dataset: 'gone', search: '' }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});

const deps = () => ({ db: portal.db, clock: portal.clock.now });
const member = async (username: string, given: Parameters<TestApp['aMember']>[0] = {}) =>
  portal.aMember({ dataset, level: 'phi', account: await portal.anAccount({ username }), ...given });

const save = async (name: string, more: object = {}): Promise<number> => {
  const form = { name, description: 'What nobody else reads', ...more };
  return (await callers.ada.post('small/reports/create_form/', form)).json().report_id;
};
const statusOf = async (who: 'ada' | 'bo', address: string) =>
  (await callers[who].get(`small/reports/${address}`)).statusCode;
const audited = async (action: string) =>
  (
    await portal.db
      .selectFrom('audit_event')
      .select(['account_id', 'operator', 'detail'])
      .where('action', '=', action)
      .orderBy('id', 'desc')
      .execute()
  ).at(0);
