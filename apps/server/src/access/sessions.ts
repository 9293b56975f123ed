import { PortalError } from '@atrium/contract/errors/errorCode';
import type { SessionTimes } from '@atrium/contract/wire/access';
import type { Session } from '@atrium/contract/wire/session';
import { createMemory } from '@atrium/warehouse';
import { type Kysely, sql, type Transaction } from 'kysely';
import { perEpoch } from '../asking/index.ts';
import type { AsOf, Schema } from '../database/index.ts';
import type { SignedInAccount } from './account.ts';
import { accountColumns, decodeAccount } from './accounts.ts';
import { hasFactor } from './factor/factorParts.ts';
import { hashOfSecret, newSecret, secretForm } from './secret.ts';

/** A session lasts 30 minutes from each load of the user, unless the site says otherwise (rule 8.7). */
const defaultLifetimeSeconds = 1800;
/** However often the user is loaded, a session ends after twelve hours (OWASP ASVS 5, 7.3.2). */
const maxMs = 12 * 60 * 60 * 1000;

/** How a session began. */
export interface SessionStart {
  readonly agent: string;
  readonly address: string;
  /** Null for a local sign-in. */
  readonly provider: string | null;
  readonly idToken: string | null;
  /** The hash that the password was compared with; a session begins only while the account still has it. */
  readonly passwordHash?: string;
  /** The second factor that was shown; null begins a session only while the account has none. */
  readonly secondFactor?: string | null;
}

const unknownStart: SessionStart = { agent: '', address: '', provider: null, idToken: null };

export type SessionLife = Pick<SessionTimes, 'hasPassword' | 'isFinal'> & { readonly expiresAt: Date };
export type SessionOrigin = Pick<SessionStart, 'provider' | 'idToken'>;

/** Sessions in the state database; only a hash of the token is stored. */
export interface Sessions {
  /**
   * Begins a session and ends `previous`; returns the new token. Refuses with bad_credentials where the account was
   * disabled or got another password while this one was checked.
   */
  begin(accountId: number, previous: string | undefined, start?: SessionStart): Promise<string>;
  /** The account of a session as of a time after the call; without `asOf` nothing is answered from memory. */
  accountOf(token: string | undefined, asOf?: AsOf): Promise<SignedInAccount | null>;
  /**
   * Thirty more minutes from now, within the longest life; null where there is no session. One that was renewed less
   * than a minute ago stays as it is where `asOf` is given (rule 8.7).
   */
  renew(token: string | undefined, asOf?: AsOf): Promise<SessionLife | null>;
  /** Ends a session; returns how it began, null where there was none. */
  end(token: string | undefined): Promise<SessionOrigin | null>;
  list(accountId: number, token: string | undefined): Promise<readonly Session[]>;
  /** Ends one session of this account; false where it has none of this id. */
  revoke(accountId: number, sessionId: number): Promise<boolean>;
  /** Stores the second factor that was shown after the session began. */
  setSecondFactor(token: string | undefined, secondFactor: string | null): Promise<void>;
  /** Ends the account's sessions, all but the one with the token `kept`; returns how many. */
  endAll(accountId: number, kept?: string): Promise<number>;
}

export interface SessionDeps {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
  readonly lifetimeSeconds?: number;
}

const endFrom = (now: Date, { lifetimeSeconds = defaultLifetimeSeconds }: SessionDeps): Date =>
  later(now, lifetimeSeconds * 1000);

export function createSessions(deps: SessionDeps): Sessions {
  const { db } = deps;
  return {
    begin: (accountId, previous, start = unknownStart) => begin(deps, { accountId, previous, start }),
    accountOf: createFindOwner(deps),
    renew: createRenew(deps),
    end: (token) => end(db, token),
    list: (accountId, token) => list(deps, accountId, token),
    revoke: async (accountId, sessionId) => {
      const ofOwner = db.deleteFrom('session').where('account_id', '=', accountId);
      const { numDeletedRows } = await ofOwner.where('id', '=', sessionId).executeTakeFirst();
      return numDeletedRows > 0n;
    },
    setSecondFactor: async (token, second_factor) => {
      const own = db.updateTable('session').set({ second_factor });
      await own.where('token_hash', '=', hashOfSecret(token ?? '')).execute();
    },
    endAll: (accountId, kept) => endSessions(db, accountId, kept),
  };
}

export async function endSessions(db: Kysely<Schema>, accountId: number, kept?: string): Promise<number> {
  const all = db.deleteFrom('session').where('account_id', '=', accountId);
  const ended = kept === undefined ? all : all.where('token_hash', '<>', hashOfSecret(kept));
  return Number((await ended.executeTakeFirst()).numDeletedRows);
}

const isToken = (token: string | undefined): token is string => token !== undefined && secretForm.test(token);

const later = (from: Date, ms: number): Date => new Date(from.getTime() + ms);

async function begin(
  deps: SessionDeps,
  { accountId, previous, start }: { accountId: number; previous: string | undefined; start: SessionStart },
): Promise<string> {
  const { db, clock } = deps;
  const now = clock();
  await end(db, previous);
  // A clock that has jumped ahead must not end the sessions of everybody.
  const over = db.deleteFrom('session').where('expires_at', '<=', sql<Date>`now()`);
  await over.where('expires_at', '<=', now).execute();
  const token = newSecret();
  await db.transaction().execute(async (transaction) => {
    await markUsed(transaction, accountId, { now, passwordHash: start.passwordHash });
    if (start.secondFactor === null) await requireNoFactor(transaction, accountId);
    await endOldest(transaction, accountId);
    await insertSession(transaction, { accountId, token, now, endsAt: endFrom(now, deps), start });
  });
  return token;
}

interface Use {
  readonly now: Date;
  readonly passwordHash: string | undefined;
}

/**
 * Records that the account is used, unless it has changed since the password was checked. The account is locked until
 * the commit, so that a change made meanwhile finds the new session and ends it.
 */
async function markUsed(
  transaction: Transaction<Schema>,
  accountId: number,
  { now, passwordHash }: Use,
): Promise<void> {
  const row = await transaction
    .updateTable('account')
    .set({ last_used_at: now })
    .where('id', '=', accountId)
    .where('disabled_at', 'is', null)
    .$if(passwordHash !== undefined, (accounts) => accounts.where('password_hash', '=', passwordHash ?? null))
    .returning('id')
    .executeTakeFirst();
  if (row === undefined) throw new PortalError('bad_credentials', 'The user name or the password is wrong.');
}

/**
 * This must be a separate statement: a request that turned the second factor on held the lock of the account until now.
 */
async function requireNoFactor(transaction: Transaction<Schema>, accountId: number): Promise<void> {
  if (await hasFactor(transaction, accountId))
    throw new PortalError(
      'bad_credentials',
      'The second factor was turned on meanwhile. Please begin again.',
    );
}

/** An account has at most this many sessions; another one ends those that were used least lately (rule 8.27). */
const maxSessions = 50;

async function endOldest(transaction: Transaction<Schema>, accountId: number): Promise<void> {
  const own = transaction.selectFrom('session').select('id').where('account_id', '=', accountId);
  const surplus = own
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .offset(maxSessions - 1);
  await transaction.deleteFrom('session').where('id', 'in', surplus).execute();
}

interface NewSession {
  readonly accountId: number;
  readonly token: string;
  readonly now: Date;
  readonly endsAt: Date;
  readonly start: SessionStart;
}

async function insertSession(
  transaction: Transaction<Schema>,
  { accountId, token, now, endsAt, start }: NewSession,
): Promise<void> {
  await transaction
    .insertInto('session')
    .values({
      token_hash: hashOfSecret(token),
      account_id: accountId,
      created_at: now,
      last_seen_at: now,
      expires_at: endsAt,
      agent: start.agent,
      address: start.address,
      provider: start.provider,
      id_token: start.idToken,
      second_factor: start.secondFactor ?? null,
    })
    .execute();
}

interface Owned {
  readonly account: SignedInAccount;
  readonly expiresAt: Date;
}

/** A session ends by the clock, and is renewed without the end of an epoch: one that seems over is looked up again. */
function createFindOwner({ db, clock }: SessionDeps): Sessions['accountOf'] {
  const keep = perEpoch<Owned>('sessions');
  return async (token, asOf) => {
    if (!isToken(token)) return null;
    const key = hashOfSecret(token);
    const find = () => findOwner({ db, clock }, key);
    const owned = await keep({ epoch: asOf?.epoch, key }, find);
    const lasting = owned === null || owned.expiresAt > clock() ? owned : await find();
    return lasting === null ? null : { ...lasting.account, ...(asOf && { asOf }) };
  };
}

async function findOwner({ db, clock }: SessionDeps, tokenHash: string): Promise<Owned | null> {
  const row = await db
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .select([...accountColumns, 'session.second_factor', 'session.expires_at'])
    .where('session.token_hash', '=', tokenHash)
    .where('session.expires_at', '>', clock())
    .where('account.disabled_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { account: { ...decodeAccount(row), secondFactor: row.second_factor }, expiresAt: row.expires_at };
}

/** So frequent calls of one browser do not each write to the database. */
const renewedEveryMs = 60_000;

function createRenew(deps: SessionDeps): Sessions['renew'] {
  const renewed = createMemory<{ readonly epoch: string; readonly at: Date; life: SessionLife }>({
    name: 'renewed sessions',
    max: 10_000,
  });
  return async (token, asOf) => {
    if (!isToken(token)) return null;
    const now = deps.clock();
    const key = hashOfSecret(token);
    const last = renewed.get(key);
    const age = last === undefined ? renewedEveryMs : now.getTime() - last.at.getTime();
    if (last?.epoch === asOf?.epoch && age >= 0 && age < renewedEveryMs) return last?.life ?? null;
    const life = await renew(deps, token);
    if (asOf !== undefined && life !== null) renewed.keep(key, { epoch: asOf.epoch, at: now, life });
    return life;
  };
}

async function renew(deps: SessionDeps, token: string): Promise<SessionLife | null> {
  const { db, clock } = deps;
  const now = clock();
  const row = await db
    .updateTable('session')
    .from('account')
    .whereRef('account.id', '=', 'session.account_id')
    .set({
      expires_at: sql<Date>`least(${endFrom(now, deps)}::timestamptz, session.created_at + ${maxMs} * interval '1 millisecond')`,
      last_seen_at: now,
    })
    .where('session.token_hash', '=', hashOfSecret(token))
    .where('session.expires_at', '>', now)
    .returning([
      'session.created_at',
      'session.expires_at',
      sql<boolean>`account.password_hash is not null`.as('has_password'),
    ])
    .executeTakeFirst();
  if (row === undefined) return null;
  const isFinal = row.expires_at.getTime() >= row.created_at.getTime() + maxMs;
  return { expiresAt: row.expires_at, isFinal, hasPassword: row.has_password };
}

async function end(db: Kysely<Schema>, token: string | undefined): Promise<SessionOrigin | null> {
  if (!isToken(token)) return null;
  const row = await db
    .deleteFrom('session')
    .where('token_hash', '=', hashOfSecret(token))
    .returning(['provider', 'id_token'])
    .executeTakeFirst();
  return row === undefined ? null : { provider: row.provider, idToken: row.id_token };
}

async function list(
  { db, clock }: SessionDeps,
  accountId: number,
  token: string | undefined,
): Promise<readonly Session[]> {
  const rows = await db
    .selectFrom('session')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', clock())
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const own = isToken(token) ? hashOfSecret(token) : null;
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    agent: row.agent,
    address: row.address,
    provider: row.provider,
    current: row.token_hash === own,
  }));
}
