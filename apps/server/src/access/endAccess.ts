import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { endSessions } from './sessions.ts';
import { endTokens } from './tokens.ts';

interface Ending {
  readonly accountId: number;
  /** The session of the person who acts, which stays; by its cookie. */
  readonly keptSession?: string | undefined;
  /** Whether tokens for programs end too; they are made with the password, but do not hang on a session. */
  readonly endsTokens: boolean;
  /** A sign-in under way goes on where it will have to show the second factor as it is now. */
  readonly keepsSignIns?: true;
}

/** How many ended. */
interface Ended {
  readonly sessions: number;
  readonly tokens: number;
  /** Links to set a password. */
  readonly invitations: number;
}

/** What opens an account, or a step towards it, for a while: whoever adds a kind adds it here. */
const steps = ['pending_sign_in', 'passkey_challenge'] as const;

/**
 * Ends what opens an account, now that its password has changed or somebody secures it: sessions, links to set a
 * password, signed links to files and sign-ins under way, and tokens where asked (rule 8.25). In the transaction of the
 * change, which the audit records.
 */
export async function endAccess(
  db: Kysely<Schema>,
  { accountId, keptSession, endsTokens, keepsSignIns }: Ending,
): Promise<Ended> {
  // The account first, as everywhere: who begins a session or makes a token locks it, and is found here or refused there.
  await db
    .updateTable('account')
    .set({ links_ended: sql<number>`links_ended + 1` })
    .where('id', '=', accountId)
    .execute();
  const sessions = await endSessions(db, accountId, keptSession);
  if (keepsSignIns !== true)
    for (const table of steps) await db.deleteFrom(table).where('account_id', '=', accountId).execute();
  const tokens = endsTokens ? await endTokens(db, accountId) : 0;
  const invitations = await endInvitations(db, accountId);
  return { sessions, tokens, invitations };
}

/** Ends the links to set the password of an account, and the mails with them that still wait. */
export async function endInvitations(db: Kysely<Schema>, accountId: number): Promise<number> {
  const ended = await db
    .deleteFrom('invitation')
    .where('account_id', '=', accountId)
    .returning('mail_key')
    .execute();
  for (const { mail_key } of ended)
    await db.deleteFrom('mail').where('key', '=', mail_key).where('sent_at', 'is', null).execute();
  return ended.length;
}
