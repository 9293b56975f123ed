import { describe, expect, it } from 'vitest';
import { portalOfFile } from '../testing/ofFile.ts';
import { ofDisk } from './health/healthParts.ts';

const rooms = '/pcgc/api/admin';

const portal = await portalOfFile();
const staff = await portal.anAccount({ username: 'sam', isStaff: true });
const staffId = staff.id;
const asStaff = await portal.signedIn(staff);
const dataset = await portal.aDataset({ uniqueId: 'hearts', packagePath: portal.smallPackage });

const post = async (path: string, body: object) => {
  const reply = await asStaff.post(`${rooms}/${path}`, body);
  return { ...reply.json(), status: reply.statusCode };
};
const lastLine = async () => (await asStaff.get('audit/all?page_size=1')).json().results[0];

describe('the room of permission groups', () => {
  const opens = {
    all_subjects: false,
    subject_concepts: ['sex'],
    categories: null,
    concepts: null,
    collections: null,
  };

  it('offers what a group can name, and warns of members who have none', async () => {
    await portal.aMember({ dataset, level: 'deid' });
    const options = (await asStaff.get(`${rooms}/groups/hearts/options`)).json();
    expect(options.subject_concepts.map(({ id }: { id: string }) => id)).toContain('sex');
    expect(options.members_without_group).toBe(1);
  });

  it('sets and removes a group, with a line of who did it; an unknown id changes nothing', async () => {
    const unknown = { name: 'west', opens: { ...opens, subject_concepts: ['nothing'] } };
    expect(await post('groups/hearts/set', unknown)).toMatchObject({ status: 400 });
    expect(await post('groups/hearts/set', { name: 'no spaces', opens })).toMatchObject({ field: 'name' });
    expect((await asStaff.get(`${rooms}/groups`)).json().count).toBe(0);
    expect(await post('groups/hearts/set', { name: 'west', opens })).toMatchObject({ status: 200 });
    expect(await lastLine()).toMatchObject({ action: 'group_change', account_id: staffId });
    expect((await asStaff.get(`${rooms}/groups?dataset=hearts`)).json().results).toMatchObject([
      { name: 'west', members: 0, opens },
    ]);
    expect(await post('groups/hearts/remove', { name: 'west' })).toMatchObject({ status: 200 });
    expect(await lastLine()).toMatchObject({ detail: { name: 'west', isRemoved: true } });
  });
});

describe('the room of reports', () => {
  it('shows name, creator and dates only; gives and deletes on record', async () => {
    const ada = await portal.aMember({ dataset, level: 'phi' });
    const bo = await portal.aMember({ dataset, level: 'phi' });
    const asAda = await portal.signedIn(ada.account);
    const form = { name: 'Girls', description: 'Hidden words' };
    const { report_id: id } = (await asAda.post('hearts/reports/create_form', form)).json();
    const listed = await asStaff.get(`${rooms}/reports?search=girls`);
    expect(listed.json()).toMatchObject({
      count: 1,
      results: [{ id, name: 'Girls', owner_username: ada.account.username, owner_has_access: true }],
    });
    expect(listed.body).not.toContain('Hidden words');
    const { takers } = (await asStaff.get(`${rooms}/reports/${id}/takers`)).json();
    expect(takers.map(({ username }: { username: string }) => username)).toContain(bo.account.username);
    expect(await post(`reports/${id}/give`, { username: 'nobody' })).toMatchObject({ status: 409 });
    expect(await post(`reports/${id}/give`, { username: bo.account.username })).toMatchObject({
      status: 200,
    });
    expect(await lastLine()).toMatchObject({ action: 'report_give', account_id: staffId });
    expect(await post(`reports/${id}/delete`, {})).toMatchObject({ status: 200 });
    expect(await lastLine()).toMatchObject({ action: 'report_delete', account_id: staffId });
    expect((await asStaff.get(`${rooms}/reports`)).json().count).toBe(0);
  });
});

describe('the room of health', () => {
  it('shows the state of each part, and what to do about a part in trouble', async () => {
    const { parts } = (await asStaff.get(`${rooms}/health`)).json();
    const of = Object.fromEntries(parts.map((one: { part: string }) => [one.part, one]));
    expect(Object.keys(of)).toEqual([
      'portal',
      'database',
      'warehouse',
      'indexes',
      'disk',
      'backup',
      'queues',
      'mail',
      'providers',
      'memory',
      'questions',
    ]);
    expect(of['backup']).toMatchObject({ state: 'unknown', sentence: 'No back-up is known.' });
    expect(of['mail']).toMatchObject({
      state: 'warning',
      advice: expect.stringContaining('ATRIUM_MAIL_URL'),
    });
    for (const part of ['portal', 'database', 'warehouse', 'queues'])
      expect([part, of[part].state]).toEqual([part, 'good']);
    for (const { state, advice } of parts) if (state === 'bad') expect(advice).not.toBeNull();
  });

  it('shows beside the use of the disk for how long records that only look back are kept (rule 15.57)', async () => {
    const { db, questions, releases, clock } = portal;
    const keptDays = { auditDays: null, questionDays: null, importLogDays: 90, receiptDays: 1 };
    const stores = { db, questions, releases, clock: clock.now, membershipDays: null, anchorFile: '' };
    const { facts } = await ofDisk({
      installation: { version: '', home: import.meta.dirname },
      operations: { ...stores, keptDays },
    });
    const factOf = (sought: string) => facts.find(({ name }) => name === sought)?.value;
    expect(factOf('Log of imports')).toMatch(/^\d+(\.\d)? k?B, kept for 90 days$/);
    expect(factOf('Count receipts')).toMatch(/B, kept for 1 day$/);
    expect(factOf('Questions for troubleshooting')).toMatch(/B, not kept$/);
    expect(factOf('Audit')).toMatch(/B, kept for ever$/);
  });

  it('shows the last back-up, and that it is old', async () => {
    const now = portal.clock.now().getTime();
    const backups = async (days: number) => {
      const value = JSON.stringify([{ at: new Date(now - days * 86_400_000).toISOString() }]);
      await portal.db
        .insertInto('installation')
        .values({ name: 'backups', value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
      const { parts } = (await asStaff.get(`${rooms}/health`)).json();
      return parts.find((one: { part: string }) => one.part === 'backup').state;
    };
    expect([await backups(1), await backups(5)]).toEqual(['good', 'warning']);
  });
});
