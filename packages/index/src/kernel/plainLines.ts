import type { Cells } from './cells.ts';
import { type BitSpan, type Kernel, type KeyColumns, keyBuckets, keyPartBytes } from './kernel.ts';

/** What the plain kernel does with the lines of subjects. */
export function plainLines({
  u32,
  f64,
  reader,
  has,
  word,
}: Cells): Pick<Kernel, 'tallyBuckets' | 'takeLines'> {
  const positionsIn = ({ bits, from, count }: BitSpan): readonly number[] =>
    Array.from({ length: count }, (_, index) => index)
      .filter((index) => has(bits, index))
      .map((index) => from + index);
  const lineKeyReader = ({ at, count }: KeyColumns) => {
    const columns = Array.from({ length: count }, (_, column) => {
      const begin = at + keyPartBytes * column;
      const [codes = 0, width = 0, table = 0] = [0, 1, 2].map((field) => word(begin, field));
      const [none = 0, first = 0, step = 0] = [2, 3, 4].map((field) => f64[begin / 8 + field]);
      return { code: reader({ at: codes, width }), table: table / 8, none, first, step };
    });
    return (position: number): number =>
      columns.reduce((key, { code, table, none, first, step }) => {
        const held = code(position);
        if (table > 0) return key + (f64[table + held] ?? 0);
        return key + (held === 0 ? none : first + (held - 1) * step);
      }, 0);
  };
  return {
    tallyBuckets: (columns, set, { low, shift, counts }) => {
      const keyOf = lineKeyReader(columns);
      for (const subject of positionsIn(set)) {
        const bucket = Math.floor((keyOf(subject) - low) / 2 ** shift);
        if (bucket >= 0 && bucket < keyBuckets) u32[(counts >>> 2) + bucket] = word(counts, bucket) + 1;
      }
    },
    takeLines: (columns, set, { low, high, out }) => {
      const keyOf = lineKeyReader(columns);
      const found = positionsIn(set).filter((subject) => {
        const key = keyOf(subject);
        return key >= low && key < high;
      });
      f64.set(
        found.flatMap((subject) => [keyOf(subject), subject]),
        out / 8,
      );
      return found.length;
    },
  };
}
