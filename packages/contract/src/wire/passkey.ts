import { z } from 'zod';
import { wireObject } from './wireObject.ts';

// The data that browsers take and give are spelled as WebAuthn spells them in JSON, so these are no wire objects.

/** Bytes in base64url. */
const bytes = (longest: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(longest);
const credentialId = bytes(1400);
const publicKey = z.literal('public-key');

/** How a browser reaches an authenticator. */
export const passkeyTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
export type PasskeyTransport = (typeof passkeyTransports)[number];

const known = z.object({
  id: credentialId,
  type: publicKey,
  transports: z.array(z.enum(passkeyTransports)),
});

/** The options with which a browser makes a passkey: `PublicKeyCredentialCreationOptionsJSON`. */
export const passkeyCreation = z.object({
  challenge: bytes(100),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: bytes(100), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: publicKey, alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(known),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type PasskeyCreation = z.output<typeof passkeyCreation>;

/** The options with which a browser shows a passkey: `PublicKeyCredentialRequestOptionsJSON`. */
export const passkeyRequest = z.object({
  challenge: bytes(100),
  rpId: z.string(),
  timeout: z.int(),
  allowCredentials: z.array(known),
  userVerification: z.literal('required'),
});
export type PasskeyRequest = z.output<typeof passkeyRequest>;

/** A passkey that was just made: `RegistrationResponseJSON`, without what the portal does not use. */
export const madePasskey = z.object({
  id: credentialId,
  rawId: credentialId,
  type: publicKey,
  response: z.object({
    clientDataJSON: bytes(8000),
    attestationObject: bytes(40_000),
    transports: z.array(z.string().max(40)).max(20),
  }),
});
export type MadePasskey = z.output<typeof madePasskey>;

/** A challenge that a passkey has signed: `AuthenticationResponseJSON`, without what the portal does not use. */
export const shownPasskey = z.object({
  id: credentialId,
  rawId: credentialId,
  type: publicKey,
  response: z.object({
    clientDataJSON: bytes(8000),
    authenticatorData: bytes(8000),
    signature: bytes(8000),
  }),
});
export type ShownPasskey = z.output<typeof shownPasskey>;

/** A new passkey with the name by which its owner knows it. */
export const namedPasskey = wireObject({ name: z.string().trim().min(1).max(100), passkey: madePasskey });

export const givenPasskey = wireObject({ passkey: shownPasskey });

/** A passkey as its owner sees it. */
export const passkey = wireObject({
  id: z.int(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** Null before the first use. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type Passkey = z.output<typeof passkey>;
