import { describe, expect, it } from 'vitest';
import { openPasswords } from './password.ts';

const withArgon2 = await openPasswords();
const without = await openPasswords(async () => null);

describe.each([
  ['argon2id', withArgon2, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/, {}],
  ['scrypt, where the argon2 binary is missing', without, /^\$scrypt\$ln=15,r=8,p=3\$/, { tags: 'long' }],
] as const)('a password under %s', (_way, passwords, form, length) => {
  it('is refused when any part of it is wrong', length, async () => {
    const hash = await passwords.hash('pässword ✓');
    for (const wrong of ['', 'pässword', 'PÄSSWORD ✓', 'pässword ✓ '])
      expect(await passwords.verify(hash, wrong)).toBe(false);
  });

  it('is accepted when right, and its hash is salted and names its method', length, async () => {
    const [one, two] = [await passwords.hash('pässword ✓'), await passwords.hash('pässword ✓')];
    expect(one).toMatch(form);
    expect(one).not.toBe(two);
    expect(await passwords.verify(one, 'pässword ✓')).toBe(true);
  });
});

describe('a hash from elsewhere', () => {
  it('made by scrypt still verifies after argon2 is installed', async () => {
    expect(await withArgon2.verify(await without.hash('secret words'), 'secret words')).toBe(true);
  });

  it('that this machine cannot verify is a fault, not a wrong password', async () => {
    await expect(without.verify(await withArgon2.hash('secret words'), 'secret words')).rejects.toThrow();
  });

  it.each(['$scrypt$nonsense', '$scrypt$ln=15,r=8,p=3$$'])(
    'that is damaged fits no password: %s',
    async (hash) => {
      expect(await withArgon2.verify(hash, 'secret words')).toBe(false);
    },
  );
});
