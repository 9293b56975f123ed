/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

interface RangeHeaders {
  readonly range?: string | undefined;
  readonly ifRange?: string | undefined;
}

/**
 * The part of a file that a request asks for (RFC 9110, 14.2). Several ranges, ranges in other units and what cannot be
 * read are answered with the whole file; so is a range of another content than `entityTag` names (rule 13.35).
 */
export function requestedRange(
  { range, ifRange }: RangeHeaders,
  { size, entityTag }: { readonly size: number; readonly entityTag: string },
): ByteRange | 'whole' | 'none' {
  if (range === undefined || (ifRange !== undefined && ifRange.trim() !== entityTag)) return 'whole';
  const [, first = '', last = ''] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(range) ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'none' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= size ? 'none' : { start, end };
}
