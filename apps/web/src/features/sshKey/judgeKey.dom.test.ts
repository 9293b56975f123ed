import { expect, it } from 'vitest';
import { judgeKey } from './KeyForm.tsx';
import { words } from './sshKeyWords.ts';

it.each([
  [' \n', words.missing],
  ['-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz', words.isPrivate],
  ['-----BEGIN RSA PRIVATE KEY-----', words.isPrivate],
  ['PuTTY-User-Key-File-3: ssh-ed25519', words.isPrivate],
  ['my key', words.notPublic],
  ['ssh-ed25519 AAAA ada@laptop\n', null],
  ['ecdsa-sha2-nistp256 AAAA', null],
])('a text is judged before it is sent: %j (rule 13.62)', (text, problem) => {
  expect(judgeKey(text)).toBe(problem);
});
