import { describe, expect, it } from 'vitest';
import { judgePassword } from './passwordRule.ts';

const owner = { username: 'mreyes', fullName: 'Marisol Reyes-Ortega', email: 'marisol.reyes@hearts.example' };
const judge = (password: string) => () => judgePassword(password, owner);

describe('a new password', () => {
  it.each([
    ['eleven characters', 'k7#vQ2!zPx9'],
    ['eleven signs of two units each', '🫀'.repeat(11)],
    ['one that everybody uses', 'password1234'],
    ['one that everybody uses, dressed up', 'Pass-Word-1234!'],
    ['keys in a row', 'abcdefghijklmn'],
    ['digits counted down', '9876543210987'],
    ['a few signs again and again', 'abababababab'],
    ['the user name and little more', 'mreyes-mreyes-26'],
    ['the full name', 'Marisol Reyes!'],
    ['the full name in pieces', 'ortega2026reyes'],
    ['the name of the portal', 'Atrium-portal-1'],
    ['more than a thousand characters', 'correct horse battery '.repeat(50)],
  ])('is refused: %s', (_what, password) => {
    expect(judge(password)).toThrow(expect.objectContaining({ code: 'weak_password' }));
  });

  it.each([
    ['words with spaces', 'correct horse battery'],
    ['signs of any script', 'сердце и море 88'],
    ['twelve characters at random', 'k7#vQ2!zPx9w'],
    ['much besides the name', 'mreyes likes early trains'],
  ])('is taken: %s', (_what, password) => {
    expect(judge(password)).not.toThrow();
  });
});
