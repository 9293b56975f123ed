import { PortalError } from '@atrium/contract';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { record } from '../audit/index.ts';
import type { Schema } from '../database/schema.ts';
import { carriesToken, type Gate, type RefusedCall } from '../http/index.ts';
import type { Account, Member, SignedInAccount } from './account.ts';
import type { Demand } from './factor/demand.ts';
import { loadMember, type MembershipDeps } from './memberships.ts';
import { mayEnter, rightsKey } from './rights.ts';
import { sessionToken } from './sessionCookie.ts';
import type { Sessions } from './sessions.ts';
import type { Tokens } from './tokens.ts';

export interface GateDeps extends MembershipDeps {
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly demand: Demand;
}

/** Makes the gate of transport from sessions, tokens, memberships and rights. */
export function createGate(deps: GateDeps): Gate<SignedInAccount, Member> {
  const { db, sessions, tokens, demand } = deps;
  return {
    whoIs: async (request, scope) => {
      const isToken = carriesToken(request);
      const account = isToken
        ? await tokens.accountOf({ secret: bearerOf(request), scope, address: request.ip })
        : await sessions.accountOf(sessionToken(request));
      if (account === null || (await demand.isMet(account))) return account;
      if (isToken) throw new PortalError('not_signed_in', weakToken);
      return null;
    },
    keyOf: (account) => String(account.id),
    isStaff: (account) => account.isStaff,
    admit: async (account, dataset, permission) => {
      const member = await loadMember(deps, account, { dataset, permission });
      if (!demand.isMetAt(member.level, account))
        throw new PortalError('not_signed_in', 'This dataset needs a second factor. Please sign in again.');
      if (!mayEnter(member, permission))
        throw new PortalError('not_permitted', 'Your access to this dataset does not include this.');
      return member;
    },
    standingOf: rightsKey,
    recordRefusal: (account, refused) => recordRefusal(db, account, refused),
  };
}

const weakToken =
  'This site requires a second factor, and the token was made without one. Please make a new token.';

async function recordRefusal(
  db: Kysely<Schema>,
  account: Account,
  { call, code, dataset: uniqueId, address }: RefusedCall,
): Promise<void> {
  const dataset = await db
    .selectFrom('dataset')
    .select('id')
    .where('unique_id', '=', uniqueId ?? '')
    .executeTakeFirst();
  await record(db, {
    accountId: account.id,
    ...(dataset === undefined ? {} : { datasetId: dataset.id }),
    action: 'permission_refused',
    detail: { call, code, address },
  });
}

const bearerOf = ({ headers }: FastifyRequest): string =>
  (headers.authorization ?? '').replace(/^bearer +/i, '').trim();
