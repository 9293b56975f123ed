import { randomInt } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A fresh id of an entry in a definition: 12 letters and digits, opaque to clients (rule 3.13). */
export const newEntryId = (): string =>
  Array.from({ length: 12 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
