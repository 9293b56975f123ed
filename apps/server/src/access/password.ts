import { loadArgon2 } from './argon2Hash.ts';
import { scryptHasher } from './scryptHash.ts';

export interface Passwords {
  /** A salted, memory-hard hash in PHC form. */
  hash(password: string): Promise<string>;
  /** False for a wrong password; throws when the hash was made in a way that this machine lacks. */
  verify(hash: string, password: string): Promise<boolean>;
}

/** Argon2id where its binary is installed, else scrypt; both verify what either made. */
export async function openPasswords(load = loadArgon2): Promise<Passwords> {
  const argon2 = await load();
  const hashers = argon2 === null ? [scryptHasher] : [argon2, scryptHasher];
  return {
    hash: (password) => (argon2 ?? scryptHasher).hash(password),
    verify: async (hash, password) => {
      const hasher = hashers.find((one) => hash.startsWith(one.prefix));
      if (hasher === undefined) throw new Error('This machine cannot verify a stored password hash.');
      return hasher.verify(hash, password);
    },
  };
}
