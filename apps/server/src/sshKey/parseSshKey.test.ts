import { generateKeyPairSync } from 'node:crypto';
import { parseKey } from 'sshpk';
import { describe, expect, it } from 'vitest';
import { parseSshKey } from './parseSshKey.ts';

const publicLine = (pem: string | Buffer): string =>
  parseKey(pem, 'pem').toString('ssh').split(' ', 2).join(' ');

const spki = { type: 'spki', format: 'pem' } as const;
const rsa = (modulusLength: number): string =>
  publicLine(generateKeyPairSync('rsa', { modulusLength }).publicKey.export(spki));
const ec = (namedCurve: string): string =>
  publicLine(generateKeyPairSync('ec', { namedCurve }).publicKey.export(spki));
const pair = generateKeyPairSync('ed25519');
const ed25519 = publicLine(pair.publicKey.export(spki));
/** Of the pair above, and so the same every time it is asked for in this file. */
const fingerprint = parseKey(pair.publicKey.export(spki), 'pem').fingerprint('sha256').toString();

const base64 = ed25519.split(' ')[1] ?? '';
const changed = (at: number): string => {
  const bytes = Buffer.from(base64, 'base64');
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  return bytes.toString('base64');
};

describe('a public SSH key (rule 13.60)', () => {
  it('is known by its fingerprint, whatever stands around it', () => {
    const plain = { type: 'ed25519', bits: 256, fingerprint, text: ed25519 };
    expect(parseSshKey(ed25519)).toEqual({ ...plain, comment: '' });
    expect(parseSshKey(`\n ${ed25519.replace(' ', '\t')}   ada@laptop  of 2026\r\n`)).toEqual({
      ...plain,
      comment: 'ada@laptop of 2026',
    });
  });

  it.each([
    ['rsa', 3072, rsa(3072)],
    ['ecdsa', 256, ec('P-256')],
    ['ecdsa', 384, ec('P-384')],
    ['ecdsa', 521, ec('P-521')],
  ])('may be of the type %s with %i bits', (type, bits, line) => {
    expect(parseSshKey(line)).toMatchObject({ type, bits, text: line });
  });

  it('has a comment in one line that is not long', () => {
    const { comment } = parseSshKey(`${ed25519} a\u202eb\u0007${'x'.repeat(200)}`);
    expect(comment).toBe(`a b ${'x'.repeat(96)}`);
  });
});

const pkcs8 = { type: 'pkcs8', format: 'pem' } as const;

describe('what is refused as a key, with the reason', () => {
  it.each([
    ['nothing', '  \n ', 'is required'],
    ['words', 'my key, please', 'is not a public SSH key'],
    ['a private key', pair.privateKey.export(pkcs8).toString(), 'is a private key'],
    ['a private key of OpenSSH', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl', 'is a private key'],
    ['a private key of PuTTY', 'PuTTY-User-Key-File-3: ssh-ed25519', 'is a private key'],
    ['a key of another form', pair.publicKey.export(spki).toString(), 'must be in the form of OpenSSH'],
    ['a key of RFC 4716', '---- BEGIN SSH2 PUBLIC KEY ----\nAAAA', 'must be in the form of OpenSSH'],
    ['a certificate', `ssh-ed25519-cert-v01@openssh.com ${base64}`, 'is a certificate'],
    ['options before the type', `command="rm -rf /" ${ed25519}`, 'must begin with its type'],
    ['a prompt before the type', `$ ${ed25519}`, 'must begin with its type'],
    ['two keys', `${ed25519}\n${ed25519}`, 'must be one line'],
    ['a key with a line break', `${ed25519.slice(0, 40)}\n${ed25519.slice(40)}`, 'must be one line'],
    ['a DSA key', `ssh-dss ${base64}`, 'is of the type ssh-dss'],
    ['a key of a security key', `sk-ssh-ed25519@openssh.com ${base64}`, 'is of the type sk-ssh-ed25519'],
    ['a short RSA key', rsa(2048), 'has 2048 bits'],
    ['half a key', ed25519.slice(0, 50), 'is not complete'],
    ['a type without a key', 'ssh-ed25519', 'is not a public SSH key'],
    ['a key under another type', `ssh-rsa ${base64}`, 'is not complete'],
    ['more than a key', `ssh-ed25519 ${base64.replace(/=*$/, '')}AAAA`, 'is not complete'],
    ['a key whose type inside was changed', `ssh-ed25519 ${changed(6)}`, 'is not complete'],
    ['a point that is on no curve', offCurve(), 'is not complete'],
  ])('%s', (_what, given, reason) => {
    expect(() => parseSshKey(given)).toThrow(
      expect.objectContaining({
        code: 'bad_request',
        field: 'ssh_key',
        message: expect.stringContaining(`ssh_key: ${reason}`),
      }),
    );
  });
});

function offCurve(): string {
  const [word = '', text = ''] = ec('P-256').split(' ');
  const bytes = Buffer.from(text, 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  return `${word} ${bytes.toString('base64')}`;
}
