import { generateKeyPairSync } from 'node:crypto';
import { parseKey } from 'sshpk';

/** A new public key, as a line of a `.pub` file. */
export function aPublicKey(comment = 'ada@laptop'): string {
  const { publicKey } = generateKeyPairSync('ed25519');
  const key = parseKey(publicKey.export({ type: 'spki', format: 'pem' }), 'pem');
  return `${key.toString('ssh').split(' ').slice(0, 2).join(' ')} ${comment}`;
}
