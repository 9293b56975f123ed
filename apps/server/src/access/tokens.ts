import { msPerDay } from '@atrium/contract/calendar/dayNumbers';
import type { CallScope } from '@atrium/contract/endpoints/declaration';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { type ApiToken, assistantScope, type TokenScope, tokenScopes } from '@atrium/contract/wire/apiToken';
import type { Kysely } from 'kysely';
import { perEpoch } from '../asking/index.ts';
import { record } from '../audit/index.ts';
import type { AsOf, Schema } from '../database/index.ts';
import type { SignedInAccount } from './account.ts';
import { accountColumns, decodeAccount } from './accounts.ts';
import { hashOfSecret, newSecret, secretForm } from './secret.ts';

/** The prefix by which a token is recognised wherever it appears, in a log or in a script. */
export const tokenPrefix = 'atrium_';

export interface NewToken {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly expiresInDays: number;
}

/** The account that makes a token, and how the person has confirmed it (rule 8.8). */
export interface TokenMaker {
  readonly session: string | undefined;
  /** The hash that the password was compared with; null for an account without one. */
  readonly passwordHash: string | null;
}

/** A token that a request shows. */
export interface ShownToken {
  readonly secret: string;
  /** The scope that the call needs; `none` accepts no token. */
  readonly scope: CallScope;
  /** Where the request comes from, for the record of a refusal. */
  readonly address: string;
  /** When it is shown; without it nothing is answered from memory. */
  readonly asOf?: AsOf;
}

export interface MadeToken {
  readonly token: ApiToken;
  readonly secret: string;
}

/** Tokens for programs in the state database; only a hash is stored. */
export interface Tokens {
  /**
   * Refuses with conflict an account that has too many, with not_signed_in where the session has just ended, with
   * bad_credentials where the account got another password meanwhile, and with not_permitted where an account without a
   * password did not sign in a short time ago.
   */
  make(accountId: number, given: NewToken, by: TokenMaker): Promise<MadeToken>;
  list(accountId: number): Promise<readonly ApiToken[]>;
  /** Ends one token of this account; false where it has none of this id. */
  revoke(accountId: number, tokenId: number): Promise<boolean>;
  /** Ends all tokens of this account; returns how many. */
  revokeAll(accountId: number): Promise<number>;
  /**
   * The account of a token; refuses an invalid token with not_signed_in, and one without the scope with not_permitted.
   * The scope `none` stands for a call that takes no token.
   */
  accountOf(shown: ShownToken): Promise<SignedInAccount>;
}

export interface TokenDeps {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
}

const minuteMs = 60 * 1000;
const maxTokens = 50;

export function createTokens(deps: TokenDeps): Tokens {
  const { db } = deps;
  const admitted = createAdmit(deps);
  return {
    make: (accountId, given, by) =>
      db.transaction().execute(async (transaction) => {
        await lockAccount(transaction, accountId, by.passwordHash);
        const { second_factor: secondFactor, created_at } = await lockSession(
          transaction,
          accountId,
          by.session,
        );
        if (by.passwordHash === null) requireFresh(created_at, deps.clock());
        return make({ ...deps, db: transaction }, accountId, { ...given, secondFactor });
      }),
    list: (accountId) => list(deps, accountId),
    revoke: async (accountId, tokenId) => {
      const ofOwner = db.deleteFrom('api_token').where('account_id', '=', accountId);
      const { numDeletedRows } = await ofOwner.where('id', '=', tokenId).executeTakeFirst();
      return numDeletedRows > 0n;
    },
    revokeAll: (accountId) => endTokens(db, accountId),
    accountOf: admitted,
  };
}

export async function endTokens(db: Kysely<Schema>, accountId: number): Promise<number> {
  const ended = await db.deleteFrom('api_token').where('account_id', '=', accountId).executeTakeFirst();
  return Number(ended.numDeletedRows);
}

const columns = ['id', 'name', 'scopes', 'created_at', 'expires_at', 'last_used_at'] as const;

interface TokenRow {
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly last_used_at: Date | null;
}

const readToken = (row: TokenRow, now: Date): ApiToken => ({
  id: row.id,
  name: row.name,
  scopes: tokenScopes.filter((scope) => row.scopes.includes(scope)),
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  isExpired: row.expires_at <= now,
});

/**
 * Locks the account until the commit: who changes its password meanwhile also ends the new token.
 * @param passwordHash the one that it must still have; absent where none was compared
 */
export async function lockAccount(
  db: Kysely<Schema>,
  accountId: number,
  passwordHash?: string | null,
): Promise<void> {
  const row = await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .$if(passwordHash !== undefined, (accounts) =>
      accounts.where('password_hash', passwordHash === null ? 'is' : '=', passwordHash ?? null),
    )
    .forShare()
    .executeTakeFirst();
  if (row === undefined) throw new PortalError('bad_credentials', 'The current password is wrong.');
}

/** Locks the session until the commit: who ends sessions and then tokens meanwhile also ends the new token. */
export async function lockSession(db: Kysely<Schema>, accountId: number, session: string | undefined) {
  const row = await db
    .selectFrom('session')
    .select(['id', 'created_at', 'second_factor'])
    .where('token_hash', '=', hashOfSecret(session ?? ''))
    .where('account_id', '=', accountId)
    .forShare()
    .executeTakeFirst();
  if (row === undefined) throw new PortalError('not_signed_in', 'Please sign in.');
  return row;
}

/** How long after a sign-in at a provider a token may be made without signing in again. */
const freshMs = 10 * minuteMs;

function requireFresh(signedIn: Date, now: Date): void {
  if (now.getTime() - signedIn.getTime() > freshMs)
    throw new PortalError(
      'not_permitted',
      'A token is made within ten minutes of signing in. Please sign out and in again.',
    );
}

async function make(
  { db, clock }: TokenDeps,
  accountId: number,
  given: NewToken & { readonly secondFactor: string | null },
): Promise<MadeToken> {
  const now = clock();
  const held = await list({ db, clock }, accountId);
  if (held.length >= maxTokens)
    throw new PortalError('conflict', `An account has at most ${maxTokens} tokens. Revoke some first.`);
  const secret = tokenPrefix + newSecret();
  const row = await db
    .insertInto('api_token')
    .values({
      account_id: accountId,
      name: given.name,
      token_hash: hashOfSecret(secret),
      scopes: tokenScopes.filter((scope) => given.scopes.includes(scope)),
      second_factor: given.secondFactor,
      created_at: now,
      expires_at: new Date(now.getTime() + given.expiresInDays * msPerDay),
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
  return { token: readToken(row, now), secret };
}

async function list({ db, clock }: TokenDeps, accountId: number): Promise<readonly ApiToken[]> {
  const now = clock();
  const ofOwner = db.selectFrom('api_token').select(columns).where('account_id', '=', accountId);
  const rows = await ofOwner.where('session_id', 'is', null).orderBy('id', 'desc').execute();
  return rows.map((row) => readToken(row, now));
}

function createAdmit(deps: TokenDeps): Tokens['accountOf'] {
  const keep = perEpoch<FoundToken>('tokens');
  return async (shown) => {
    if (!hasForm(shown.secret)) throw unknownToken();
    const key = hashOfSecret(shown.secret);
    // A session may end by its time, which no epoch tells.
    const epoch = shown.scope === assistantScope ? undefined : shown.asOf?.epoch;
    const found = await keep({ epoch, key }, () => findToken(deps, key));
    if (found === null || found.token.expiresAt <= deps.clock()) throw unknownToken();
    const account = await admit(deps, found, shown);
    return { ...account, ...(shown.asOf && { asOf: shown.asOf }) };
  };
}

const unknownToken = (): PortalError =>
  new PortalError('not_signed_in', 'The token is unknown, has expired or was revoked.');

async function admit(
  deps: TokenDeps,
  found: FoundToken,
  { scope, address }: ShownToken,
): Promise<SignedInAccount> {
  const account = { ...decodeAccount(found.account), secondFactor: found.account.second_factor };
  const refuse = async (reason: string): Promise<never> => {
    const detail = { token: found.token.id, scope, address };
    await record(deps.db, { accountId: account.id, action: 'token_refused', detail });
    throw new PortalError('not_permitted', reason);
  };
  if (scope === 'none') return refuse('A token does not reach this: sign in with a browser.');
  if (!found.token.scopes.includes(scope)) return refuse(`This needs a token with the scope ${scope}.`);
  await markUsed(deps, account, found.token);
  return scope === assistantScope ? { ...account, assistant: found.token.id } : account;
}

const hasForm = (secret: string): boolean =>
  secret.startsWith(tokenPrefix) && secretForm.test(secret.slice(tokenPrefix.length));

interface FoundToken {
  readonly account: Parameters<typeof decodeAccount>[0] & { readonly second_factor: string | null };
  readonly token: {
    readonly id: number;
    readonly scopes: readonly string[];
    readonly expiresAt: Date;
    lastUsedAt: Date | null;
  };
}

async function findToken({ db, clock }: TokenDeps, tokenHash: string): Promise<FoundToken | null> {
  const row = await db
    .selectFrom('api_token')
    .innerJoin('account', 'account.id', 'api_token.account_id')
    .leftJoin('session', 'session.id', 'api_token.session_id')
    .select([
      ...accountColumns,
      'api_token.id as token_id',
      'api_token.scopes',
      'api_token.expires_at',
      'api_token.last_used_at',
      'api_token.second_factor',
    ])
    .where('api_token.token_hash', '=', tokenHash)
    .where('api_token.expires_at', '>', clock())
    .where('account.disabled_at', 'is', null)
    .where(({ or, eb }) =>
      or([eb('api_token.session_id', 'is', null), eb('session.expires_at', '>', clock())]),
    )
    .executeTakeFirst();
  if (row === undefined) return null;
  const { token_id: id, scopes, expires_at: expiresAt, last_used_at: lastUsedAt, ...account } = row;
  return { account, token: { id, scopes, expiresAt, lastUsedAt } };
}

/** Exact to the minute, so that a busy program does not write with every call. */
async function markUsed(
  { db, clock }: TokenDeps,
  account: { readonly id: number },
  token: FoundToken['token'],
): Promise<void> {
  const now = clock();
  const { id, lastUsedAt } = token;
  if (lastUsedAt !== null && now.getTime() - lastUsedAt.getTime() < minuteMs) return;
  await db.updateTable('account').set({ last_used_at: now }).where('id', '=', account.id).execute();
  await db.updateTable('api_token').set({ last_used_at: now }).where('id', '=', id).execute();
  token.lastUsedAt = now;
}
