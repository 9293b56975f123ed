import { unreachable } from '@atrium/contract/errors/unreachable';
import type { AccessLevel } from '@atrium/contract/wire/access';
import type { Kysely } from 'kysely';
import { perEpoch } from '../../asking/index.ts';
import type { SignInSettings } from '../../config/signInSettings.ts';
import type { Schema } from '../../database/index.ts';
import type { SignedInAccount } from '../account.ts';

/** Which accounts must have a second factor, and what counts as one (rule 8.18). */
export interface Demand {
  isRequired(account: Pick<SignedInAccount, 'id' | 'isStaff' | 'asOf'>): Promise<boolean>;
  /** Whether a session or token with this second factor may be used for its account. */
  isMet(account: SignedInAccount): Promise<boolean>;
  /** Whether it may be used at this level. The account may have become a member with this level just now. */
  isMetAt(level: AccessLevel, account: SignedInAccount): boolean;
  /** The second factor of a sign-in through a provider; null where the portal asks for its own. */
  factorOfProvider(id: string | null): string | null;
}

export function createDemand(
  db: Kysely<Schema>,
  { secondFactor: demand, providers }: Pick<SignInSettings, 'secondFactor' | 'providers'>,
): Demand {
  const trusted = providers.filter((provider) => provider.secondFactor === 'provider').map(({ id }) => id);
  const accepted = new Set(['totp', 'recovery', 'passkey', ...trusted.map(nameOf)]);
  const seesProtected = async (accountId: number, epoch: string | undefined): Promise<boolean> => {
    const find = async () => ({ seesProtected: await loadSeesProtected(db, accountId) });
    return (await keep({ epoch, key: String(accountId) }, find))?.seesProtected ?? true;
  };
  const isShown = ({ secondFactor }: SignedInAccount): boolean =>
    secondFactor !== null && accepted.has(secondFactor);

  const keep = perEpoch<{ readonly seesProtected: boolean }>('second factors');
  const isRequired: Demand['isRequired'] = async ({ id, isStaff, asOf }) => {
    switch (demand) {
      case 'nobody':
        return false;
      case 'staff':
        return isStaff;
      case 'staff-and-phi':
        return isStaff || (await seesProtected(id, asOf?.epoch));
      default:
        return unreachable(demand);
    }
  };
  return {
    isRequired,
    isMet: async (account) => isShown(account) || !(await isRequired(account)),
    isMetAt: (level, account) => demand !== 'staff-and-phi' || level !== 'phi' || isShown(account),
    factorOfProvider: (id) => (id !== null && trusted.includes(id) ? nameOf(id) : null),
  };
}

const nameOf = (provider: string): string => `provider ${provider}`;

async function loadSeesProtected(db: Kysely<Schema>, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('membership')
    .select('id')
    .where('account_id', '=', accountId)
    .where('access_level', '=', 'phi')
    .executeTakeFirst();
  return row !== undefined;
}
