import type { Cells } from './cells.ts';
import type { BitSpan, CodeLists, Kernel, KeyColumns, RowKeys, RowsOfSubjects, Span } from './kernel.ts';

type Tallies = Pick<
  Kernel,
  | 'tally'
  | 'tallySubjects'
  | 'tallyLists'
  | 'tallyListSubjects'
  | 'tallyCombined'
  | 'tallyKeys'
  | 'tallyGroups'
>;

/** What the plain kernel counts. */
export function plainTallies({ u32, reader, has, word }: Cells): Tallies {
  const addOne = (counts: number, index: number): void => {
    u32[(counts >>> 2) + index] = word(counts, index) + 1;
  };
  const positionsIn = function* ({ bits, from, count }: BitSpan): Generator<number> {
    for (let index = 0; index < count; index += 1) if (has(bits, index)) yield from + index;
  };
  const codesIn = ({ offsets, codes }: CodeLists) => {
    const code = reader(codes);
    return function* (position: number): Generator<number> {
      for (let at = word(offsets, position); at < word(offsets, position + 1); at += 1) yield code(at);
    };
  };
  const countOnce = (
    codesOf: (row: number) => Iterable<number>,
    { offsets, rows }: RowsOfSubjects,
    { counts, marks, subjects }: { readonly counts: number; readonly marks: number; readonly subjects: Span },
  ): void => {
    let subject = subjects.from;
    for (const row of positionsIn(rows)) {
      while (row >= word(offsets, subject + 1)) subject += 1;
      for (const code of codesOf(row)) {
        if (word(marks, code) === subject + 1) continue;
        u32[(marks >>> 2) + code] = subject + 1;
        addOne(counts, code);
      }
    }
  };
  const keyReader = ({ at, count }: KeyColumns) => {
    const columns = Array.from({ length: count }, (_, column) => {
      const [codes = 0, width = 0, table = 0] = [0, 1, 2].map((field) => word(at, 3 * column + field));
      return { code: reader({ at: codes, width }), table };
    });
    return (position: number): number =>
      columns.reduce((key, { code, table }) => key + word(table, code(position)), 0);
  };
  const rowKeysOf = ({ offsets, columns, set, none }: RowKeys) => {
    const keyOf = keyReader(columns);
    return (subject: number): ReadonlySet<number> => {
      const keys = new Set<number>();
      for (let row = word(offsets, subject); row < word(offsets, subject + 1); row += 1)
        if (set === null || has(set.bits, row - set.from)) keys.add(keyOf(row));
      return keys.size === 0 ? keys.add(none) : keys;
    };
  };
  return {
    tallyKeys: ({ own, rows }, set, { counts, marks }) => {
      const ownKey = keyReader(own);
      const keysOf = rows === null ? () => [0] : rowKeysOf(rows);
      for (const subject of positionsIn(set))
        for (const key of keysOf(subject)) {
          addOne(counts, ownKey(subject) + key);
          if (rows !== null) u32[(marks >>> 2) + key] = subject + 1;
        }
    },
    tally: (codes, set, { counts }) => {
      const code = reader(codes);
      for (const position of positionsIn(set)) addOne(counts, code(position));
    },
    tallySubjects: (codes, rows, at) => {
      const code = reader(codes);
      countOnce((row) => [code(row)], rows, at);
    },
    tallyGroups: (codes, { offsets, rows }, { masks, counts, subjects }) => {
      const code = reader(codes);
      for (let subject = subjects.from; subject < subjects.from + subjects.count; subject += 1) {
        let mask = 0;
        for (let row = word(offsets, subject); row < word(offsets, subject + 1); row += 1)
          if (has(rows.bits, row - rows.from)) mask |= word(masks, code(row));
        for (let group = 0; group < 32; group += 1) if (((mask >>> group) & 1) === 1) addOne(counts, group);
      }
    },
    tallyLists: (lists, set, counts) => {
      const codesOf = codesIn(lists);
      for (const position of positionsIn(set)) for (const code of codesOf(position)) addOne(counts, code);
    },
    tallyListSubjects: (lists, rows, at) => countOnce(codesIn(lists), rows, at),
    tallyCombined: ([a, b, c], set, counts) => {
      const [first, second] = [reader(a), reader(b)];
      const third = c === undefined ? () => 0 : reader(c);
      for (const position of positionsIn(set)) {
        const pair = first(position) * b.size + second(position);
        addOne(counts, pair * (c?.size ?? 1) + third(position));
      }
    },
  };
}
