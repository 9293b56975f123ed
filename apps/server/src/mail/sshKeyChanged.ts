import type { PersonalMail } from './mailQueue.ts';

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
