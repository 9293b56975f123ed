import { createPublicKey } from 'node:crypto';
import { fieldRefusal } from '@atrium/contract/errors/errorCode';
import type { SshKeyType } from '@atrium/contract/wire/sshKey';
import { type Key, parseKey } from 'sshpk';

/** A public key that was checked; the text says the same as what was sent, in the usual spelling. */
export interface PublicKey {
  readonly type: SshKeyType;
  readonly bits: number;
  /** `SHA256:` and 43 characters. */
  readonly fingerprint: string;
  /** The name of the type and the key in base64, without a comment. */
  readonly text: string;
  /** The comment after the key; empty where there is none. */
  readonly comment: string;
}

/** RSA keys with fewer bits are refused (rule 13.60). */
const fewestRsaBits = 3072;
/** More make sign-ins slow, and no key generator proposes them. */
const maxRsaBits = 16_384;

const typeWords: ReadonlyMap<string, SshKeyType> = new Map([
  ['ssh-rsa', 'rsa'],
  ['ssh-ed25519', 'ed25519'],
  ['ecdsa-sha2-nistp256', 'ecdsa'],
  ['ecdsa-sha2-nistp384', 'ecdsa'],
  ['ecdsa-sha2-nistp521', 'ecdsa'],
]);

const anyTypeWord = /(?:^|\s)(?:ssh|ecdsa|sk|rsa|x509v3)-[\w.@-]+\s+[A-Za-z0-9+/]/;
const form = /^(\S+)[ \t]+([A-Za-z0-9+/]+={0,2})(?:[ \t]+(.*))?$/s;

/**
 * Parses a line of a `.pub` file (rule 13.60).
 * @throws PortalError 'bad_request' that names `ssh_key` and says what to send instead
 */
export function parseSshKey(given: string): PublicKey {
  const text = given.trim();
  if (text === '') throw refused('is required');
  refuseOtherKinds(text);
  if (/[\r\n]/.test(text))
    throw refused(
      'must be one line, as in the .pub file. Remove the line breaks, or send one key at a time.',
    );
  const [, word = '', base64 = '', comment = ''] = form.exec(text) ?? [];
  const type = typeWords.get(word);
  if (type === undefined) throw refusedType(text, word);
  const key = parsed(`${word} ${base64}`);
  if (key === null || key.type !== type)
    throw refused('is not complete or was changed on the way. Copy the whole line of the .pub file.');
  if (type === 'rsa' && (key.size < fewestRsaBits || key.size > maxRsaBits))
    throw refused(
      `has ${key.size} bits. An RSA key needs at least ${fewestRsaBits}; the guide recommends 4096.`,
    );
  return {
    type,
    bits: key.size,
    fingerprint: key.fingerprint('sha256').toString(),
    text: textOf(key),
    comment: shown(comment),
  };
}

function refuseOtherKinds(text: string): void {
  if (/-{4,5} ?BEGIN [A-Z0-9 ]*PRIVATE KEY|PuTTY-User-Key-File/i.test(text))
    throw refused(
      'is a private key. Nothing was kept, but it has left your computer: make a new pair of keys, and send the .pub file.',
    );
  if (/-{4,5} ?BEGIN (?:[A-Z0-9 ]*CERTIFICATE|SSH2 PUBLIC KEY|[A-Z ]*PUBLIC KEY)/i.test(text))
    throw refused('must be in the form of OpenSSH: one line that begins with its type, as ssh-ed25519.');
}

function refusedType(text: string, word: string): Error {
  if (/-cert-v\d+@/.test(word)) return refused('is a certificate. Send the public key that it was made of.');
  if (/^(ssh-dss|sk-)/.test(word)) return refused(`is of the type ${word}. ${takenTypes}`);
  if (anyTypeWord.test(text))
    return refused('must begin with its type. Remove the options and everything else before it.');
  return refused(`is not a public SSH key. ${takenTypes}`);
}

const takenTypes = 'Send one that begins with ssh-ed25519, ssh-rsa or ecdsa-sha2-nistp256, -384 or -521.';

/** Null where the text is no key. OpenSSL is asked too, since it knows whether a point lies on its curve. */
function parsed(text: string): Key | null {
  try {
    const key = parseKey(text, 'ssh');
    createPublicKey(key.toString('pkcs8'));
    return textOf(key).startsWith(text) ? key : null;
  } catch {
    return null;
  }
}

/** Type and key without a comment: OpenSSH separates them with one space. */
const textOf = (key: Key): string => key.toString('ssh').split(' ', 2).join(' ');

/** A comment is shown and mailed: in one line, and not too long. */
const shown = (comment: string): string =>
  comment
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 100);

const refused = (reason: string): Error => fieldRefusal('bad_request', 'ssh_key', reason);
