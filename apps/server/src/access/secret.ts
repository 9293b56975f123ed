import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, in 43 characters that a cookie, a header or an address takes as they are. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

export const secretForm = /^[\w-]{43}$/;

/** What is stored in place of a secret; SHA-256 suffices, since nobody guesses 256 random bits. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
