import { tokenScopes } from '@atrium/contract';
import { z } from 'zod';
import { tokenWords as words } from './words.ts';

/** Days after which a token may end. */
export const lifetimes = ['7', '30', '90', '180', '365'] as const;

/** What the form of a new token asks before it asks the server. */
export const tokenSchema = z.object({
  name: z.string().trim().min(1, words.missingName).max(100, words.longName),
  scopes: z.array(z.enum(tokenScopes)).min(1, words.missingScope),
  days: z.enum(lifetimes),
});
export type TokenValues = z.infer<typeof tokenSchema>;
