import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInFile } from '../../config/signInSettings.ts';
import { testPassword } from '../../testing/factories.ts';
import {
  comeBack,
  type OidcPortal,
  oidcPeople,
  onSignInPage,
  openOidcPortal,
  portalOrigin,
  startAt,
} from '../../testing/oidcPortal.ts';
import { type OidcProvider, startOidcProvider } from '../../testing/oidcProvider.ts';
import { type TestApp, testApp } from '../../testing/testApp.ts';
import { createTestBrowser, type TestBrowser } from '../../testing/testBrowser.ts';

let opened: OidcPortal;
let portal: TestApp;
let hospital: OidcProvider;
beforeAll(async () => {
  opened = await openOidcPortal();
  ({ portal, hospital } = opened);
});
afterAll(() => opened.close());

const aBrowser = () => opened.aBrowser();
const whoIs = async (browser: TestBrowser) => (await opened.callerOf(browser).get('auth/')).json();
const changed = (address: string, name: string, value: string): string => {
  const url = new URL(address);
  url.searchParams.set(name, value);
  return url.href;
};

describe('a return that does not fit its sign-in is refused', () => {
  it('with another state', async () => {
    const browser = aBrowser();
    const back = await comeBack(browser, 'ada');
    const page = await browser.open(changed(back, 'state', 'A'.repeat(43)));
    expect([page.location, (await whoIs(browser)).user]).toEqual([onSignInPage('sign_in_expired'), null]);
  });

  it('in another browser', async () => {
    const back = await comeBack(aBrowser(), 'ada');
    const victim = aBrowser();
    await startAt(victim);
    const page = await victim.open(back);
    expect([page.location, (await whoIs(victim)).user]).toEqual([onSignInPage('sign_in_expired'), null]);
  });

  it('a second time', async () => {
    const browser = aBrowser();
    const back = await comeBack(browser, 'ada');
    expect((await browser.open(back)).location).toBe(`${portalOrigin}/`);
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
    const { location } = await startAt(browser);
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

  it('when the person refuses at the provider', async () => {
    const browser = aBrowser();
    const { location } = await startAt(browser, 'university', '/news');
    const { location: form } = await browser.open(location ?? '');
    const { text } = await browser.open(form ?? '');
    let page = await browser.open(/href="([^"]+\/abort)"/.exec(text)?.[1] ?? '');
    while (page.location !== null && !page.location.startsWith(`${portalOrigin}/login`))
      page = await browser.open(page.location);
    expect(page.location).toBe(onSignInPage('provider_refused', '/news'));
  });
});

describe('a provider that is not available', () => {
  it('is reported on the sign-in page, and the return path is kept', async () => {
    const page = await startAt(aBrowser(), 'closed', '/news');
    expect(page.location).toBe(onSignInPage('provider_unavailable', '/news'));
  });

  it('is reported when it is not configured', async () => {
    expect((await startAt(aBrowser(), 'elsewhere')).location).toBe(onSignInPage('provider_unknown'));
  });

  it('is reported when it fails in the middle, and local accounts sign in meanwhile', {
    tags: 'long',
  }, async () => {
    const brief = await startOidcProvider({ id: 'university', portal: portalOrigin, people: oidcPeople });
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
        publicUrl: portalOrigin,
        idleSeconds: 3600,
        secondFactor: 'nobody',
        providers: settings.providers.map((one) => ({ ...one, clientSecret: brief.clientSecret })),
      },
    });
    const browser = createTestBrowser(own.app, portalOrigin);
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

describe('the return path', () => {
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
    const page = await startAt(aBrowser(), 'elsewhere', returnTo);
    expect(page.location).toBe(onSignInPage('provider_unknown'));
  });

  it('keeps path, query and fragment', async () => {
    const page = await startAt(aBrowser(), 'elsewhere', '/default/results?page=2#row');
    expect(page.location).toBe(onSignInPage('provider_unknown', '/default/results?page=2#row'));
  });
});
