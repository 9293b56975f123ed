import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Kysely } from 'kysely';
import { record } from '../audit/index.ts';
import type { Schema } from '../database/schema.ts';
import { disclosed, route } from '../http/index.ts';
import type { PortalApi } from './account.ts';
import { createPasswordChange } from './changePassword.ts';
import { type ConfirmPassword, requirePassword } from './confirmPassword.ts';
import { endAccess } from './endAccess.ts';
import type { Provider } from './oidc/provider.ts';
import { clearSessionCookie, sessionToken } from './sessionCookie.ts';
import type { Sessions } from './sessions.ts';
import type { Tokens } from './tokens.ts';

export interface AccountRoutesDeps {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly providers: ReadonlyMap<string, Provider>;
  readonly confirmPassword: ConfirmPassword;
  /** Where the browser goes after signing out; empty: to the provider of the session, if it has one. */
  readonly logoutLink: string;
}

const complete = { status: 'complete' as const };

/** The account's own sessions and password. */
export function registerSessions(api: PortalApi, deps: AccountRoutesDeps): void {
  const { db, sessions, providers, logoutLink } = deps;
  const changePassword = createPasswordChange(deps);

  route(api, accessEndpoints.sessions, async ({ account, request }) => ({
    sessions: [...(await sessions.list(account.id, sessionToken(request)))],
  }));

  route(api, accessEndpoints.revokeSession, async ({ account, params }) => {
    if (!(await sessions.revoke(account.id, params.sessionId)))
      throw new PortalError('not_found', 'You have no such session.');
    await record(db, {
      accountId: account.id,
      action: 'session_revoke',
      detail: { session: params.sessionId },
    });
    return complete;
  });

  route(api, accessEndpoints.signOutEverywhere, async ({ account, body, request, reply }) => {
    const own = await sessions.end(sessionToken(request));
    const endsTokens = body?.revokeTokens === true;
    await db.transaction().execute(async (transaction) => {
      const others = await endAccess(transaction, { accountId: account.id, endsTokens });
      const detail = { sessions: others.sessions + 1, ...(endsTokens ? { tokens: others.tokens } : {}) };
      await record(transaction, { accountId: account.id, action: 'session_revoke', detail });
    });
    clearSessionCookie(request, reply);
    const provider = providers.get(own?.provider ?? '');
    return {
      ...complete,
      logoutUrl: logoutLink || ((await provider?.logoutUrl(own?.idToken ?? null)) ?? null),
    };
  });

  route(api, accessEndpoints.changePassword, async ({ account, body, request }) => {
    await changePassword(account, body, { session: sessionToken(request), address: request.ip });
    return complete;
  });
}

/** The account's own tokens for programs. */
export function registerTokens(
  api: PortalApi,
  deps: Pick<AccountRoutesDeps, 'db' | 'tokens' | 'confirmPassword'>,
): void {
  const { db, tokens } = deps;
  route(api, accessEndpoints.tokens, async ({ account }) => ({
    tokens: [...(await tokens.list(account.id))],
  }));

  route(api, accessEndpoints.makeToken, async ({ account, body, request }) => {
    const passwordHash = await requirePassword(
      deps,
      { accountId: account.id, address: request.ip, action: 'token_make_refused' },
      body.password,
    );
    const made = await tokens.make(account.id, body, { session: sessionToken(request), passwordHash });
    const { id, scopes } = made.token;
    const detail = { token: id, scopes: scopes.join(' '), days: body.expiresInDays };
    return disclosed(made, [{ action: 'token_make', detail }]);
  });

  route(api, accessEndpoints.revokeToken, async ({ account, params }) => {
    if (!(await tokens.revoke(account.id, params.tokenId)))
      throw new PortalError('not_found', 'You have no such token.');
    await record(db, { accountId: account.id, action: 'token_revoke', detail: { token: params.tokenId } });
    return complete;
  });
}
