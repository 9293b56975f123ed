import type { KeyPart } from '../layout/lines.ts';

/** What each code adds to the key of a line. */
export const tableOf = (part: KeyPart): ArrayLike<number> =>
  part.by === 'table' ? part.table : Array.from({ length: part.last + 1 }, (_, code) => partOf(part, code));

/** What a code adds to the key of a line. */
export const partOf = (part: KeyPart, code: number): number => {
  if (part.by === 'table') return part.table[code] ?? 0;
  return code === 0 ? part.none : part.first + (code - 1) * part.step;
};
