import { z } from 'zod';
import { wireObject } from './wireObject.ts';

export const tokenScopes = ['read', 'export'] as const;
/** What a token may be used for: `read`, all that a researcher asks and edits; `export`, downloads that stream (rule 8.8). */
export type TokenScope = (typeof tokenScopes)[number];

/** The scope of tokens of assistants, which no token of another kind has (rule 14.80). */
export const assistantScope = 'assistant';

const scopes = z.array(z.enum(tokenScopes));

/** A token as its owner sees it in the list; the secret is shown once, when it is made. */
export const apiToken = wireObject({
  id: z.int(),
  name: z.string(),
  scopes,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Exact to the minute; null before the first use. */
  lastUsedAt: z.iso.datetime().nullable(),
  isExpired: z.boolean(),
});
export type ApiToken = z.output<typeof apiToken>;
export const apiTokenList = wireObject({ tokens: z.array(apiToken) });

export const maxTokenDays = 365;

const days = z.codec(
  z.union([z.int(), z.string().regex(/^\d{1,4}$/, 'must be a whole number')]),
  z.int().min(1).max(maxTokenDays),
  { decode: Number, encode: (value) => value },
);

export const newApiToken = wireObject({
  name: z.string().trim().min(1).max(100),
  scopes: scopes.min(1).max(tokenScopes.length),
  expiresInDays: days,
  /** The password of the account, given again; absent only where the account has none. */
  password: z.string().min(1).max(1000).optional(),
});

/** The only reply that has the secret, `atrium_` and 43 characters. */
export const madeApiToken = wireObject({ token: apiToken, secret: z.string() });
