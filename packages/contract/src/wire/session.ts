import { z } from 'zod';
import { wireObject } from './wireObject.ts';

/** One of the caller's own sessions. */
export const session = wireObject({
  id: z.int(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** The browser in a few words, such as `Firefox on Linux`; empty where it is unknown. */
  agent: z.string(),
  /** The address that signed in; empty where unknown. */
  address: z.string(),
  /** The id of the provider through which it began; null for a local sign-in. */
  provider: z.string().nullable(),
  /** The session of this very request. */
  current: z.boolean(),
});
export type Session = z.output<typeof session>;
export const sessionList = wireObject({ sessions: z.array(session) });
