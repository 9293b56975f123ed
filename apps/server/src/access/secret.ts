import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits in 43 characters, which need no escaping in a cookie, a header or an address. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const secretForm = /^[\w-]{43}$/;

/** The hash that is stored instead of a secret; SHA-256 is enough for 256 random bits, which nobody guesses. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
