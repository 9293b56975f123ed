import { type Kysely, sql, type Transaction } from 'kysely';
import { record } from '../../audit/index.ts';
import type { ProviderSettings } from '../../config/signInSettings.ts';
import type { Schema } from '../../database/schema.ts';
import type { Account } from '../account.ts';
import { accountColumns, decodeAccount, usernameForm } from '../accounts.ts';
import type { MembershipDeps } from '../memberships.ts';
import { claimOf, type MappedClaims, mapClaims, passportClaim } from './claims.ts';
import { SignInFailed, type Statement } from './provider.ts';
import { applyTable } from './providerMemberships.ts';
import { applyPassport } from './visaMemberships.ts';
import { checkPassport, type KeysOf } from './visas.ts';

/** The limits on memberships, and the keys of issuers of visas. */
export type RecogniseDeps = MembershipDeps & { readonly keysOf: KeysOf };

interface Person {
  readonly statement: Statement;
  readonly claims: MappedClaims;
  readonly provider: ProviderSettings;
}

/**
 * Finds or makes the account of a person at a provider, and updates it from the claims. The identity is issuer and
 * subject and nothing else: the same name or address as an account here does not lead to that account. Memberships follow
 * the provider's table.
 */
export async function recognise(
  deps: RecogniseDeps,
  provider: ProviderSettings,
  statement: Statement,
): Promise<Account> {
  const { db } = deps;
  const person: Person = { statement, claims: mapClaims(provider, statement.claims), provider };
  const known = (await findKnown(db, statement)) ?? (await register(db, person));
  if (known.isDisabled) throw new SignInFailed('account_disabled');
  const account = await update(db, known.account, person);
  if (provider.memberships !== undefined) {
    const claim = claimOf(statement.claims, provider.memberships.claim);
    await applyTable(deps, { account, provider, claim });
  }
  if (provider.passport !== undefined) {
    const { clock, keysOf } = deps;
    const passport = await checkPassport(statement.claims[passportClaim], statement, {
      ...{ clock, keysOf },
      issuers: provider.passport.issuers,
    });
    await applyPassport(deps, { account, provider: provider.id, passport });
  }
  return account;
}

interface KnownAccount {
  readonly account: Account;
  readonly isDisabled: boolean;
}

async function findKnown(
  db: Kysely<Schema>,
  { issuer, subject }: Pick<Statement, 'issuer' | 'subject'>,
): Promise<KnownAccount | undefined> {
  const row = await db
    .selectFrom('account_identity')
    .innerJoin('account', 'account.id', 'account_identity.account_id')
    .select([...accountColumns, 'account.disabled_at'])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row === undefined
    ? undefined
    : { account: decodeAccount(row), isDisabled: row.disabled_at !== null };
}

async function register(db: Kysely<Schema>, person: Person): Promise<KnownAccount> {
  if (!person.provider.createAccounts) throw new SignInFailed('not_registered');
  const { username } = person.claims;
  if (username === undefined || !usernameForm.test(username)) throw new SignInFailed('claims_missing');
  const made = await db.transaction().execute((transaction) => insert(transaction, person, username));
  // Another return of the same person may have made it meanwhile.
  const known = made ?? (await findKnown(db, person.statement));
  if (known === undefined) throw new SignInFailed('name_taken');
  return known;
}

async function insert(
  db: Transaction<Schema>,
  { statement, claims, provider }: Person,
  username: string,
): Promise<KnownAccount | undefined> {
  const row = await db
    .insertInto('account')
    .values({
      username,
      full_name: claims.fullName ?? '',
      email: claims.email ?? '',
      is_staff: claims.isStaff ?? false,
      password_hash: null,
    })
    .onConflict((conflict) => conflict.expression(sql`lower(username)`).doNothing())
    .returning(accountColumns)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { issuer, subject } = statement;
  await db.insertInto('account_identity').values({ issuer, subject, account_id: row.id }).execute();
  await record(db, { accountId: row.id, action: 'account_add', detail: { provider: provider.id } });
  return { account: decodeAccount(row), isDisabled: false };
}

async function update(db: Kysely<Schema>, account: Account, { claims, provider }: Person): Promise<Account> {
  const newest: Account = {
    ...account,
    fullName: claims.fullName ?? account.fullName,
    email: claims.email ?? account.email,
    isStaff: claims.isStaff ?? account.isStaff,
  };
  const isSame =
    newest.fullName === account.fullName &&
    newest.email === account.email &&
    newest.isStaff === account.isStaff;
  if (isSame) return account;
  await db
    .updateTable('account')
    .set({ full_name: newest.fullName, email: newest.email, is_staff: newest.isStaff })
    .where('id', '=', account.id)
    .execute();
  const detail = { provider: provider.id, isStaff: newest.isStaff };
  await record(db, { accountId: account.id, action: 'account_change', detail });
  return newest;
}
