import { accessEndpoints, type User } from '@atrium/contract';
import type { Kysely } from 'kysely';
import { record } from '../audit/index.ts';
import type { Schema } from '../database/schema.ts';
import { route } from '../http/index.ts';
import type { Account, PortalApi } from './account.ts';
import { clearSessionCookie, sessionToken, setSessionCookie } from './sessionCookie.ts';
import type { Sessions } from './sessions.ts';
import { createSignIn, TooManyAttempts } from './signIn.ts';

export interface AccessDeps {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
  readonly sessions: Sessions;
  /** The portal's version, without a leading `v`. */
  readonly version: string;
}

/** Who am I, sign in, sign out, version (contract 4.1, 4.4). */
export async function registerAccess(api: PortalApi, deps: AccessDeps): Promise<void> {
  const { db, sessions } = deps;
  const signIn = await createSignIn(deps);
  const version = `v${deps.version}`;
  const present = (account: Account | null) => ({
    user: account === null ? null : presentUser(account),
    platformVersion: version,
    version,
  });

  route(api, accessEndpoints.currentUser, async ({ account, request }) => {
    if (account !== null) await sessions.renew(sessionToken(request));
    return present(account);
  });

  route(api, accessEndpoints.signIn, async ({ body, request, reply }) => {
    const previous = sessionToken(request);
    const credentials = { ...body, address: request.ip, previous };
    const { account, token } = await signIn(credentials).catch((error: unknown) => {
      if (error instanceof TooManyAttempts) reply.header('retry-after', String(error.retryAfter));
      throw error;
    });
    setSessionCookie(request, reply, token);
    return present(account);
  });

  route(api, accessEndpoints.signOut, async ({ account, request, reply }) => {
    await sessions.end(sessionToken(request));
    clearSessionCookie(request, reply);
    if (account !== null) await record(db, { accountId: account.id, action: 'sign_out' });
    return { status: 'complete' as const };
  });

  route(api, accessEndpoints.version, async () => ({ version: deps.version, dataHub: deps.version }));
}

/** What the wire says of an account, field by field. */
const presentUser = (account: Account): User => ({
  id: account.id,
  username: account.username,
  isStaff: account.isStaff,
  name: account.fullName,
  email: account.email,
});
