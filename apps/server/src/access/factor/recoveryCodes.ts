import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { hashOfSecret } from '../secret.ts';

const howMany = 10;
const length = 24;
const groupLength = 6;
/** 32 letters and digits without I, L, O and U, which people take for others. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const form = new RegExp(`^[${alphabet}]{${length}}$`);

/** Gives an account ten codes in place of those that it has; only their hashes are stored. */
export async function replaceRecoveryCodes(
  db: Kysely<Schema>,
  accountId: number,
): Promise<readonly string[]> {
  const codes = Array.from({ length: howMany }, newCode);
  await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  await db
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ account_id: accountId, code_hash: hashOfSecret(code) })))
    .execute();
  return codes.map((code) => (code.match(new RegExp(`.{${groupLength}}`, 'g')) ?? []).join('-'));
}

/** 120 random bits: nobody guesses them, so that they need neither salt nor a slow hash (OWASP ASVS 5, 6.5.2). */
const newCode = (): string =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('');

/** The code in what a person typed; null where it cannot be one. */
export function parseRecoveryCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');
  return form.test(code) ? code : null;
}

/** Uses up a code of `parseRecoveryCode`; false where the account has no such code. */
export async function takeRecoveryCode(
  db: Kysely<Schema>,
  accountId: number,
  code: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_code')
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hashOfSecret(code))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
