import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { syncFolder } from '../database/syncTree.ts';

const keyBytes = 32;

export const sealKeyFile = (home: string): string => path.join(home, 'seal.key');

/**
 * The key with which secrets are encrypted in the state database; made where there is none. The caller holds the lock.
 * @throws PortalError 'conflict' for a file without a key
 */
export async function loadSealKey(home: string): Promise<Uint8Array> {
  const file = sealKeyFile(home);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return makeKey(home);
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== keyBytes)
    throw new PortalError('conflict', `${file} must hold a key of ${keyBytes} bytes in base64.`);
  return key;
}

/** Waits for the disk: what is sealed with a key that is lost cannot be opened. */
async function makeKey(home: string): Promise<Uint8Array> {
  const key = randomBytes(keyBytes);
  const unfinished = path.join(home, '.seal.key.new');
  const handle = await open(unfinished, 'w', 0o600);
  try {
    await handle.writeFile(`${key.toString('base64')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(unfinished, sealKeyFile(home));
  await syncFolder(home);
  return key;
}
