import { createRequire } from 'node:module';
import path from 'node:path';
import { expect } from 'vitest';

type Hash = (password: string, options?: object) => Promise<string>;

/** The module that all importers share: what is exported is read when it is first imported. */
const argon2: { hash: Hash } = createRequire(import.meta.url)('@node-rs/argon2');
const { hash } = argon2;

/** To hash a password, and to verify it, takes long on purpose. Only the test of passwords has the usual cost. */
const hashQuickly: Hash = (password) =>
  path.basename(expect.getState().testPath ?? '') === 'password.test.ts'
    ? hash(password)
    : hash(password, { memoryCost: 8, timeCost: 1 });

// Test files share a worker, and this runs before each.
if (hash.name !== hashQuickly.name) argon2.hash = hashQuickly;
