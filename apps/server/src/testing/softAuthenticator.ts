import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type {
  MadePasskey,
  PasskeyCreation,
  PasskeyRequest,
  ShownPasskey,
} from '@atrium/contract/wire/passkey';

/** The wrong parts of an answer, in place of the right ones. */
export interface Changes {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  /** Whether the page stands in one of another origin. */
  readonly crossOrigin?: boolean;
  /** Whether the person has given a PIN or a finger. */
  readonly isVerified?: boolean;
  /** The counter; default: one more than before, or always 0 where the authenticator does not count. */
  readonly counter?: number;
  readonly credentialId?: string;
}

/** An authenticator of one passkey, with the browser before it. */
export interface SoftAuthenticator {
  make(creation: PasskeyCreation, changes?: Changes): MadePasskey;
  show(request: PasskeyRequest, changes?: Changes): ShownPasskey;
}

/** Makes one for pages of this origin (ECDSA with P-256, no attestation). */
export function createSoftAuthenticator(
  pageOrigin: string,
  { counts = true }: { readonly counts?: boolean } = {},
): SoftAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ownId = randomBytes(16).toString('base64url');
  let used = 0;
  const clientData = (type: string, challenge: string, changes: Changes): Buffer => {
    const { origin = pageOrigin, crossOrigin = false } = changes;
    const data = {
      type: changes.type ?? type,
      challenge: changes.challenge ?? challenge,
      origin,
      crossOrigin,
    };
    return Buffer.from(JSON.stringify(data));
  };
  const head = (rpId: string, changes: Changes, extraFlags: number): Buffer => {
    used += counts ? 1 : 0;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(changes.counter ?? used);
    const flags = 0x01 | (changes.isVerified === false ? 0 : 0x04) | extraFlags;
    return Buffer.concat([sha256(changes.rpId ?? rpId), Buffer.of(flags), counter]);
  };
  return {
    make: ({ challenge, rp }, changes = {}) => {
      const id = changes.credentialId ?? ownId;
      const bytes = Buffer.from(id, 'base64url');
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = cborMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const credential = [Buffer.alloc(16), Buffer.of(0, bytes.length), bytes, key];
      const authData = Buffer.concat([head(rp.id, changes, 0x40), ...credential]);
      const attestationObject = Buffer.concat([
        Buffer.of(0xa3),
        ...[cbor('fmt'), cbor('none'), cbor('attStmt'), Buffer.of(0xa0), cbor('authData'), cbor(authData)],
      ]);
      const response = {
        clientDataJSON: clientData('webauthn.create', challenge, changes).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal', 'of another world'],
      };
      return { id, rawId: id, type: 'public-key', response };
    },
    show: ({ challenge, rpId }, changes = {}) => {
      const id = changes.credentialId ?? ownId;
      const data = clientData('webauthn.get', challenge, changes);
      const authenticatorData = head(rpId, changes, 0);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(data)]), privateKey);
      const response = {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
      };
      return { id, rawId: id, type: 'public-key', response };
    },
  };
}

const sha256 = (given: string | Buffer): Buffer => createHash('sha256').update(given).digest();

/** A head of CBOR (RFC 8949): the kind, and a number below 65,536. */
function cborHead(kind: number, value: number): Buffer {
  const major = kind << 5;
  if (value < 24) return Buffer.of(major | value);
  return value < 256 ? Buffer.of(major | 24, value) : Buffer.of(major | 25, value >> 8, value & 0xff);
}

function cbor(value: number | string | Buffer): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  const bytes = Buffer.from(value);
  return Buffer.concat([cborHead(typeof value === 'string' ? 3 : 2, bytes.length), bytes]);
}

const cborMap = (pairs: readonly (readonly [number, number | Buffer])[]): Buffer =>
  Buffer.concat([cborHead(5, pairs.length), ...pairs.flatMap(([key, value]) => [cbor(key), cbor(value)])]);
