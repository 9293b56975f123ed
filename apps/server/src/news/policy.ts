import type { Kysely } from 'kysely';
import { type Account, hasEnded } from '../access/index.ts';
import type { Schema } from '../database/index.ts';

/** The reader: anybody, a member of some dataset, or staff (rule 14.2). */
export type Reader = 'anyone' | 'member' | 'staff';

export interface Asking {
  /** Null for an anonymous caller. */
  readonly account: Account | null;
  /** Whether the caller came with a token, which opens nothing of staff. */
  readonly hasToken: boolean;
}

/**
 * The reader that a caller counts as. A person who is signed in and a member of nothing reads what everybody reads; a
 * token of staff opens what the person may read as a member.
 */
export async function readerOf(
  { db, clock }: { readonly db: Kysely<Schema>; readonly clock: () => Date },
  { account, hasToken }: Asking,
): Promise<Reader> {
  if (account === null) return 'anyone';
  if (account.isStaff && !hasToken) return 'staff';
  const memberships = await db
    .selectFrom('membership')
    .select('ends_at')
    .where('account_id', '=', account.id)
    .execute();
  const now = clock();
  return memberships.some((membership) => !hasEnded(membership, now)) ? 'member' : 'anyone';
}
