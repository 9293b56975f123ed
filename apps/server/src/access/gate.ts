import { PortalError } from '@atrium/contract/errors/errorCode';
import { assistantScope } from '@atrium/contract/wire/apiToken';
import { createMemory } from '@atrium/warehouse';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { perEpoch } from '../asking/index.ts';
import { askingAssistant, type DisclosureLine, isRecorded, record } from '../audit/index.ts';
import { epochsOf, type Owner, type Schema } from '../database/index.ts';
import { type Caller, carriesToken, type Gate, type RefusedCall } from '../http/index.ts';
import type { Account, Member, SignedInAccount } from './account.ts';
import type { Demand } from './factor/demand.ts';
import { loadMember, type MembershipDeps, type StoredMembership } from './memberships.ts';
import { createNamedDatasets } from './namedDatasets.ts';
import { mayEnter, rightsKey } from './rights.ts';
import { hashOfSecret } from './secret.ts';
import { sessionToken } from './sessionCookie.ts';
import type { Sessions } from './sessions.ts';
import type { Tokens } from './tokens.ts';
import type { Volumes } from './volumes.ts';

export interface GateDeps extends MembershipDeps {
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  readonly demand: Demand;
  readonly volumes: Volumes;
}

/** Makes the gate of transport from sessions, tokens, memberships and rights. */
export function createGate(deps: GateDeps): Gate<SignedInAccount, Member, DisclosureLine> {
  const { db, sessions, tokens, demand, volumes } = deps;
  const memberships = perEpoch<StoredMembership>('memberships');
  const expected = createExpected();
  const named = createNamedDatasets(db);
  return {
    lastDataset: async (request) => named.find(sessionToken(request)),
    rememberDataset: async (request, { datasetId }) => named.remember(sessionToken(request), datasetId),
    whoIs: async (request, scope) => {
      const isToken = carriesToken(request);
      // The calls that answer an assistant are judged by its token, like its own call.
      const needed = askingAssistant() === undefined ? scope : assistantScope;
      const session = needed === assistantScope ? undefined : sessionToken(request);
      const secret = isToken ? bearerOf(request) : session;
      if (secret === undefined) return null;
      const asOf = await epochsOf(db).read(expected.ownerOf(secret, request.params));
      const account = isToken
        ? await tokens.accountOf({ secret, scope: needed, address: request.ip, asOf })
        : await sessions.accountOf(secret, asOf);
      if (account !== null) expected.learnAccount(secret, account.id);
      if (account === null || (await demand.isMet(account))) return account;
      if (isToken) throw new PortalError('not_signed_in', weakToken);
      return null;
    },
    keyOf: (account) => String(account.id),
    isStaff: (account) => account.isStaff,
    admit: async (account, dataset, permission) => {
      const member = await loadMember({ ...deps, memberships }, account, { dataset, permission });
      expected.learnDataset(member);
      if (!demand.isMetAt(member.level, account))
        throw new PortalError('not_signed_in', 'This dataset needs a second factor. Please sign in again.');
      if (!mayEnter(member, permission))
        throw new PortalError('not_permitted', 'Your access to this dataset does not include this.');
      return member;
    },
    standingOf: rightsKey,
    openMeter: (member) => volumes.open(member),
    record: (caller, line) => recordShown(db, caller, line),
    recordRefusal: (account, refused) => recordRefusal(db, account, refused),
  };
}

const ofDataset = z.object({ dataset: z.string() });
const maxExpected = 10_000;

/**
 * Guesses from earlier requests of the sender whose definitions a request needs. The guess only chooses what is loaded
 * together with the epoch; a wrong guess is not used.
 */
function createExpected() {
  const accounts = createMemory<number>({ name: 'expected owners', max: maxExpected });
  const datasets = createMemory<number>({ name: 'expected owners', max: maxExpected });
  return {
    ownerOf: (secret: string, params: unknown): Owner | null => {
      const { data } = ofDataset.safeParse(params);
      const datasetId = data && datasets.get(data.dataset);
      const accountId = accounts.get(hashOfSecret(secret));
      return datasetId === undefined || accountId === undefined ? null : { accountId, datasetId };
    },
    learnAccount: (secret: string, accountId: number) => accounts.keep(hashOfSecret(secret), accountId),
    learnDataset: ({ uniqueId, datasetId }: Member) => datasets.keep(uniqueId, datasetId),
  };
}

/** Writes the line of an answer in the name of its caller, unless its handler has written it. */
async function recordShown(
  db: Kysely<Schema>,
  { account, member }: Caller<SignedInAccount, Member>,
  line: DisclosureLine,
): Promise<void> {
  if (isRecorded(line)) return;
  if (!('action' in line)) throw new Error('A line of the audit was not written by the audit.');
  await record(db, {
    accountId: account?.id ?? null,
    ...line,
    ...(member === undefined
      ? {}
      : { datasetId: member.datasetId, detail: { level: member.level, ...line.detail } }),
  });
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
