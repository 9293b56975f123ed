import { accessEndpoints, PortalError } from '@atrium/contract';
import type { Kysely } from 'kysely';
import { record } from '../audit/index.ts';
import type { Schema } from '../database/schema.ts';
import { route } from '../http/index.ts';
import type { PortalApi } from './account.ts';
import { sessionToken } from './sessionCookie.ts';
import type { Tokens } from './tokens.ts';

export interface TokenRoutesDeps {
  readonly db: Kysely<Schema>;
  readonly tokens: Tokens;
}

/** The account's own tokens for programs. */
export function registerTokens(api: PortalApi, { db, tokens }: TokenRoutesDeps): void {
  route(api, accessEndpoints.tokens, async ({ account }) => ({
    tokens: [...(await tokens.list(account.id))],
  }));

  route(api, accessEndpoints.makeToken, async ({ account, body, request }) => {
    const made = await tokens.make(account.id, body, sessionToken(request));
    const { id, scopes } = made.token;
    const detail = { token: id, scopes: scopes.join(' '), days: body.expiresInDays };
    await record(db, { accountId: account.id, action: 'token_make', detail });
    return made;
  });

  route(api, accessEndpoints.revokeToken, async ({ account, params }) => {
    if (!(await tokens.revoke(account.id, params.tokenId)))
      throw new PortalError('not_found', 'You have no such token.');
    await record(db, { accountId: account.id, action: 'token_revoke', detail: { token: params.tokenId } });
    return { status: 'complete' as const };
  });
}
