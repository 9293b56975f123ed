import type { PasswordHasher } from './passwordHasher.ts';

/** Argon2id with the package's defaults: 19 MiB, two passes, one lane. Null where its binary is not installed. */
export async function loadArgon2(): Promise<PasswordHasher | null> {
  const argon2 = await import('@node-rs/argon2').catch(() => null);
  if (argon2 === null) return null;
  return {
    prefix: '$argon2id$',
    hash: (password) => argon2.hash(password),
    verify: (hash, password) => argon2.verify(hash, password),
  };
}
