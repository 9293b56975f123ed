import { Writable } from 'node:stream';
import { pino } from 'pino';
import { type FactorDemand, signInFile } from '../config/signInSettings.ts';
import { type Caller, createCaller } from './caller.ts';
import { type OidcProvider, startOidcProvider } from './oidcProvider.ts';
import { type TestApp, testApp } from './testApp.ts';
import { createTestBrowser, type TestBrowser } from './testBrowser.ts';

/** The address of the portal for browsers. */
export const portalOrigin = 'https://portal.example';

export const oidcPeople = {
  ada: { preferred_username: 'ada', name: 'Ada Byron', email: 'ada@example.org', groups: ['staff', 'all'] },
  bo: { preferred_username: 'bo', name: 'Bo Li', email: 'bo@example.org', groups: ['all'] },
  curator: { preferred_username: 'Curator', name: 'Not the curator', email: 'curator@example.org' },
  nameless: { name: 'Nobody at all' },
  odd: { preferred_username: 'two words', name: 'Odd' },
  mallory: { preferred_username: 'mallory', name: 'Mallory' },
};

/**
 * A portal with two providers that run and one that does not, and functions for the steps of a sign-in between them.
 */
export interface OidcPortal {
  readonly portal: TestApp;
  /** A provider that makes accounts, and staff by a claim. */
  readonly university: OidcProvider;
  /** A provider that makes no accounts and has its own logout link. */
  readonly hospital: OidcProvider;
  readonly logged: readonly string[];
  aBrowser(): TestBrowser;
  callerOf(browser: TestBrowser): Caller;
  close(): Promise<void>;
}

/** Which accounts must have a second factor, and whether the portal asks people of the hospital for its own. */
interface FactorGiven {
  readonly secondFactor?: FactorDemand;
  readonly hospitalFactor?: 'provider' | 'portal';
}

export async function openOidcPortal({
  secondFactor = 'nobody',
  hospitalFactor = 'provider',
}: FactorGiven = {}): Promise<OidcPortal> {
  const given = { portal: portalOrigin, people: oidcPeople };
  const university = await startOidcProvider({ id: 'university', ...given });
  const hospital = await startOidcProvider({ id: 'hospital', ...given });
  const logged: string[] = [];
  const sink = new Writable({
    write: (chunk, _encoding, done) => {
      logged.push(String(chunk));
      done();
    },
  });
  const portal = await testApp({
    logger: pino({ level: 'trace' }, sink),
    signIn: {
      local: true,
      publicUrl: portalOrigin,
      idleSeconds: 3600,
      secondFactor,
      providers: configured(university, hospital, hospitalFactor),
    },
  });
  return {
    portal,
    university,
    hospital,
    logged,
    aBrowser: () => createTestBrowser(portal.app, portalOrigin),
    callerOf: (browser) =>
      createCaller(portal.app, `atrium_session=${browser.cookie('atrium_session') ?? ''}`),
    close: async () => {
      await portal.close();
      await university.close();
      await hospital.close();
    },
  };
}

function configured(university: OidcProvider, hospital: OidcProvider, hospitalFactor: 'provider' | 'portal') {
  const { providers } = signInFile.parse({
    providers: [
      {
        id: 'university',
        label: 'University',
        issuer: university.issuer,
        clientId: university.clientId,
        staff: { claim: 'groups', value: 'staff' },
        createAccounts: true,
      },
      {
        id: 'hospital',
        label: 'Hospital',
        issuer: hospital.issuer,
        clientId: hospital.clientId,
        logout: 'https://hospital.example/bye',
        secondFactor: hospitalFactor,
      },
      { id: 'closed', label: 'Closed', issuer: 'http://127.0.0.1:9', clientId: 'atrium' },
    ],
  });
  const secrets = new Map([
    ['university', university.clientSecret],
    ['hospital', hospital.clientSecret],
  ]);
  return providers.map((settings) => ({ ...settings, clientSecret: secrets.get(settings.id) ?? null }));
}

export const startAt = (browser: TestBrowser, provider = 'university', returnTo = '/') =>
  browser.open(`/api/v2/auth/oidc/${provider}/start?return_to=${encodeURIComponent(returnTo)}`);

/** Follows the sign-in up to the address to which the provider sends the browser back. */
export async function comeBack(browser: TestBrowser, login: string, provider = 'university', returnTo = '/') {
  const { location } = await startAt(browser, provider, returnTo);
  return browser.signInAt(location ?? '', login);
}

/** Follows the sign-in to its end; returns the last address. */
export async function signInThrough(
  browser: TestBrowser,
  login: string,
  provider = 'university',
  returnTo = '/',
) {
  const page = await browser.open(await comeBack(browser, login, provider, returnTo));
  return page.location;
}

export const onSignInPage = (problem: string, returnTo?: string): string =>
  `${portalOrigin}/login?error=${problem}${returnTo === undefined ? '' : `&returnTo=${encodeURIComponent(returnTo)}`}`;
