import { PortalError } from '@atrium/contract/errors/errorCode';
import { endAccess, endInvitations, keepingStaff } from '../../access/index.ts';
import type { Actor, Acts } from '../frame/act.ts';
import { requireAccount } from './requireAccount.ts';

const done = { status: 'complete' as const };

interface Person {
  readonly fullName: string;
  readonly email: string;
}

/** Changes name and address of an account. */
export const editAccount = ({ act }: Acts, by: Actor, accountId: number, { fullName, email }: Person) =>
  act(by, async (transaction) => {
    const before = await requireAccount(transaction, accountId);
    const { username } = before;
    // A link that was sent to the earlier address is not for whoever reads that.
    if (before.email !== email) await endInvitations(transaction, accountId);
    await transaction
      .updateTable('account')
      .set({ full_name: fullName, email })
      .where('id', '=', accountId)
      .execute();
    const detail = { account: accountId, username, isEdited: true };
    return { reply: done, line: { action: 'account_change', detail } };
  });

/** Makes an account staff or no longer; refuses with conflict where it is so already, or is the last (rule 15.5). */
export const setStaff = ({ act }: Acts, by: Actor, accountId: number, isStaff: boolean) =>
  act(by, (transaction) =>
    keepingStaff(transaction, async () => {
      const account = await requireAccount(transaction, accountId);
      if (account.isStaff === isStaff)
        throw new PortalError(
          'conflict',
          `${account.username} is ${isStaff ? 'staff already' : 'not staff'}.`,
        );
      await transaction
        .updateTable('account')
        .set({ is_staff: isStaff })
        .where('id', '=', accountId)
        .execute();
      const detail = { account: accountId, username: account.username, isStaff };
      return { reply: done, line: { action: 'account_change', detail } };
    }),
  );

/** Ends what opens an account, and its tokens where asked (rule 8.25). */
export const signOutEverywhere = (
  { act }: Acts,
  by: Actor,
  { accountId, revokeTokens }: { readonly accountId: number; readonly revokeTokens: boolean },
) =>
  act(by, async (db) => {
    const { username } = await requireAccount(db, accountId);
    const { sessions, tokens, invitations } = await endAccess(db, { accountId, endsTokens: revokeTokens });
    const revoked = revokeTokens ? { tokens } : {};
    const detail = { account: accountId, username, sessions, ...revoked, invitations };
    return { reply: done, line: { action: 'session_revoke', detail } };
  });
