import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Encrypts secrets for the state database, each for one owner (AES-256-GCM). */
export interface Seal {
  seal(secret: string, owner: string): string;
  /** Null where it was sealed with another key or for another owner, or was changed. */
  open(sealed: string, owner: string): string | null;
}

const nonceBytes = 12;
const tagBytes = 16;
const cipher = 'aes-256-gcm';

export function createSeal(key: Uint8Array): Seal {
  return {
    seal: (secret, owner) => {
      const nonce = randomBytes(nonceBytes);
      const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes });
      sealing.setAAD(Buffer.from(owner));
      const sealed = [sealing.update(secret, 'utf8'), sealing.final()];
      return Buffer.concat([nonce, sealing.getAuthTag(), ...sealed]).toString('base64url');
    },
    open: (sealed, owner) => {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < nonceBytes + tagBytes) return null;
      const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      opening.setAAD(Buffer.from(owner));
      opening.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        const opened = [opening.update(bytes.subarray(nonceBytes + tagBytes)), opening.final()];
        return Buffer.concat(opened).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}
