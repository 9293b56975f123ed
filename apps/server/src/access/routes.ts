import { accessEndpoints, PortalError, type SessionTimes, type User } from '@atrium/contract';
import type { Kysely } from 'kysely';
import { record } from '../audit/index.ts';
import type { SignInSettings } from '../config/signInSettings.ts';
import type { Schema } from '../database/schema.ts';
import { route } from '../http/index.ts';
import type { Account, PortalApi } from './account.ts';
import { registerSessions, registerTokens } from './accountRoutes.ts';
import { acceptAgreement, loadAgreement } from './agreements.ts';
import { createConfirmPassword } from './confirmPassword.ts';
import { createProviders } from './oidc/provider.ts';
import { registerOidc } from './oidc/routes.ts';
import { clearSessionCookie, sessionStart, sessionToken, setSessionCookie } from './sessionCookie.ts';
import type { SessionLife, Sessions } from './sessions.ts';
import { createSignIn } from './signIn.ts';
import type { Tokens } from './tokens.ts';

export interface AccessDeps {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly signIn: SignInSettings;
  readonly acceptsDemoAccounts: boolean;
  /** The portal's version, without a leading `v`. */
  readonly version: string;
}

const warningSeconds = 120;

/** Registers the calls for the signed-in user, sign-in and sign-out, the account's own sessions, tokens and password, the version (rule 9.12). */
export async function registerAccess(api: PortalApi, deps: AccessDeps): Promise<void> {
  const { db, clock, sessions, signIn: settings } = deps;
  const checkCredentials = await createSignIn(deps);
  const providers = createProviders(settings, clock);
  const present = createPresent(deps);

  route(api, accessEndpoints.currentUser, async ({ account, request }) =>
    present(account, await sessions.renew(sessionToken(request))),
  );

  route(api, accessEndpoints.signIn, async ({ body, request, reply }) => {
    if (!settings.local) throw new PortalError('not_permitted', 'Sign in through a provider, please.');
    const { account, passwordHash } = await checkCredentials({
      ...body,
      address: request.ip,
      onRefused: (accountId) => {
        request.accountKey = String(accountId);
      },
    });
    const start = { ...sessionStart(request, { provider: null, idToken: null }), passwordHash };
    const token = await sessions.begin(account.id, sessionToken(request), start);
    await record(db, { accountId: account.id, action: 'sign_in' });
    setSessionCookie(request, reply, token);
    return present(account, await sessions.renew(token));
  });

  route(api, accessEndpoints.signOut, async ({ account, request, reply }) => {
    const ended = await sessions.end(sessionToken(request));
    clearSessionCookie(request, reply);
    if (account !== null && ended !== null) await record(db, { accountId: account.id, action: 'sign_out' });
    const provider = providers.get(ended?.provider ?? '');
    return {
      status: 'complete' as const,
      logoutUrl: (await provider?.logoutUrl(ended?.idToken ?? null)) ?? null,
    };
  });

  registerOidc(api, { db, clock, sessions, providers });
  const confirmPassword = createConfirmPassword(deps);
  registerSessions(api, { ...deps, providers, confirmPassword });
  registerTokens(api, { ...deps, confirmPassword });
  registerAgreements(api, deps);
  route(api, accessEndpoints.version, async () => ({ version: deps.version, dataHub: deps.version }));
}

/** The data-use agreement of a dataset, and its acceptance (rule 8.19). */
function registerAgreements(api: PortalApi, { db, clock }: Pick<AccessDeps, 'db' | 'clock'>): void {
  route(api, accessEndpoints.agreement, async ({ member }) => ({
    agreement: await loadAgreement(db, member),
  }));
  route(api, accessEndpoints.acceptAgreement, async ({ member, body }) => {
    await acceptAgreement({ db, clock }, member, body);
    return { status: 'complete' as const };
  });
}

/** Makes the answer of `auth/` and of a sign-in. */
function createPresent({ clock, signIn, version }: AccessDeps) {
  const startUrl = (id: string): string => `/api/v2/auth/oidc/${id}/start`;
  const options = {
    local: signIn.local,
    providers: signIn.providers.map(({ id, label }) => ({ id, label, startUrl: startUrl(id) })),
  };
  const times = (life: SessionLife): SessionTimes => ({
    expiresAt: life.expiresAt.toISOString(),
    secondsLeft: Math.floor((life.expiresAt.getTime() - clock().getTime()) / 1000),
    warningSeconds,
    idleSeconds: signIn.idleSeconds,
    isFinal: life.isFinal,
    hasPassword: life.hasPassword,
  });
  return (account: Account | null, life: SessionLife | null) => ({
    user: account === null ? null : presentUser(account),
    platformVersion: `v${version}`,
    version: `v${version}`,
    session: account === null || life === null ? null : times(life),
    signIn: options,
  });
}

/** An account as replies spell it, field by field. */
const presentUser = (account: Account): User => ({
  id: account.id,
  username: account.username,
  isStaff: account.isStaff,
  name: account.fullName,
  email: account.email,
});
