import type { AddressedMail, PersonalMail } from './mailQueue.ts';

/** A key of a person, as a mail names it. */
export interface MailedKey {
  readonly id: number;
  readonly accountId: number;
  readonly name: string;
  readonly fingerprint: string;
}

/** The mail that tells a person of a new key of theirs: somebody else may have added it. */
export const sshKeyAdded = (key: MailedKey): PersonalMail => ({
  key: `ssh key ${key.id} added`,
  accountId: key.accountId,
  subject: 'An SSH key was added to your account',
  text: [
    'This public key was added to your account, for downloads with the transfer service:',
    '',
    ...linesOf(key),
    '',
    'If that was not you, sign in, delete the key on the page “SSH keys”, change your password, and tell the operators of the portal.',
    '',
  ].join('\n'),
});

/** The mail that tells a person that a key of theirs is gone. */
export const sshKeyRemoved = (key: MailedKey): PersonalMail => ({
  key: `ssh key ${key.id} removed`,
  accountId: key.accountId,
  subject: 'An SSH key was removed from your account',
  text: ['This public key was removed from your account:', '', ...linesOf(key), ''].join('\n'),
});

const linesOf = ({ name, fingerprint }: MailedKey): readonly string[] => [`  ${name}`, `  ${fingerprint}`];

interface ForOperators {
  readonly key: MailedKey;
  readonly isNew: boolean;
  /** A line for `authorized_keys`, without a comment. */
  readonly publicKey: string;
  readonly username: string;
  /** Of those who look after the transfer server. */
  readonly address: string;
}

/** The mail by which those who look after the transfer server let a key in, or take it out. */
export const sshKeyForOperators = (given: ForOperators): AddressedMail => {
  const { key, isNew, publicKey, username, address } = given;
  const what = isNew ? 'added' : 'removed';
  return {
    key: `ssh key ${key.id} ${what}, for operators`,
    address,
    subject: `SSH key of ${username} ${what}`,
    text: [
      isNew
        ? `${username} added this public key. Please let it in on the transfer server:`
        : `${username} removed this public key. Please take it out of the transfer server:`,
      '',
      `  ${publicKey} ${username}`,
      '',
      ...linesOf(key),
      '',
    ].join('\n'),
  };
};
