import { createHash, type Hash } from 'node:crypto';
import type { PackageResource } from '@atrium/contract/documents/dataPackage';
import { type DescribedPackage, type DescribedTable, withCatalogue } from '../describedTable.ts';
import type { PackageSource } from '../packageSource.ts';

/**
 * Compares the files of every table that is loaded with the `bytes` and the `hash` that its resource declares; those
 * of several files are the sum of their sizes and the hash of one file after the other (rule 10.11).
 */
export async function checkSums(
  described: DescribedPackage,
  source: PackageSource,
  signal?: AbortSignal,
): Promise<string[]> {
  const problems: string[] = [];
  for (const table of withCatalogue(described)) {
    const faults = [...(await checkBytes(table, source)), ...(await checkHash(table, source, signal))];
    problems.push(...faults.map((fault) => `resource ${table.name}: ${fault}`));
  }
  return problems;
}

async function checkBytes({ resource, paths }: DescribedTable, source: PackageSource): Promise<string[]> {
  const declared = resource['bytes'];
  if (declared === undefined) return [];
  if (typeof declared !== 'number') return ['its bytes are not a number'];
  let size = 0;
  for (const path of paths) size += (await source.sizeOf(path)) ?? 0;
  return size === declared ? [] : [`${paths.join(', ')} has ${size} bytes, not ${declared} as declared`];
}

async function checkHash(
  { resource, paths }: DescribedTable,
  source: PackageSource,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const declared = declaredHash(resource);
  if (declared === null) return [];
  if (declared === 'unknown')
    return [`its hash "${String(resource['hash'])}" is not known; md5, sha1, sha256 and sha512 are`];
  for (const path of paths) {
    for await (const chunk of await source.open(path)) {
      signal?.throwIfAborted();
      declared.hash.update(chunk);
    }
  }
  const { algorithm, digest, hash } = declared;
  return hash.digest('hex') === digest
    ? []
    : [`${paths.join(', ')} does not have the ${algorithm} hash that is declared`];
}

/** Hexadecimal digits of a hash, by algorithm. */
const digits: Readonly<Record<string, number>> = { md5: 32, sha1: 40, sha256: 64, sha512: 128 };

/** Data Package 2, "hash": MD5, or another algorithm by its name in front. */
function declaredHash({
  hash: given,
}: PackageResource): { algorithm: string; digest: string; hash: Hash } | 'unknown' | null {
  if (given === undefined) return null;
  const parts = /^(?:([a-z]+-?[0-9]+):)?([0-9a-f]+)$/.exec(String(given).trim().toLowerCase());
  const algorithm = (parts?.[1] ?? 'md5').replace('-', '');
  const digest = parts?.[2] ?? '';
  return Object.hasOwn(digits, algorithm) && digest.length === digits[algorithm]
    ? { algorithm, digest, hash: createHash(algorithm) }
    : 'unknown';
}
