import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { localSignInOnly as localOnly } from '../../config/signInSettings.ts';
import { type MailQueue, openMailQueue } from '../../mail/index.ts';
import { type Caller, createCaller } from '../../testing/caller.ts';
import { portalOfFile } from '../../testing/ofFile.ts';
import { openTestDatabase } from '../../testing/testDatabase.ts';

let asStaff: Caller;
const calls = '/pcgc/api/admin/accounts';
const password = 'a long walk by the sea';

const state = await openTestDatabase();
// Nothing listens there: mail is down for the whole test.
const settings = { url: 'smtp://127.0.0.1:9', from: 'portal@atrium.example' };
const mails: MailQueue = await openMailQueue({ db: state.db, settings, onFault: () => {} });
const portal = await portalOfFile({
  state,
  mails,
  signIn: { ...localOnly, publicUrl: 'https://portal.example' },
});
const staff = await portal.anAccount({ username: 'sam', isStaff: true });
asStaff = await portal.signedIn(staff);
afterAll(() => mails.close());

const post = async (path: string, body?: object) => {
  const reply = await asStaff.post(`${calls}/${path}`, body);
  return { ...reply.json(), status: reply.statusCode };
};
const lines = z.object({
  results: z.array(
    z.object({
      action: z.string(),
      account_id: z.number().nullable(),
      detail: z.record(z.string(), z.unknown()),
    }),
  ),
});

describe('an invitation (rule 15.6)', () => {
  const invite = (username: string) =>
    post('invite', { username, full_name: 'New Person', email: `${username}@x.example` });

  it('makes an account that cannot sign in yet, and says that its mail waits while mail is down', async () => {
    const invited = await invite('ann');
    expect(invited).toMatchObject({ status: 200, mail: 'waiting', path: null });
    expect(await detailOf(invited.account_id)).toMatchObject({
      state: 'invited',
      has_password: false,
      last_used_at: null,
      invitation: { mail: 'waiting' },
    });
    expect(await lastLine()).toMatchObject({
      action: 'account_invite',
      account_id: staff.id,
      detail: { account: invited.account_id, username: 'ann', mail: 'waiting', isLinkShown: false },
    });
  });

  it('shows whom it is for, accepts one password by the rule of passwords, and then ends', async () => {
    const { account_id: id } = await invite('bea');
    const secret = await secretFor(id);
    const shown = (await portal.anonymous.post('auth/invitation', { secret })).json();
    expect(shown).toMatchObject({ username: 'bea', full_name: 'New Person' });
    expect((await follow(secret, 'bea')).json().code).toBe('weak_password');
    expect((await follow(secret)).statusCode).toBe(200);
    expect((await follow(secret, 'another long walk')).json().code).toBe('not_found');
    const signedIn = await portal.anonymous.post('auth/login', { username: 'bea', password });
    expect(signedIn.statusCode).toBe(200);
    expect(await detailOf(id)).toMatchObject({ state: 'active', invitation: null });
    const kept = await portal.db.selectFrom('invitation').select('secret_hash').execute();
    expect(JSON.stringify(kept)).not.toContain(secret);
  });

  it('is over after seven days, after a newer one, and for an account that is disabled', async () => {
    const { account_id: id } = await invite('cleo');
    const first = await secretFor(id);
    portal.clock.advance(1);
    expect((await post(`${id}/send_link`)).mail).toBe('waiting');
    const second = await secretFor(id);
    expect((await follow(first)).statusCode).toBe(404);
    await post(`${id}/disable`);
    expect((await follow(second)).statusCode).toBe(404);
    expect(await post(`${id}/send_link`)).toMatchObject({ status: 409, code: 'conflict' });
    await post(`${id}/enable`);
    portal.clock.advance(7 * 24 * 60);
    expect((await follow(second)).statusCode).toBe(404);
    asStaff = await portal.signedIn(staff);
  });

  it('ends sessions and tokens of an account that had a password before', async () => {
    const person = await portal.anAccount({ username: 'dan', email: 'dan@x.example' });
    const asDan = await portal.signedIn(person);
    await post(`${person.id}/send_link`);
    expect((await asDan.get('auth/sessions')).statusCode).toBe(200);
    await follow(await secretFor(person.id));
    expect((await asDan.get('auth/sessions')).statusCode).toBe(401);
  });

  it('shows its link once where the person has no address, and the audit says so', async () => {
    const made = await post('invite', { username: 'eli', full_name: '', email: '' });
    expect(made).toMatchObject({ mail: 'none', path: expect.stringMatching(/^\/invitation#[\w-]{43}$/) });
    expect((await lastLine())?.detail).toMatchObject({ username: 'eli', isLinkShown: true });
    expect((await follow(made.path.split('#')[1])).statusCode).toBe(200);
  });

  it.each([
    [{ username: '', full_name: '', email: '' }, 'username'],
    [{ username: 'x', full_name: '', email: 'no address' }, 'email'],
  ])('refuses %j and names the field', async (body, field) => {
    expect(await post('invite', body)).toMatchObject({ status: 400, code: 'bad_request', field });
  });

  it('refuses a name that exists, in any case of letters, and makes nothing', async () => {
    const before = await portal.db.selectFrom('invitation').select('account_id').execute();
    expect(await invite('SAM')).toMatchObject({ status: 409, code: 'conflict' });
    expect(await portal.db.selectFrom('invitation').select('account_id').execute()).toEqual(before);
  });
});

describe('the last account of staff (rule 15.5)', () => {
  it('keeps its rights; staff cannot disable their own account or reset their own sign-in here', async () => {
    expect(await post(`${staff.id}/staff`, { is_staff: false })).toMatchObject({ status: 409 });
    const second = await portal.anAccount({ username: 'tess', isStaff: true });
    const asSecond = await portal.signedIn(second);
    expect((await asSecond.post(`${calls}/${staff.id}/staff`, { is_staff: false })).statusCode).toBe(200);
    expect((await asStaff.get(calls)).statusCode).toBe(403);
    expect((await asSecond.post(`${calls}/${second.id}/staff`, { is_staff: false })).json()).toMatchObject({
      code: 'conflict',
    });
    for (const own of ['disable', 'reset_second_factor', 'send_link'])
      expect((await asSecond.post(`${calls}/${second.id}/${own}`)).json().code).toBe('conflict');
    expect((await asSecond.post(`${calls}/${staff.id}/staff`, { is_staff: true })).statusCode).toBe(200);
    expect((await asStaff.get(calls)).statusCode).toBe(200);
    expect(await post(`${second.id}/disable`)).toMatchObject({ status: 200 });
  });

  it('is not one that was invited and has no password yet', async () => {
    const made = await post('invite', { username: 'uma', full_name: '', email: '', is_staff: true });
    expect(made.status).toBe(200);
    expect(await post(`${staff.id}/staff`, { is_staff: false })).toMatchObject({ status: 409 });
  });
});

describe('what staff do with an account', () => {
  it('signs a person out everywhere, ends tokens where asked, and leaves a line', async () => {
    const person = await portal.anAccount({ username: 'vera' });
    const callers = [await portal.signedIn(person), await portal.signedIn(person)];
    await post(`${person.id}/sign_out`, { revoke_tokens: true });
    for (const caller of callers) expect((await caller.get('audit')).statusCode).toBe(401);
    expect(await lastLine()).toMatchObject({
      action: 'session_revoke',
      account_id: staff.id,
      detail: { account: person.id, sessions: 2, tokens: 0 },
    });
  });

  it('changes a membership: level, workspace, groups, last day; each with a line of who did it', async () => {
    const dataset = await portal.aDataset({ uniqueId: 'hearts', packagePath: portal.smallPackage });
    const person = await portal.anAccount({ username: 'will' });
    const grant = { dataset: 'hearts', level: 'deid', can_view_workspace: false, until: '2099-01-31' };
    expect(await post(`${person.id}/grant`, grant)).toMatchObject({
      sentences: ['will is a member of hearts at level deid, without the workspace until 2099-01-31.'],
    });
    expect(await lastLine()).toMatchObject({ action: 'membership_grant', account_id: staff.id });
    expect((await detailOf(person.id)).membership_items).toMatchObject([
      { dataset: 'hearts', level: 'deid', can_view_workspace: false, until: '2099-01-31', has_ended: false },
    ]);
    await post(`${person.id}/renew`, { dataset: 'hearts', until: 'never' });
    expect(await lastLine()).toMatchObject({ action: 'membership_renew', account_id: staff.id });
    await post(`${person.id}/end_membership`, { dataset: 'hearts' });
    expect(await lastLine()).toMatchObject({ action: 'membership_revoke', account_id: staff.id });
    const ended = (await asStaff.get('/pcgc/api/admin/memberships?state=ended&dataset=hearts')).json();
    expect(ended).toMatchObject({ count: 1, results: [{ username: 'will', has_ended: true }] });
    expect(await post(`${person.id}/grant`, { ...grant, groups: ['none'] })).toMatchObject({ status: 404 });
    expect(dataset.uniqueId).toBe('hearts');
  });

  it('edits name and address, and refuses an account that does not exist', async () => {
    const person = await portal.anAccount({ username: 'xeni' });
    expect(await post(`${person.id}/edit`, { full_name: 'Xeni', email: 'x@x.example' })).toMatchObject({
      status: 200,
    });
    expect(await detailOf(person.id)).toMatchObject({ full_name: 'Xeni', email: 'x@x.example' });
    for (const call of ['edit', 'staff', 'sign_out', 'disable', 'grant', 'send_link'])
      expect((await post(`99999/${call}`, everyBody)).status).toBe(404);
  });
});

/** Right for every call about an account. */
const everyBody = {
  full_name: '',
  email: '',
  is_staff: true,
  dataset: 'hearts',
  level: 'phi',
  can_view_workspace: true,
};

it('an invitation cannot be guessed from what other callers send', async () => {
  const caller = createCaller(portal.app);
  for (const secret of ['', 'x', '%'.repeat(43), 'a'.repeat(43)])
    expect((await caller.post('auth/invitation', { secret })).statusCode).toBe(404);
});

const detailOf = async (id: number) => (await asStaff.get(`${calls}/${id}`)).json();

const lastLine = async () => {
  const [line] = lines.parse((await asStaff.get('audit/all?page_size=1')).json()).results;
  return line;
};

/** The secret of the link in the mail that waits for an account. */
async function secretFor(accountId: number): Promise<string> {
  const mail = await portal.db
    .selectFrom('mail')
    .select('body')
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const [, secret] = /https:\/\/portal\.example\/invitation#([\w-]{43})/.exec(mail.body) ?? [];
  if (secret === undefined) throw new Error(`There is no link in: ${mail.body}`);
  return secret;
}
const follow = (secret: string, given = password) =>
  portal.anonymous.post('auth/invitation/accept', { secret, password: given });
