import { msPerDay } from '@atrium/contract/calendar/dayNumbers';
import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Kysely, Transaction } from 'kysely';
import { record } from '../audit/index.ts';
import type { Schema } from '../database/schema.ts';
import { route } from '../http/index.ts';
import type { PortalApi } from './account.ts';
import { accountColumns, decodeAccount } from './accounts.ts';
import { endAccess } from './endAccess.ts';
import { openPasswords } from './password.ts';
import { judgePassword } from './passwordRule.ts';
import { hashOfSecret, newSecret, secretForm } from './secret.ts';

/** So long a link to set a password is good (rule 15.6). */
const invitationDays = 7;

export interface NewInvitation {
  readonly accountId: number;
  readonly now: Date;
  /** Of the mail that brings the link; null where none does. */
  readonly mailKey: string | null;
}

/** Makes the link to set the password of an account, in place of one before; only the hash of its secret is stored. */
export async function makeInvitation(
  transaction: Transaction<Schema>,
  { accountId, now, mailKey }: NewInvitation,
): Promise<{ readonly path: string; readonly expiresAt: Date }> {
  const secret = newSecret();
  const expiresAt = new Date(now.getTime() + invitationDays * msPerDay);
  const values = {
    secret_hash: hashOfSecret(secret),
    made_at: now,
    expires_at: expiresAt,
    mail_key: mailKey,
  };
  await transaction
    .insertInto('invitation')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .execute();
  // The part after # stays in the browser: no log and no proxy sees it.
  return { path: `/invitation#${secret}`, expiresAt };
}

interface InvitationDeps {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
}

/** The calls of a person who follows the link: for whom it is, and the new password. */
export function registerInvitations(api: PortalApi, { db, clock }: InvitationDeps): void {
  const require = async (secret: string) => {
    const found = await findInvitation(db, secret, clock());
    if (found === undefined)
      throw new PortalError(
        'not_found',
        'This link is no longer good: it was used, or a newer one was sent, or it is too old. Ask for a new one.',
      );
    return found;
  };
  route(api, accessEndpoints.invitation, async ({ body }) => {
    const found = await require(body.secret);
    const { username, fullName } = decodeAccount(found);
    return { username, fullName, expiresAt: found.expires_at.toISOString() };
  });
  route(api, accessEndpoints.acceptInvitation, async ({ body: { secret, password } }) => {
    const account = decodeAccount(await require(secret));
    await judgePassword(password, account);
    const hash = await (await openPasswords()).hash(password);
    await db.transaction().execute(async (transaction) => {
      // The account first, as everywhere: who begins a session locks it.
      const changed = await transaction
        .updateTable('account')
        .set({ password_hash: hash })
        .where('id', '=', account.id)
        .where('disabled_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      const used = await transaction
        .deleteFrom('invitation')
        .where('secret_hash', '=', hashOfSecret(secret))
        .where('expires_at', '>', clock())
        .returning('account_id')
        .executeTakeFirst();
      if (changed === undefined || used === undefined)
        throw new PortalError('not_found', 'This link was used just now. Sign in with the new password.');
      await endAccess(transaction, { accountId: account.id, endsTokens: true });
      await record(transaction, { accountId: account.id, action: 'invitation_accept' });
    });
    return { status: 'complete' as const };
  });
}

/** Of a disabled account there is none. */
function findInvitation(db: Kysely<Schema>, secret: string, now: Date) {
  if (!secretForm.test(secret)) return undefined;
  return db
    .selectFrom('invitation')
    .innerJoin('account', 'account.id', 'invitation.account_id')
    .select([...accountColumns, 'invitation.expires_at'])
    .where('invitation.secret_hash', '=', hashOfSecret(secret))
    .where('invitation.expires_at', '>', now)
    .where('account.disabled_at', 'is', null)
    .executeTakeFirst();
}
