import type { KeyPart } from '../layout/lines.ts';

/** What each code adds to the key of a line. */
export function tableOf(part: KeyPart): ArrayLike<number> {
  if (part.by === 'table') return part.table;
  const table = new Float64Array(part.last + 1);
  for (let code = 0; code <= part.last; code += 1) table[code] = partOf(part, code);
  return table;
}

/** What a code adds to the key of a line. */
export const partOf = (part: KeyPart, code: number): number => {
  if (part.by === 'table') return part.table[code] ?? 0;
  return code === 0 ? part.none : part.first + (code - 1) * part.step;
};
