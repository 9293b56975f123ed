import { md5 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** A checksum that is made while the bytes arrive. */
export interface Hasher {
  update(bytes: Uint8Array): void;
  /** In hex; nothing may be added after it. */
  digest(): string;
}

export type HashKind = 'sha256' | 'md5';

export function createHasher(kind: HashKind): Hasher {
  const hash = kind === 'sha256' ? sha256.create() : md5.create();
  return { update: (bytes) => void hash.update(bytes), digest: () => bytesToHex(hash.digest()) };
}
