import { PortalError } from '@atrium/contract';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { carriesToken, type Gate } from '../http/index.ts';
import type { Account, Member } from './account.ts';
import { readGroups } from './members/groups.ts';
import { mayEnter } from './policy.ts';
import { sessionToken } from './sessionCookie.ts';
import type { Sessions } from './sessions.ts';
import type { Tokens } from './tokens.ts';

export interface GateDeps {
  readonly db: Kysely<Schema>;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
}

/** Sessions, tokens, memberships and the policy, as transport asks for them. */
export function createGate({ db, sessions, tokens }: GateDeps): Gate<Account, Member> {
  return {
    whoIs: (request, scope) =>
      carriesToken(request)
        ? tokens.accountOf(bearerOf(request), scope)
        : sessions.accountOf(sessionToken(request)),
    keyOf: (account) => String(account.id),
    isStaff: (account) => account.isStaff,
    admit: async (account, dataset, need) => {
      const member = await resolveMember(db, account, dataset);
      if (!mayEnter(member, need))
        throw new PortalError('not_permitted', 'Your access to this dataset does not include this.');
      return member;
    },
  };
}

const bearerOf = ({ headers }: FastifyRequest): string =>
  (headers.authorization ?? '').replace(/^bearer +/i, '').trim();

/** The account's membership by the dataset's id in paths; refuses with not_found, then not_a_member. */
async function resolveMember(db: Kysely<Schema>, account: Account, uniqueId: string): Promise<Member> {
  const row = await db
    .selectFrom('dataset')
    .leftJoin('membership', (join) =>
      join.onRef('membership.dataset_id', '=', 'dataset.id').on('membership.account_id', '=', account.id),
    )
    .select([
      'dataset.id as dataset_id',
      'membership.id as membership_id',
      'membership.access_level',
      'membership.can_view_workspace',
      'membership.can_view_subject_details',
    ])
    .where('dataset.unique_id', '=', uniqueId)
    .executeTakeFirst();
  if (row === undefined) throw new PortalError('not_found', 'There is no such dataset.');
  if (row.membership_id === null || row.access_level === null)
    throw new PortalError('not_a_member', 'You are not a member of this dataset.');
  const key = { datasetId: row.dataset_id, membershipId: row.membership_id };
  return {
    account,
    groups: await readGroups(db, key),
    datasetId: row.dataset_id,
    uniqueId,
    membershipId: row.membership_id,
    level: row.access_level,
    canViewWorkspace: row.can_view_workspace === true,
    canViewSubjectDetails: row.can_view_subject_details === true,
  };
}
