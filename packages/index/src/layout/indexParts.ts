import { crc32 } from 'node:zlib';
import type { Codes } from '../kernel/kernel.ts';
import { packCodes, widthOf } from '../kernel/packCodes.ts';

/** Codes in the narrowest array that holds the largest of them. */
export type NarrowCodes = Uint8Array | Uint16Array | Uint32Array;

/** Codes that are those of a start and a length: see `sumFields`. */
export interface CodedSums {
  readonly starts: NarrowCodes;
  readonly lengths: Uint8Array;
  /** Bits of a length. */
  readonly width: number;
  /** Positions with their codes. */
  readonly exceptions: Uint32Array;
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** What lies in the memory of an index, in pieces. */
export interface Parts {
  /** The address of numbers. */
  readonly place: (numbers: Numbers) => number;
  /** Codes up to `max`. */
  readonly placeCodes: (codes: NarrowCodes | CodedSums, max: number) => Codes;
  /** The memory, piece after piece. */
  readonly pieces: () => Generator<Uint8Array>;
  /** How many bytes it has. */
  readonly end: () => number;
}

const aligned = (at: number): number => Math.ceil(at / 16) * 16;

const bytesOf = (numbers: Numbers): Uint8Array =>
  new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);

export function createParts(): Parts {
  const parts: { readonly at: number; readonly numbers: Numbers }[] = [];
  // No part lies at address 0, and codes are read four bytes at a time.
  let end = 16;
  const place = (numbers: Numbers): number => {
    const at = end;
    parts.push({ at, numbers });
    end = aligned(at + numbers.byteLength + 16);
    return at;
  };
  const bySum = new Map<number, { readonly codes: Codes; readonly numbers: Numbers }[]>();
  /** Equal codes lie there once, as those of a date and of when rows start. */
  const placeOnce = (numbers: Numbers, width: number): Codes => {
    const bytes = bytesOf(numbers);
    const sum = crc32(bytes);
    const known = bySum.get(sum) ?? [];
    const same = known.find(
      (one) => one.codes.width === width && Buffer.compare(bytesOf(one.numbers), bytes) === 0,
    );
    if (same !== undefined) return same.codes;
    const codes = { at: place(numbers), width };
    bySum.set(sum, [...known, { codes, numbers }]);
    return codes;
  };
  const placeWide = (codes: NarrowCodes, width: number): Codes =>
    placeOnce(width === 8 * codes.BYTES_PER_ELEMENT ? codes : packCodes(codes, width), width);
  const placeCodes = (codes: NarrowCodes | CodedSums, max: number): Codes => {
    if (!('starts' in codes)) return placeWide(codes, widthOf(max));
    const starts = placeCodes(codes.starts, max);
    const lengths = placeWide(codes.lengths, codes.width);
    const exceptions = placeOnce(codes.exceptions, 32);
    const fields = [starts.at, starts.width, lengths.at, lengths.width, exceptions.at];
    return placeOnce(Uint32Array.of(...fields, codes.exceptions.length / 2), 0);
  };
  function* pieces(): Generator<Uint8Array> {
    let at = 0;
    for (const part of parts) {
      yield new Uint8Array(part.at - at);
      yield bytesOf(part.numbers);
      at = part.at + part.numbers.byteLength;
    }
    yield new Uint8Array(end - at);
  }
  return { place, placeCodes, pieces, end: () => end };
}
