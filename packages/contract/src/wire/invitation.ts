import { z } from 'zod';
import { wireObject } from './wireObject.ts';

/** The secret of a link by which a person sets a password (rule 15.6). */
const secret = z.string().max(100);

export const invitationBody = wireObject({ secret });
export const invitationAcceptBody = wireObject({ secret, password: z.string().max(1000) });

/** For whom an invitation is. */
export const invitationView = wireObject({
  username: z.string(),
  fullName: z.string(),
  expiresAt: z.iso.datetime(),
});
export type InvitationView = z.output<typeof invitationView>;
