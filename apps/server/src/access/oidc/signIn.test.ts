import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInFile } from '../../signInSettings.ts';
import { createCaller } from '../../testing/caller.ts';
import { testPassword } from '../../testing/factories.ts';
import { type OidcProvider, startOidcProvider } from '../../testing/oidcProvider.ts';
import { type TestApp, testApp } from '../../testing/testApp.ts';
import { createTestBrowser, type TestBrowser } from '../../testing/testBrowser.ts';
import { disableAccount, linkIdentity } from '../index.ts';

const origin = 'https://portal.example';

const people = {
  ada: { preferred_username: 'ada', name: 'Ada Byron', email: 'ada@example.org', groups: ['staff', 'all'] },
  bo: { preferred_username: 'bo', name: 'Bo Li', email: 'bo@example.org', groups: ['all'] },
  curator: { preferred_username: 'Curator', name: 'Not the curator', email: 'curator@example.org' },
  nameless: { name: 'Nobody at all' },
  odd: { preferred_username: 'two words', name: 'Odd' },
  mallory: { preferred_username: 'mallory', name: 'Mallory' },
};

let university: OidcProvider;
let hospital: OidcProvider;
let portal: TestApp;
const logged: string[] = [];

beforeAll(async () => {
  university = await startOidcProvider({ id: 'university', portal: origin, people });
  hospital = await startOidcProvider({ id: 'hospital', portal: origin, people });
  const known = { claims: {}, scopes: ['openid', 'profile', 'email'] };
  const { providers } = signInFile.parse({
    providers: [
      {
        ...known,
        id: 'university',
        label: 'University',
        issuer: university.issuer,
        clientId: university.clientId,
        staff: { claim: 'groups', value: 'staff' },
        createAccounts: true,
      },
      {
        ...known,
        id: 'hospital',
        label: 'Hospital',
        issuer: hospital.issuer,
        clientId: hospital.clientId,
        clientAuthentication: 'basic',
        logout: 'https://hospital.example/bye',
      },
      { ...known, id: 'closed', label: 'Closed', issuer: 'http://127.0.0.1:9', clientId: 'atrium' },
    ],
  });
  const secrets = new Map([
    ['university', university.clientSecret],
    ['hospital', hospital.clientSecret],
  ]);
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      logged.push(String(chunk));
      done();
    },
  });
  portal = await testApp({
    logger: pino({ level: 'trace' }, sink),
    config: { allowedOrigins: [], trustProxy: false },
    signIn: {
      local: true,
      publicUrl: origin,
      idleSeconds: 3600,
      providers: providers.map((settings) => ({
        ...settings,
        clientSecret: secrets.get(settings.id) ?? null,
      })),
    },
  });
});
afterAll(async () => {
  await portal.close();
  await university.close();
  await hospital.close();
});

const aBrowser = (): TestBrowser => createTestBrowser(portal.app, origin);

const start = (browser: TestBrowser, provider = 'university', returnTo = '/') =>
  browser.open(`/api/v2/auth/oidc/${provider}/start?return_to=${encodeURIComponent(returnTo)}`);

/** Up to the address to which the provider sends the browser back. */
async function comeBack(browser: TestBrowser, login: string, provider = 'university', returnTo = '/') {
  const { location } = await start(browser, provider, returnTo);
  return browser.signInAt(location ?? '', login);
}

async function signIn(browser: TestBrowser, login: string, provider = 'university', returnTo = '/') {
  const page = await browser.open(await comeBack(browser, login, provider, returnTo));
  return page.location;
}

const callerOf = (browser: TestBrowser) =>
  createCaller(portal.app, `atrium_session=${browser.cookie('atrium_session') ?? ''}`);
const whoIs = async (browser: TestBrowser) => (await callerOf(browser).get('auth/')).json();
const changed = (address: string, name: string, value: string): string => {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
};
const onSignInPage = (problem: string, returnTo?: string): string =>
  `${origin}/login?error=${problem}${returnTo === undefined ? '' : `&returnTo=${encodeURIComponent(returnTo)}`}`;

describe('signing in through a provider', () => {
  it('is offered by label and address to whoever asks who they are', async () => {
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
    const { location, status } = await start(aBrowser());
    const asked = Object.fromEntries(new URL(location ?? '').searchParams);
    expect([status, asked]).toEqual([
      303,
      {
        client_id: 'atrium',
        response_type: 'code',
        scope: 'openid profile email',
        redirect_uri: `${origin}/api/v2/auth/oidc/university/callback`,
        code_challenge_method: 'S256',
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
      },
    ]);
  });

  it('makes an account of the claims, staff by its claim, and returns to the page that was asked for', async () => {
    const browser = aBrowser();
    expect(await signIn(browser, 'ada', 'university', '/default/query?concept=sex')).toBe(
      `${origin}/default/query?concept=sex`,
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

  it('finds the same account again by issuer and subject, and follows what the provider says', async () => {
    const first = aBrowser();
    await signIn(first, 'bo');
    const { user } = await whoIs(first);
    expect(user.isStaff).toBe(false);
    await portal.db
      .updateTable('account')
      .set({ is_staff: true, full_name: 'Old name', username: 'bo.li' })
      .where('id', '=', user.id)
      .execute();
    const second = aBrowser();
    await signIn(second, 'bo');
    expect((await whoIs(second)).user).toEqual({ ...user, username: 'bo.li' });
  });

  it('makes a new session and ends the one before', async () => {
    const browser = aBrowser();
    await signIn(browser, 'bo');
    const before = callerOf(browser);
    await signIn(browser, 'bo');
    expect(callerOf(browser).cookie).not.toBe(before.cookie);
    expect((await before.get('auth/')).json().user).toBeNull();
    expect((await whoIs(browser)).user.name).toBe('Bo Li');
  });

  it('works in two tabs at once', async () => {
    const browser = aBrowser();
    const one = await comeBack(browser, 'ada', 'university', '/one');
    const two = await comeBack(browser, 'ada', 'university', '/two');
    expect((await browser.open(one)).location).toBe(`${origin}/one`);
    expect((await browser.open(two)).location).toBe(`${origin}/two`);
  });
});

describe('an identity', () => {
  it('gives no claim to a local account of the same name, in whatever case', async () => {
    const local = await portal.anAccount({
      username: 'curator',
      email: 'curator@example.org',
      isStaff: true,
    });
    const browser = aBrowser();
    expect(await signIn(browser, 'curator', 'university', '/news')).toBe(onSignInPage('name_taken', '/news'));
    expect((await whoIs(browser)).user).toBeNull();
    const rows = await portal.db.selectFrom('account_identity').selectAll().execute();
    expect(rows.map((row) => row.account_id)).not.toContain(local.id);
  });

  it('of one provider is a stranger at another, until staff link it', async () => {
    await signIn(aBrowser(), 'ada');
    const browser = aBrowser();
    expect(await signIn(browser, 'ada', 'hospital')).toBe(onSignInPage('not_registered'));
    await linkIdentity(portal.db, { username: 'ada', issuer: hospital.issuer, subject: 'ada' });
    expect(await signIn(browser, 'ada', 'hospital')).toBe(`${origin}/`);
    expect((await whoIs(browser)).user).toMatchObject({ username: 'ada', isStaff: true });
  });

  it('that belongs to one account is not linked to a second', async () => {
    await signIn(aBrowser(), 'ada');
    const other = await portal.anAccount();
    const theft = { username: other.username, issuer: university.issuer, subject: 'ada' };
    await expect(linkIdentity(portal.db, theft)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('of a disabled account lets nobody in', async () => {
    await signIn(aBrowser(), 'mallory');
    await disableAccount(portal.db, 'mallory');
    expect(await signIn(aBrowser(), 'mallory')).toBe(onSignInPage('account_disabled'));
  });

  it.each(['nameless', 'odd'])('without a usable user name makes no account: %s', async (login) => {
    expect(await signIn(aBrowser(), login)).toBe(onSignInPage('claims_missing'));
  });
});

describe('a return that proves nothing is refused', () => {
  it('with another state', async () => {
    const browser = aBrowser();
    const back = await comeBack(browser, 'ada');
    const page = await browser.open(changed(back, 'state', 'A'.repeat(43)));
    expect([page.location, (await whoIs(browser)).user]).toEqual([onSignInPage('sign_in_expired'), null]);
  });

  it('in another browser', async () => {
    const back = await comeBack(aBrowser(), 'ada');
    const victim = aBrowser();
    await start(victim);
    const page = await victim.open(back);
    expect([page.location, (await whoIs(victim)).user]).toEqual([onSignInPage('sign_in_expired'), null]);
  });

  it('a second time', async () => {
    const browser = aBrowser();
    const back = await comeBack(browser, 'ada');
    expect((await browser.open(back)).location).toBe(`${origin}/`);
    expect((await browser.open(back)).location).toBe(onSignInPage('sign_in_expired'));
  });

  it('with a code that was issued to another attempt', async () => {
    const stolen = new URL(await comeBack(aBrowser(), 'ada')).searchParams.get('code') ?? '';
    const browser = aBrowser();
    const back = await comeBack(browser, 'bo');
    expect((await browser.open(changed(back, 'code', stolen))).location).toBe(
      onSignInPage('sign_in_expired'),
    );
    expect((await whoIs(browser)).user).toBeNull();
  });

  it('with an identity token for another nonce', async () => {
    const browser = aBrowser();
    const { location } = await start(browser);
    const back = await browser.signInAt(changed(location ?? '', 'nonce', 'somebody-elses'), 'ada');
    expect((await browser.open(back)).location).toBe(onSignInPage('reply_invalid'));
    expect((await whoIs(browser)).user).toBeNull();
  });

  it('that names another issuer', async () => {
    const browser = aBrowser();
    const back = await comeBack(browser, 'ada');
    const page = await browser.open(changed(back, 'iss', hospital.issuer));
    expect(page.location).toBe(onSignInPage('reply_invalid'));
  });

  it('after ten minutes', async () => {
    const browser = aBrowser();
    const back = await comeBack(browser, 'ada');
    portal.clock.advance(10);
    expect((await browser.open(back)).location).toBe(onSignInPage('sign_in_expired'));
  });

  it('at the address of another provider', async () => {
    const browser = aBrowser();
    const back = await comeBack(browser, 'ada');
    const page = await browser.open(back.replace('/university/', '/hospital/'));
    expect(page.location).toBe(onSignInPage('sign_in_expired'));
  });

  it('when the person says no', async () => {
    const browser = aBrowser();
    const { location } = await start(browser, 'university', '/news');
    const { location: form } = await browser.open(location ?? '');
    const { text } = await browser.open(form ?? '');
    let page = await browser.open(/href="([^"]+\/abort)"/.exec(text)?.[1] ?? '');
    while (page.location !== null && !page.location.startsWith(`${origin}/login`))
      page = await browser.open(page.location);
    expect(page.location).toBe(onSignInPage('provider_refused', '/news'));
  });
});

describe('a provider that cannot be had', () => {
  it('is said on the sign-in page, and the way back is kept', async () => {
    const page = await start(aBrowser(), 'closed', '/news');
    expect(page.location).toBe(onSignInPage('provider_unavailable', '/news'));
  });

  it('is said when nobody knows it', async () => {
    expect((await start(aBrowser(), 'elsewhere')).location).toBe(onSignInPage('provider_unknown'));
  });

  it('is said when it goes away in the middle, and local accounts get in all the while', async () => {
    const brief = await startOidcProvider({ id: 'university', portal: origin, people });
    const settings = signInFile.parse({
      providers: [
        {
          id: 'university',
          label: 'Brief',
          issuer: brief.issuer,
          clientId: brief.clientId,
          createAccounts: true,
        },
      ],
    });
    const own = await testApp({
      signIn: {
        local: true,
        publicUrl: origin,
        idleSeconds: 3600,
        providers: settings.providers.map((one) => ({ ...one, clientSecret: brief.clientSecret })),
      },
    });
    const browser = createTestBrowser(own.app, origin);
    const { location } = await browser.open('/api/v2/auth/oidc/university/start');
    const back = await browser.signInAt(location ?? '', 'ada');
    await brief.close();
    expect((await browser.open(back)).location).toBe(onSignInPage('provider_unavailable'));
    const { username } = await own.anAccount();
    const reply = await own.anonymous.post('auth/login', { username, password: testPassword });
    await own.close();
    expect(reply.statusCode).toBe(200);
  });
});

describe('signing out', () => {
  it('leads to the provider, which ends its own session and sends the browser home', async () => {
    const browser = aBrowser();
    await signIn(browser, 'ada');
    const { logout_url: url } = (await callerOf(browser).post('auth/logout')).json();
    const asked = new URL(url);
    expect(asked.origin).toBe(university.issuer);
    expect(asked.searchParams.get('post_logout_redirect_uri')).toBe(`${origin}/`);
    expect((await whoIs(browser)).user).toBeNull();
    const { text } = await browser.open(url);
    const [, action = '', xsrf = ''] = /action="([^"]+)".* name="xsrf" value="(\w+)"/s.exec(text) ?? [];
    let page = await browser.open(action, { xsrf, logout: 'yes' });
    while (page.location?.startsWith(university.issuer)) page = await browser.open(page.location);
    expect(page.location).toBe(`${origin}/`);
    const { location } = await start(browser);
    expect((await browser.open(location ?? '')).location).toContain('/interaction/');
  });

  it('leads to the configured link where there is one, and everywhere at once too', async () => {
    const { username } = await portal.anAccount();
    await linkIdentity(portal.db, { username, issuer: hospital.issuer, subject: 'mallory' });
    const browser = aBrowser();
    await signIn(browser, 'mallory', 'hospital');
    const reply = await callerOf(browser).post('auth/sessions/revoke_all');
    expect(reply.json()).toEqual({ status: 'complete', logout_url: 'https://hospital.example/bye' });
  });
});

describe('the way back', () => {
  it.each([
    ['another origin', 'https://evil.example/'],
    ['another host', '//evil.example/'],
    ['another host by a backslash', '/\\evil.example/'],
    ['another host after a detour', '/..//evil.example/'],
    ['another host behind a tab', '/\t/evil.example'],
    ['a script', 'javascript:alert(1)'],
    ['a call of the interface', '/api/v2/auth/logout'],
    ['a call of the interface after a detour', '/./api/v2/auth'],
    ['an address without end', `/${'x'.repeat(3000)}`],
  ])('never leads to %s', async (_what, returnTo) => {
    const page = await start(aBrowser(), 'elsewhere', returnTo);
    expect(page.location).toBe(onSignInPage('provider_unknown'));
  });

  it('keeps path, query and fragment', async () => {
    const page = await start(aBrowser(), 'elsewhere', '/default/results?page=2#row');
    expect(page.location).toBe(onSignInPage('provider_unknown', '/default/results?page=2#row'));
  });
});

describe('what is left behind', () => {
  it('the cookie of the attempt is for its own path, no script, ten minutes and no other site', async () => {
    const reply = await portal.anonymous.get('auth/oidc/university/start');
    expect(reply.headers['set-cookie']).toMatch(
      /^atrium_sign_in=[\w-]{43}; Max-Age=600; Path=\/api\/v2\/auth\/oidc; HttpOnly; SameSite=Lax$/,
    );
  });

  it('sign-ins and refusals are in the audit, by provider and by reason', async () => {
    const browser = aBrowser();
    await signIn(browser, 'ada');
    const rows = await portal.db
      .selectFrom('audit_event')
      .select(['action', 'detail'])
      .orderBy('id', 'desc')
      .execute();
    expect(rows[0]).toEqual({ action: 'sign_in', detail: { provider: 'university' } });
    expect(rows).toContainEqual({ action: 'sign_in_refused', detail: { problem: 'name_taken' } });
  });

  it('no secret, code, state or token is in the log', async () => {
    const browser = aBrowser();
    const back = new URL(await comeBack(browser, 'ada'));
    await browser.open(back.href);
    await browser.open(back.href);
    const text = logged.join('');
    expect(text).toContain('"problem":"sign_in_expired"');
    const secrets = [university.clientSecret, hospital.clientSecret, ...back.searchParams.values()];
    for (const secret of secrets.filter((value) => value !== university.issuer))
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(/eyJ[\w-]+\./);
  });
});
