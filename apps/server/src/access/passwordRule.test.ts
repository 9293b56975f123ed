import { describe, expect, it } from 'vitest';
import { loadCommonPasswords } from './commonPasswords.ts';
import { judgePassword } from './passwordRule.ts';

const owner = { username: 'mreyes', fullName: 'Marisol Reyes-Ortega', email: 'marisol.reyes@hearts.example' };
const judge = (password: string) => judgePassword(password, owner);

describe('a new password', () => {
  it.each([
    ['eleven characters', 'k7#vQ2!zPx9'],
    ['eleven signs of two units each', '🫀'.repeat(11)],
    ['one that everybody uses', 'password1234'],
    ['one that everybody uses, dressed up', 'Pass-Word-1234!'],
    ['a common one with signs for letters', 'P4$$w0rd-2026'],
    ['a common one with a year after it', 'superman2026'],
    ['a common one with a year and a sign after it', 'Superman2026!'],
    ['a common one with digits before it', '2026superman'],
    ['a common one twice', 'M0nkey-M0nkey'],
    ['a common one with digits in a row', 'dragon1234567890'],
    ['a common one of another language', 'ghbdtnrfrltkf'],
    ['a common one of our own list', 'Let me in please'],
    ['keys in a row', 'abcdefghijklmn'],
    ['digits counted down', '9876543210987'],
    ['a few signs again and again', 'abababababab'],
    ['the user name and little more', 'mreyes-mreyes-26'],
    ['the full name', 'Marisol Reyes!'],
    ['the full name in pieces', 'ortega2026reyes'],
    ['the name of the portal', 'Atrium-portal-1'],
    ['more than a thousand characters', 'correct horse battery '.repeat(50)],
  ])('is refused: %s', async (_what, password) => {
    await expect(judge(password)).rejects.toThrow(expect.objectContaining({ code: 'weak_password' }));
  });

  it.each([
    ['words with spaces', 'correct horse battery'],
    ['signs of any script', 'сердце и море 88'],
    ['twelve characters at random', 'k7#vQ2!zPx9w'],
    ['much besides the name', 'mreyes likes early trains'],
    ['several common ones in a row', 'dragon lamp monkey harbour'],
  ])('is taken: %s', async (_what, password) => {
    await expect(judge(password)).resolves.toBeUndefined();
  });
});

it('a name that is a common password, too, is refused as the name', async () => {
  const refused = judgePassword('analyst-analyst', { ...owner, username: 'analyst' });
  await expect(refused).rejects.toThrow('too near to the name');
});

it('the list of common passwords has more than ten thousand', async () => {
  expect((await loadCommonPasswords()).size).toBeGreaterThan(10_000);
});
