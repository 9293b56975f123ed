import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Account } from './account.ts';
import { bareOf, isCommon, loadCommonPasswords } from './commonPasswords.ts';

export const shortestPassword = 12;
const longest = 1000;
const fewestDistinct = 5;
const wordLength = 4;
const frequent = 'This password is one of the first to be guessed.';

/** The person whose name a password must not resemble. */
export type PasswordOwner = Pick<Account, 'username' | 'fullName' | 'email'>;

/**
 * Refuses a new password with weak_password: too short, frequent, or little more than the name of its owner or of the
 * portal (OWASP ASVS 5, 6.2). It does not demand a mixture of kinds of characters.
 */
export async function judgePassword(password: string, owner: PasswordOwner): Promise<void> {
  const reason = weaknessOf(password, owner, await loadCommonPasswords());
  if (reason !== null) throw new PortalError('weak_password', reason);
}

function weaknessOf(password: string, owner: PasswordOwner, common: ReadonlySet<string>): string | null {
  const { length } = [...password];
  if (length < shortestPassword) return `A password has at least ${shortestPassword} characters.`;
  if (password.length > longest) return `A password has at most ${longest} characters.`;
  const bare = bareOf(password);
  const isPoor = new Set(password.toLowerCase()).size < fewestDistinct;
  if (isPoor || common.has(bare) || isRun(bare)) return frequent;
  if (isMostlyOf(bare, owner))
    return 'This password is too near to the name of its account or of the portal.';
  return isCommon(password, common) ? frequent : null;
}

/** Keys in a row, such as `abcdefghijklmn` or `9876543210987`. */
function isRun(text: string): boolean {
  const steps = [...text]
    .slice(1)
    .map((character, index) => character.charCodeAt(0) - text.charCodeAt(index));
  const [first] = steps;
  return (
    first !== undefined &&
    Math.abs(first) <= 1 &&
    steps.filter((step) => step === first).length >= steps.length - 1
  );
}

/** Whether fewer than eight characters are left without the words of the owner and the portal. */
function isMostlyOf(bare: string, { username, fullName, email }: PasswordOwner): boolean {
  const words = `${username} ${fullName} ${email} atrium portal password`
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= wordLength)
    .sort((one, other) => other.length - one.length);
  const left = words.reduce((rest, word) => rest.replaceAll(word, ''), bare);
  return left !== bare && left.length < 8;
}
