import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  comeBack,
  type OidcPortal,
  onSignInPage,
  openOidcPortal,
  portalOrigin,
  signInThrough,
  startAt,
} from '../../testing/oidcPortal.ts';
import type { OidcProvider } from '../../testing/oidcProvider.ts';
import type { TestApp } from '../../testing/testApp.ts';
import type { TestBrowser } from '../../testing/testBrowser.ts';
import { disableAccount, linkIdentity } from '../index.ts';

let opened: OidcPortal;
let portal: TestApp;
let university: OidcProvider;
let hospital: OidcProvider;
beforeAll(async () => {
  opened = await openOidcPortal();
  ({ portal, university, hospital } = opened);
});
afterAll(() => opened.close());

const aBrowser = () => opened.aBrowser();
const callerOf = (browser: TestBrowser) => opened.callerOf(browser);
const whoIs = async (browser: TestBrowser) => (await callerOf(browser).get('auth/')).json();

describe('signing in through a provider', () => {
  it('is offered by label and address in the reply about the current user', async () => {
    const { sign_in: offered } = await whoIs(aBrowser());
    expect(offered).toEqual({
      local: true,
      providers: [
        { id: 'university', label: 'University', start_url: '/api/v2/auth/oidc/university/start' },
        { id: 'hospital', label: 'Hospital', start_url: '/api/v2/auth/oidc/hospital/start' },
        { id: 'closed', label: 'Closed', start_url: '/api/v2/auth/oidc/closed/start' },
      ],
    });
  });

  it('asks for a code with PKCE, a state and a nonce', async () => {
    const { location, status } = await startAt(aBrowser());
    const authorization = Object.fromEntries(new URL(location ?? '').searchParams);
    expect([status, authorization]).toEqual([
      303,
      {
        client_id: 'atrium',
        response_type: 'code',
        scope: 'openid profile email',
        redirect_uri: `${portalOrigin}/api/v2/auth/oidc/university/callback`,
        code_challenge_method: 'S256',
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
      },
    ]);
  });

  it('makes an account from the claims, staff by its claim, and returns to the requested page', async () => {
    const browser = aBrowser();
    expect(await signInThrough(browser, 'ada', 'university', '/default/query?concept=sex')).toBe(
      `${portalOrigin}/default/query?concept=sex`,
    );
    const { user, session } = await whoIs(browser);
    expect(user).toEqual({
      id: expect.any(Number),
      username: 'ada',
      name: 'Ada Byron',
      email: 'ada@example.org',
      isStaff: true,
    });
    expect(session.has_password).toBe(false);
    const { sessions } = (await callerOf(browser).get('auth/sessions')).json();
    expect(sessions).toMatchObject([{ provider: 'university', current: true }]);
  });

  it('finds the same account again by issuer and subject, and updates it from the claims', async () => {
    const first = aBrowser();
    await signInThrough(first, 'bo');
    const { user } = await whoIs(first);
    expect(user.isStaff).toBe(false);
    await portal.db
      .updateTable('account')
      .set({ is_staff: true, full_name: 'Old name', username: 'bo.li' })
      .where('id', '=', user.id)
      .execute();
    const second = aBrowser();
    await signInThrough(second, 'bo');
    expect((await whoIs(second)).user).toEqual({ ...user, username: 'bo.li' });
  });

  it('begins a new session and ends the previous one', async () => {
    const browser = aBrowser();
    await signInThrough(browser, 'bo');
    const before = callerOf(browser);
    await signInThrough(browser, 'bo');
    expect(callerOf(browser).cookie).not.toBe(before.cookie);
    expect((await before.get('auth/')).json().user).toBeNull();
    expect((await whoIs(browser)).user.name).toBe('Bo Li');
  });

  it('works in two tabs at once', async () => {
    const browser = aBrowser();
    const one = await comeBack(browser, 'ada', 'university', '/one');
    const two = await comeBack(browser, 'ada', 'university', '/two');
    expect((await browser.open(one)).location).toBe(`${portalOrigin}/one`);
    expect((await browser.open(two)).location).toBe(`${portalOrigin}/two`);
  });
});

describe('an identity', () => {
  it('does not lead to a local account of the same name, in any case of letters', async () => {
    const local = await portal.anAccount({
      username: 'curator',
      email: 'curator@example.org',
      isStaff: true,
    });
    const browser = aBrowser();
    expect(await signInThrough(browser, 'curator', 'university', '/news')).toBe(
      onSignInPage('name_taken', '/news'),
    );
    expect((await whoIs(browser)).user).toBeNull();
    const rows = await portal.db.selectFrom('account_identity').selectAll().execute();
    expect(rows.map((row) => row.account_id)).not.toContain(local.id);
  });

  it('of one provider is unknown at another, until staff link it', async () => {
    await signInThrough(aBrowser(), 'ada');
    const browser = aBrowser();
    expect(await signInThrough(browser, 'ada', 'hospital')).toBe(onSignInPage('not_registered'));
    await linkIdentity(portal.db, { username: 'ada', issuer: hospital.issuer, subject: 'ada' });
    expect(await signInThrough(browser, 'ada', 'hospital')).toBe(`${portalOrigin}/`);
    expect((await whoIs(browser)).user).toMatchObject({ username: 'ada', isStaff: true });
  });

  it('that belongs to one account is not linked to a second', async () => {
    await signInThrough(aBrowser(), 'ada');
    const other = await portal.anAccount();
    const theft = { username: other.username, issuer: university.issuer, subject: 'ada' };
    await expect(linkIdentity(portal.db, theft)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('of a disabled account is refused', async () => {
    await signInThrough(aBrowser(), 'mallory');
    await disableAccount(portal.db, 'mallory');
    expect(await signInThrough(aBrowser(), 'mallory')).toBe(onSignInPage('account_disabled'));
  });

  it.each(['nameless', 'odd'])('without a usable user name makes no account: %s', async (login) => {
    expect(await signInThrough(aBrowser(), login)).toBe(onSignInPage('claims_missing'));
  });
});

describe('signing out', () => {
  it('leads to the provider, which ends its own session and sends the browser home', async () => {
    const browser = aBrowser();
    await signInThrough(browser, 'ada');
    const { logout_url: url } = (await callerOf(browser).post('auth/logout')).json();
    const authorization = new URL(url);
    expect(authorization.origin).toBe(university.issuer);
    expect(authorization.searchParams.get('post_logout_redirect_uri')).toBe(`${portalOrigin}/`);
    expect((await whoIs(browser)).user).toBeNull();
    const { text } = await browser.open(url);
    const [, action = '', xsrf = ''] = /action="([^"]+)".* name="xsrf" value="(\w+)"/s.exec(text) ?? [];
    let page = await browser.open(action, { xsrf, logout: 'yes' });
    while (page.location?.startsWith(university.issuer)) page = await browser.open(page.location);
    expect(page.location).toBe(`${portalOrigin}/`);
    const { location } = await startAt(browser);
    expect((await browser.open(location ?? '')).location).toContain('/interaction/');
  });

  it('leads to the configured link where there is one, and everywhere at once too', async () => {
    const { username } = await portal.anAccount();
    await linkIdentity(portal.db, { username, issuer: hospital.issuer, subject: 'mallory' });
    const browser = aBrowser();
    await signInThrough(browser, 'mallory', 'hospital');
    const reply = await callerOf(browser).post('auth/sessions/revoke_all');
    expect(reply.json()).toEqual({ status: 'complete', logout_url: 'https://hospital.example/bye' });
  });
});

describe('what is stored and logged', () => {
  it('the cookie of the attempt is for its own path, no script, ten minutes and no other site', async () => {
    const reply = await portal.anonymous.get('auth/oidc/university/start');
    expect(reply.headers['set-cookie']).toMatch(
      /^atrium_sign_in=[\w-]{43}; Max-Age=600; Path=\/api\/v2\/auth\/oidc; HttpOnly; SameSite=Lax$/,
    );
  });

  it('sign-ins and refusals are in the audit, by provider and by reason', async () => {
    const browser = aBrowser();
    await signInThrough(browser, 'ada');
    const rows = await portal.db
      .selectFrom('audit_event')
      .select(['action', 'detail'])
      .orderBy('id', 'desc')
      .execute();
    expect(rows[0]).toEqual({ action: 'sign_in', detail: { provider: 'university' } });
    const detail = { problem: 'name_taken', address: '127.0.0.1' };
    expect(rows).toContainEqual({ action: 'sign_in_refused', detail });
  });

  it('no secret, code, state or token is in the log', async () => {
    const browser = aBrowser();
    const back = new URL(await comeBack(browser, 'ada'));
    await browser.open(back.href);
    await browser.open(back.href);
    const text = opened.logged.join('');
    expect(text).toContain('"problem":"sign_in_expired"');
    const secrets = [university.clientSecret, hospital.clientSecret, ...back.searchParams.values()];
    for (const secret of secrets.filter((value) => value !== university.issuer))
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(/eyJ[\w-]+\./);
  });
});
