import type { KeyPart } from '../layout/lines.ts';

/** What a code adds to the key of a line. */
export const partOf = (part: KeyPart, code: number): number => {
  if (part.by === 'table') return part.table[code] ?? 0;
  return code === 0 ? part.none : part.first + (code - 1) * part.step;
};
