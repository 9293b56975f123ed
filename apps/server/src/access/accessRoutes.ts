import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { SessionTimes, User } from '@atrium/contract/wire/access';
import type { Kysely } from 'kysely';
import { record } from '../audit/index.ts';
import type { SignInSettings } from '../config/signInSettings.ts';
import type { Schema } from '../database/schema.ts';
import { disclosed, route } from '../http/index.ts';
import type { SharedMemory } from '../portals/index.ts';
import type { Account, PortalApi } from './account.ts';
import { registerSessions, registerTokens } from './accountRoutes.ts';
import { acceptAgreement, loadAgreement } from './agreements.ts';
import { registerAssistants } from './assistants.ts';
import { createConfirmPassword } from './confirmPassword.ts';
import type { Demand } from './factor/demand.ts';
import { createFactors } from './factor/factors.ts';
import { passFirstStep } from './factor/firstStep.ts';
import { registerFactor } from './factor/ownRoutes.ts';
import {
  clearPendingCookie,
  createPendingSignIns,
  type PendingSignIn,
  pendingToken,
} from './factor/pendingSignIns.ts';
import { createSeal } from './factor/seal.ts';
import { registerSecondStep } from './factor/signInRoutes.ts';
import { passkeySiteOf } from './factor/verifyPasskey.ts';
import { registerInvitations } from './invitations.ts';
import { registerOidc } from './oidc/oidcRoutes.ts';
import { createProviders } from './oidc/provider.ts';
import { clearSessionCookie, sessionToken } from './sessionCookie.ts';
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
  /** For how many days a membership is granted at most; null where the site has no such limit. */
  readonly membershipDays: number | null;
  readonly demand: Demand;
  /** Encrypts secrets of second factors; 32 bytes. */
  readonly sealKey: Uint8Array;
  /** The name under which apps list the codes of this site. */
  readonly siteTitle: string;
  /** The portal's version, without a leading `v`. */
  readonly version: string;
  /** The versions that clients of the protocol compare. */
  readonly versions: { readonly platform: string; readonly dataHub: string };
  /** Where the browser goes after signing out; empty: to the provider of the session, if it has one. */
  readonly logoutLink: string;
  /** Whether the configuration of the site lets people allow assistants. */
  readonly assistants: boolean;
  /** Where failed attempts to sign in are counted; default: in this process. */
  readonly memory?: SharedMemory;
}

const warningSeconds = 120;

/** Registers the calls for the signed-in user, sign-in and sign-out, the account's own sessions, tokens and password, the version (rule 9.12). */
export async function registerAccess(api: PortalApi, deps: AccessDeps): Promise<void> {
  const { db, clock, sessions, signIn: settings } = deps;
  const checkCredentials = await createSignIn(deps);
  const providers = createProviders(settings, clock);
  const present = createPresent(deps);
  const factors = createFactors({
    ...deps,
    seal: createSeal(deps.sealKey),
    passkeySite: passkeySiteOf(settings.publicUrl),
  });
  const pending = createPendingSignIns(db, clock);
  const factorDeps = { ...deps, factors, pending };
  const presentStep = async ({ accountId, step }: Pick<PendingSignIn, 'accountId' | 'step'>) => ({
    ...present(null, null),
    secondStep: step,
    secondStepWays: [...(await factors.waysOf(accountId, step))],
  });

  route(api, accessEndpoints.currentUser, async ({ account, request }) => {
    const life = await sessions.renew(sessionToken(request), account?.asOf);
    const waiting = account === null ? await pending.find(pendingToken(request)) : null;
    if (waiting === null) return present(account, life);
    return presentStep(waiting);
  });

  route(api, accessEndpoints.signIn, async ({ body, request, reply }) => {
    if (!settings.local) throw new PortalError('not_permitted', 'Sign in through a provider, please.');
    const { account, passwordHash } = await checkCredentials({
      ...body,
      address: request.ip,
      onRefused: (accountId) => {
        request.accountKey = String(accountId);
      },
    });
    const known = { account, passwordHash, provider: null, idToken: null };
    const after = await passFirstStep(factorDeps, known, { request, reply });
    const current =
      after.kind === 'waits'
        ? await presentStep({ accountId: account.id, step: after.step })
        : present(account, await sessions.renew(after.token));
    return disclosed(current, [after.line]);
  });

  route(api, accessEndpoints.signOut, async ({ account, request, reply }) => {
    const ended = await sessions.end(sessionToken(request));
    clearSessionCookie(request, reply);
    await pending.end(pendingToken(request));
    clearPendingCookie(request, reply);
    if (account !== null && ended !== null) await record(db, { accountId: account.id, action: 'sign_out' });
    const provider = providers.get(ended?.provider ?? '');
    return {
      status: 'complete' as const,
      logoutUrl: deps.logoutLink || ((await provider?.logoutUrl(ended?.idToken ?? null)) ?? null),
    };
  });

  registerSecondStep(api, { ...factorDeps, present });
  registerOidc(api, { ...factorDeps, clock, providers });
  const confirmPassword = createConfirmPassword(deps);
  registerSessions(api, { ...deps, providers, confirmPassword });
  registerFactor(api, { ...factorDeps, clock, confirmPassword });
  registerTokens(api, { ...deps, confirmPassword });
  registerAssistants(api, deps);
  registerAgreements(api, deps);
  registerInvitations(api, deps);
  route(api, accessEndpoints.version, async () => ({
    version: deps.version,
    dataHub: deps.versions.dataHub,
  }));
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
function createPresent({ clock, signIn, versions: { platform } }: AccessDeps) {
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
    platformVersion: platform,
    version: platform,
    session: account === null || life === null ? null : times(life),
    signIn: options,
    secondStep: null,
    secondStepWays: [],
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
