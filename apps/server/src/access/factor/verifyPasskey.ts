import { isIP } from 'node:net';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { MadePasskey, ShownPasskey } from '@atrium/contract/wire/passkey';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { z } from 'zod';

/** The site that a passkey belongs to: browsers use it on this origin only. */
export interface PasskeySite {
  readonly origin: string;
  /** The relying party: the name of the host. */
  readonly rpId: string;
}

/** Null where browsers make no passkeys: without a public address, and where it is an IP address or not https. */
export function passkeySiteOf(publicUrl: string | null): PasskeySite | null {
  if (publicUrl === null || !URL.canParse(publicUrl)) return null;
  const { origin, protocol, hostname } = new URL(publicUrl);
  const isName = isIP(hostname) === 0 && !hostname.startsWith('[');
  const isSecure = protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost');
  return isName && isSecure ? { origin, rpId: hostname } : null;
}

/** EdDSA, ECDSA with P-256, RSA: what authenticators have. */
export const algorithms = [-8, -7, -257];

/** The parts of the signed data that are checked here; the library checks the rest. */
const clientData = z.object({ challenge: z.string(), crossOrigin: z.literal(false).optional() });

/** The challenge that an answer is about; null where there is none, or the page stood in one of another origin. */
export function challengeOf(clientDataJSON: string): string | null {
  try {
    const given: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    return clientData.safeParse(given).data?.challenge ?? null;
  } catch {
    return null;
  }
}

/** What an answer of a browser is checked against. */
interface Expected {
  readonly site: PasskeySite;
  /** The challenge that was made for this holder; it is already used up. */
  readonly challenge: string;
}

const expectedOf = ({ site, challenge }: Expected) => ({
  expectedChallenge: challenge,
  expectedOrigin: site.origin,
  expectedRPID: site.rpId,
  requireUserVerification: true,
});

export const notAccepted = (cause?: unknown): PortalError =>
  new PortalError('bad_passkey', 'The passkey was not accepted. Please try again.', { cause });

/** The key of a new passkey; refuses with bad_passkey. */
export async function verifyMade(passkey: MadePasskey, expected: Expected) {
  const response = { ...passkey, response: withoutWays(passkey), clientExtensionResults: {} };
  try {
    const supportedAlgorithmIDs = algorithms;
    const checked = await verifyRegistrationResponse({
      response,
      supportedAlgorithmIDs,
      ...expectedOf(expected),
    });
    if (checked.verified) return checked.registrationInfo.credential;
  } catch (cause) {
    throw notAccepted(cause);
  }
  throw notAccepted();
}

const withoutWays = ({ response: { clientDataJSON, attestationObject } }: MadePasskey) => ({
  clientDataJSON,
  attestationObject,
});

interface StoredPasskey {
  readonly credential_id: string;
  readonly public_key: string;
  readonly counter: number;
}

/** The new counter of the passkey; null where the answer is wrong in any way, or the counter has not grown. */
export async function verifyShown(
  passkey: ShownPasskey,
  { row, ...expected }: Expected & { readonly row: StoredPasskey },
): Promise<number | null> {
  const publicKey = new Uint8Array(Buffer.from(row.public_key, 'base64url'));
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...passkey, clientExtensionResults: {} },
      credential: { id: row.credential_id, publicKey, counter: row.counter },
      ...expectedOf(expected),
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
