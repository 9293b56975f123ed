import { PortalError } from '@atrium/contract';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { record } from '../audit/index.ts';
import type { Schema } from '../database/schema.ts';
import { carriesToken, type Gate, type RefusedCall } from '../http/index.ts';
import type { Account, Member } from './account.ts';
import { loadMember, type MembershipDeps } from './memberships.ts';
import { mayEnter, rightsKey } from './rights.ts';
import { sessionToken } from './sessionCookie.ts';
import type { Sessions } from './sessions.ts';
import type { Tokens } from './tokens.ts';

export interface GateDeps extends MembershipDeps {
  readonly sessions: Sessions;
  readonly tokens: Tokens;
}

/** Makes the gate of transport from sessions, tokens, memberships and rights. */
export function createGate(deps: GateDeps): Gate<Account, Member> {
  const { db, sessions, tokens } = deps;
  return {
    whoIs: (request, scope) =>
      carriesToken(request)
        ? tokens.accountOf({ secret: bearerOf(request), scope, address: request.ip })
        : sessions.accountOf(sessionToken(request)),
    keyOf: (account) => String(account.id),
    isStaff: (account) => account.isStaff,
    admit: async (account, dataset, permission) => {
      const member = await loadMember(deps, account, { dataset, permission });
      if (!mayEnter(member, permission))
        throw new PortalError('not_permitted', 'Your access to this dataset does not include this.');
      return member;
    },
    standingOf: rightsKey,
    recordRefusal: (account, refused) => recordRefusal(db, account, refused),
  };
}

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
