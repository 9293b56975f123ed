import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Kysely } from 'kysely';
import { perEpoch } from '../asking/index.ts';
import { epochsOf, type Schema } from '../database/index.ts';
import type { SignedInAccount } from './account.ts';
import { accountColumns, decodeAccount } from './accounts.ts';
import type { Demand } from './factor/demand.ts';

/** The account of a signed link or a similar address, as the link names it. */
export interface LinkOwner {
  readonly accountId: number;
  /** The second factor that the account had shown when it was made. */
  readonly secondFactor: string | null;
}

/** The account behind a signed link, with what the link depends on. */
export interface Holder {
  readonly account: SignedInAccount;
  /** Null for an account without a password. */
  readonly passwordHash: string | null;
  /** How often the links of the account were ended (rule 8.25). */
  readonly linksEnded: number;
}

/** Finds accounts for requests with neither a session nor a token, and checks them as if they had one (rule 13.32). */
export type FindHolder = (held: LinkOwner) => Promise<Holder>;

/** Refuses with not_signed_in an account that is gone or disabled, or that owes a second factor now. */
export function createFindHolder(db: Kysely<Schema>, demand: Demand): FindHolder {
  const keep = perEpoch<Omit<Holder, 'account'> & { readonly row: Parameters<typeof decodeAccount>[0] }>(
    'holders of links',
  );
  const find = async (accountId: number) => {
    const row = await db
      .selectFrom('account')
      .select([...accountColumns, 'account.password_hash', 'account.links_ended'])
      .where('account.id', '=', accountId)
      .where('account.disabled_at', 'is', null)
      .executeTakeFirst();
    return row === undefined ? null : { row, passwordHash: row.password_hash, linksEnded: row.links_ended };
  };
  return async ({ accountId, secondFactor }) => {
    const asOf = await epochsOf(db).read(null);
    const found = await keep({ epoch: asOf.epoch, key: String(accountId) }, () => find(accountId));
    if (found === null) throw ended();
    const account = { ...decodeAccount(found.row), secondFactor, asOf };
    if (!(await demand.isMet(account))) throw ended();
    return { account, passwordHash: found.passwordHash, linksEnded: found.linksEnded };
  };
}

const ended = (): PortalError =>
  new PortalError('not_signed_in', 'The account that this link was made for may not use it any more.');
