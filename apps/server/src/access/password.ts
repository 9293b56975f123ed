import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

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

/** One way to hash passwords; the prefix of a hash names it. */
interface PasswordHasher {
  readonly prefix: string;
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

/** Argon2id with the package's defaults: 19 MiB, two passes, one lane. Null where its binary is not installed. */
async function loadArgon2(): Promise<PasswordHasher | null> {
  const argon2 = await import('@node-rs/argon2').catch(() => null);
  if (argon2 === null) return null;
  return {
    prefix: '$argon2id$',
    hash: (password) => argon2.hash(password),
    verify: (hash, password) => argon2.verify(hash, password),
  };
}

const keyLength = 32;
const scryptForm = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/;

/** Scrypt from Node itself, 32 MiB; for machines that lack the argon2 binary. */
const scryptHasher: PasswordHasher = {
  prefix: '$scrypt$',
  hash: async (password) => {
    const salt = randomBytes(16);
    const key = await derive(password, salt, { N: 2 ** 15, r: 8, p: 3 });
    return `$scrypt$ln=15,r=8,p=3$${unpadded(salt)}$${unpadded(key)}`;
  },
  verify: async (hash, password) => {
    const [, ln, r, p, salt, key] = scryptForm.exec(hash) ?? [];
    if (salt === undefined || key === undefined) return false;
    const cost = { N: 2 ** Number(ln), r: Number(r), p: Number(p) };
    const expected = Buffer.from(key, 'base64');
    const given = await derive(password, Buffer.from(salt, 'base64'), cost);
    return given.length === expected.length && timingSafeEqual(given, expected);
  },
};

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

function derive(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, keyLength, { ...cost, maxmem: 64 * 1024 * 1024 }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
