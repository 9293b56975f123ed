import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { hashOfSecret, newSecret } from '../secret.ts';

/** How long a person may take to answer a challenge, in milliseconds. */
export const challengeMs = 5 * 60 * 1000;

/** Of one account that wait for their answer; a new one takes the place of the oldest (rule 8.27). */
const maxChallenges = 20;

/** The person and browser that a challenge is made for; only they may answer it. */
export interface ChallengeHolder {
  readonly accountId: number;
  /** A new passkey, or one that the account has. */
  readonly purpose: 'add' | 'show';
  /** The cookie of the session or of the pending sign-in. */
  readonly holder: string;
}

/** Challenges that passkeys sign; only hashes are stored. */
export interface Challenges {
  make(given: ChallengeHolder): Promise<string>;
  /** Uses up a challenge; false where there is none for this holder. */
  take(challenge: string, given: ChallengeHolder): Promise<boolean>;
}

export function createChallenges(db: Kysely<Schema>, clock: () => Date): Challenges {
  return {
    make: async ({ accountId, purpose, holder }) => {
      const challenge = newSecret();
      await db.deleteFrom('passkey_challenge').where('expires_at', '<=', clock()).execute();
      const own = db.selectFrom('passkey_challenge').where('account_id', '=', accountId);
      const surplus = own
        .select('challenge_hash')
        .orderBy('expires_at', 'desc')
        .offset(maxChallenges - 1);
      await db.deleteFrom('passkey_challenge').where('challenge_hash', 'in', surplus).execute();
      await db
        .insertInto('passkey_challenge')
        .values({
          challenge_hash: hashOfSecret(challenge),
          account_id: accountId,
          purpose,
          holder_hash: hashOfSecret(holder),
          expires_at: new Date(clock().getTime() + challengeMs),
        })
        .execute();
      return challenge;
    },
    take: async (challenge, { accountId, purpose, holder }) => {
      const { numDeletedRows } = await db
        .deleteFrom('passkey_challenge')
        .where('challenge_hash', '=', hashOfSecret(challenge))
        .where('account_id', '=', accountId)
        .where('purpose', '=', purpose)
        .where('holder_hash', '=', hashOfSecret(holder))
        .where('expires_at', '>', clock())
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}
