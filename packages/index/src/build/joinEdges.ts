import { packedBytes } from '../kernel/packCodes.ts';
import type { CodedSums } from '../layout/indexParts.ts';
import type { CodedEdge } from '../layout/indexWriter.ts';
import { type CodeArray, codeArray } from './rowCodes.ts';

/** When rows start or end, by row or by position. */
export interface EdgeCodes extends CodedEdge {
  readonly codes: CodeArray;
}

/** Starts have no more bits in a sum. */
const maxPoints = 0xffff;
const bytesOfException = 8;

/**
 * Starts and ends by position. Most ends lie close behind their starts: where that takes less room, both have the same
 * points, and an end is a start with a length.
 */
export function joinEdges({
  start,
  end,
}: {
  readonly start: EdgeCodes | null;
  readonly end: EdgeCodes | null;
}): {
  readonly start: CodedEdge | null;
  readonly end: CodedEdge | null;
} {
  if (start === null || end === null) return { start, end };
  const points = Int32Array.from(new Set([...start.points, ...end.points])).sort();
  if (points.length > maxPoints) return { start, end };
  const [starts, ends] = [recoded(start, points), recoded(end, points)];
  const { width, bytes } = narrowestLengths(starts, ends);
  const bytesOf = (given: Int32Array): number => packedBytes(ends.length, given.length);
  if (bytes + bytesOf(points) >= bytesOf(start.points) + bytesOf(end.points)) return { start, end };
  return { start: { codes: starts, points }, end: { codes: sumsOf(starts, ends, width), points } };
}

/** The codes of the same values among more points. */
function recoded({ codes, points: own }: EdgeCodes, points: Int32Array): CodeArray {
  const indexes = new Map(Array.from(points, (point, index) => [point, index + 1]));
  const codeOf = Uint32Array.from([0, ...Array.from(own, (point) => indexes.get(point) ?? 0)]);
  const recoded = codeArray(codes.length, points.length);
  for (let index = 0; index < codes.length; index += 1) recoded[index] = codeOf[codes[index] ?? 0] ?? 0;
  return recoded;
}

/** What stands for an end: 0 where there is none, else 1 and more; an exception where it lies before a start. */
const lengthOf = (start: number, end: number): number => {
  if (end === 0) return 0;
  return start === 0 || end < start ? Number.POSITIVE_INFINITY : end - start + 1;
};

/** The bits of lengths with which they and the exceptions take the least room. */
function narrowestLengths(
  starts: CodeArray,
  ends: CodeArray,
): { readonly width: number; readonly bytes: number } {
  const counts = new Float64Array(256);
  for (let index = 0; index < ends.length; index += 1) {
    const length = Math.min(255, lengthOf(starts[index] ?? 0, ends[index] ?? 0));
    counts[length] = (counts[length] ?? 0) + 1;
  }
  const bytesWith = (width: number): number => {
    const exceptions = counts.subarray(2 ** width - 1).reduce((sum, count) => sum + count, 0);
    return Math.ceil((ends.length * width) / 8) + bytesOfException * exceptions;
  };
  return [2, 3, 4, 5, 6, 7, 8]
    .map((width) => ({ width, bytes: bytesWith(width) }))
    .reduce((best, one) => (one.bytes < best.bytes ? one : best));
}

function sumsOf(starts: CodeArray, ends: CodeArray, width: number): CodedSums {
  const isException = 2 ** width - 1;
  const lengths = new Uint8Array(ends.length);
  const exceptions: number[] = [];
  for (let index = 0; index < ends.length; index += 1) {
    const end = ends[index] ?? 0;
    const length = Math.min(isException, lengthOf(starts[index] ?? 0, end));
    lengths[index] = length;
    if (length === isException) exceptions.push(index, end);
  }
  return { starts, lengths, width, exceptions: Uint32Array.from(exceptions) };
}
