import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import type { PasswordHasher } from './passwordHasher.ts';

const length = 32;
const form = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/;

/** Scrypt from Node itself, 32 MiB; for machines that lack the argon2 binary. */
export const scryptHasher: PasswordHasher = {
  prefix: '$scrypt$',
  hash: async (password) => {
    const salt = randomBytes(16);
    const key = await derive(password, salt, { N: 2 ** 15, r: 8, p: 3 });
    return `$scrypt$ln=15,r=8,p=3$${unpadded(salt)}$${unpadded(key)}`;
  },
  verify: async (hash, password) => {
    const [, ln, r, p, salt, key] = form.exec(hash) ?? [];
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
    scrypt(password, salt, length, { ...cost, maxmem: 64 * 1024 * 1024 }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
