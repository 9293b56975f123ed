import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { CollectionIndex, ConceptIndex, ReleaseIndex } from './releaseIndex.ts';

/** Files of another version are built anew. */
const version = 1;
const magic = Buffer.from(`ATRIUM INDEX ${String(version).padStart(2, '0')}\n`);
/** After the magic: the bytes of the header, those of the memory, and the check sum of both (u32 each). */
const fixedBytes = magic.length + 16;
const pieceBytes = 8 * 1024 * 1024;

interface Header {
  readonly subjects: number;
  readonly collections: readonly (readonly [string, CollectionIndex])[];
  readonly concepts: readonly (readonly [
    number,
    Omit<ConceptIndex, 'terms'> & { readonly terms: StoredTerms | null },
  ])[];
}

interface StoredTerms {
  readonly within: readonly (readonly [string, readonly number[]])[];
  readonly alternatives: readonly (readonly [string, readonly string[]])[];
  readonly unknown: readonly number[];
}

const headerOf = ({ subjects, collections, concepts }: ReleaseIndex): Header => ({
  subjects,
  collections: [...collections],
  concepts: [...concepts].map(([number, { terms, ...concept }]) => [
    number,
    {
      ...concept,
      terms: terms && {
        within: [...terms.within],
        alternatives: [...terms.alternatives],
        unknown: terms.unknown,
      },
    },
  ]),
});

function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** Writes an index beside its release; the file gets its name when it is whole. */
export async function saveIndex(index: ReleaseIndex, file: string): Promise<void> {
  const header = Buffer.from(JSON.stringify(headerOf(index)));
  const memory = new Uint8Array(index.memory, 0, index.free);
  let sum = crc32(header);
  for (const piece of piecesOf(memory)) sum = crc32(piece, sum);
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(header.length, 0);
  sizes.writeUInt32LE(memory.length, 4);
  sizes.writeUInt32LE(sum, 8);
  const draft = `${file}.draft`;
  const stream = createWriteStream(draft, { mode: 0o600, flush: true });
  for (const part of [magic, sizes, header]) stream.write(part);
  // A copy, since a stream takes no memory that threads share.
  for (const piece of piecesOf(memory))
    if (!stream.write(Uint8Array.from(piece))) await once(stream, 'drain');
  stream.end();
  await once(stream, 'close');
  await rename(draft, file);
}

/** The file is no index of this version, or not as it was written. */
export class BrokenIndex extends Error {}

async function fill(handle: FileHandle, into: Uint8Array, from: number): Promise<void> {
  for (let at = 0; at < into.length; ) {
    const { bytesRead } = await handle.read(into, at, into.length - at, from + at);
    if (bytesRead === 0) throw new BrokenIndex('The index is shorter than it says.');
    at += bytesRead;
  }
}

/**
 * Loads an index into a memory of the given maker, which has `scratch` bytes more than the index needs.
 * @throws BrokenIndex where it must be built anew
 */
export async function loadIndex(
  file: string,
  {
    makeMemory,
    scratch,
  }: { readonly makeMemory: (bytes: number) => ArrayBufferLike; readonly scratch: number },
): Promise<ReleaseIndex> {
  const handle = await open(file);
  try {
    const fixed = Buffer.alloc(fixedBytes);
    await fill(handle, fixed, 0);
    if (!fixed.subarray(0, magic.length).equals(magic))
      throw new BrokenIndex('The index has another version.');
    const [headerBytes, bytes, expected] = [0, 4, 8].map((at) => fixed.readUInt32LE(magic.length + at));
    const header = Buffer.alloc(headerBytes ?? 0);
    await fill(handle, header, fixedBytes);
    const memory = makeMemory((bytes ?? 0) + scratch);
    const image = new Uint8Array(memory, 0, bytes);
    await fill(handle, image, fixedBytes + header.length);
    let sum = crc32(header);
    for (const piece of piecesOf(image)) sum = crc32(piece, sum);
    if (sum !== expected) throw new BrokenIndex('The index is not as it was written.');
    const parsed: Header = JSON.parse(header.toString());
    return {
      memory,
      subjects: parsed.subjects,
      collections: new Map(parsed.collections),
      concepts: new Map(
        parsed.concepts.map(([number, { terms, ...concept }]) => [
          number,
          {
            ...concept,
            terms: terms && {
              within: new Map(terms.within),
              alternatives: new Map(terms.alternatives),
              unknown: terms.unknown,
            },
          },
        ]),
      ),
      free: bytes ?? 0,
    };
  } finally {
    await handle.close();
  }
}
