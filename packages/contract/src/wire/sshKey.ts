import { z } from 'zod';
import { wireObject } from './wireObject.ts';

/** The types of keys that are taken; RSA needs at least 3072 bits (rule 13.60). */
export const sshKeyTypes = ['rsa', 'ed25519', 'ecdsa'] as const;
export type SshKeyType = (typeof sshKeyTypes)[number];

/** So many keys a person has at most (rule 13.61). */
export const maxSshKeys = 5;

/** One of the caller's own keys. */
export const sshKey = wireObject({
  id: z.int(),
  /** The comment of the key, else its type. */
  name: z.string(),
  type: z.enum(sshKeyTypes),
  bits: z.int(),
  /** As `ssh-keygen -l` writes it: `SHA256:` and 43 characters. */
  fingerprint: z.string(),
  addedAt: z.iso.datetime(),
  /** Null where no use is known. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type SshKey = z.output<typeof sshKey>;
export const sshKeyList = wireObject({ keys: z.array(sshKey) });

/** The body of the form: a line of a `.pub` file. */
export const givenSshKey = wireObject({ sshKey: z.string().max(20_000) });
export const sshKeySent = wireObject({
  status: z.literal('sent').default('sent'),
  /** The key as it is kept; an older server does not say it. */
  key: sshKey.optional(),
});
