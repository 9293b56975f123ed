import { type KeyColumns, keyBuckets, keyPartBytes } from '../kernel/kernel.ts';
import type { KeyedColumn, StackedLines } from '../layout/lines.ts';
import type { PartOfSubjects } from './partOfSubjects.ts';
import { prepare, type Runtime } from './prepare.ts';
import { emptySet } from './sets.ts';

/** Lines of which each subject has one, whose key its own values make. */
export interface SubjectLines {
  readonly lines: Pick<StackedLines, 'cohort' | 'groups'>;
  /** Only keys from here on. */
  readonly low: number;
}

/** How many lines have a key in each of `keyBuckets` ranges, of `2 ** shift` keys each; null where it was stopped. */
export function lineBuckets(
  { lines, low, shift }: SubjectLines & { readonly shift: number },
  part: PartOfSubjects,
  at: Runtime,
): readonly Uint32Array[] | null {
  const counts = at.kept.take(4 * keyBuckets);
  const found = new Uint32Array(at.memory, counts, keyBuckets).fill(0);
  const isWhole = forLines(lines, part, {
    at,
    work: (columns, set) => at.kernel.tallyBuckets(columns, set, { low, shift, counts }),
  });
  return isWhole ? [found.slice()] : null;
}

/** The lines with a key below `high`, at most `max`: their keys, and their subjects; null where it was stopped. */
export function linesBetween(
  { lines, low, high, max }: SubjectLines & { readonly high: number; readonly max: number },
  part: PartOfSubjects,
  at: Runtime,
): readonly Float64Array[] | null {
  const out = at.kept.take(16 * max);
  let count = 0;
  const isWhole = forLines(lines, part, {
    at,
    work: (columns, set) => {
      count += at.kernel.takeLines(columns, set, { low, high, out: out + 16 * count });
    },
  });
  if (!isWhole) return null;
  const found = new Float64Array(at.memory, out, 2 * count);
  const every = (first: number) =>
    Float64Array.from({ length: count }, (_, line) => found[2 * line + first] ?? 0);
  return [every(0), every(1)];
}

type WorkOnLines = (columns: KeyColumns, set: ReturnType<typeof emptySet>) => void;

/** Does some work for the lines of each block of subjects; false where it was stopped. */
function forLines(
  { cohort, groups }: SubjectLines['lines'],
  { blocks, isStopped }: PartOfSubjects,
  { at, work }: { readonly at: Runtime; readonly work: WorkOnLines },
): boolean {
  const finder = prepare(cohort, at);
  const columns = layColumns(
    groups.flatMap((group) => group.columns),
    at,
  );
  for (const block of blocks) {
    if (isStopped()) return false;
    at.scratch.within(() => {
      const set = emptySet(block, at);
      finder.add(block, set);
      work(columns, set);
    });
  }
  return true;
}

/** Lays columns into memory as the kernel takes them. */
function layColumns(columns: readonly KeyedColumn[], { kept, memory }: Runtime): KeyColumns {
  const address = kept.take(keyPartBytes * columns.length);
  columns.forEach(({ codes, part }, column) => {
    const begin = address + keyPartBytes * column;
    let table = 0;
    if (part.by === 'table') {
      table = kept.take(8 * part.table.length);
      new Float64Array(memory, table, part.table.length).set(part.table);
    } else new Float64Array(memory, begin + 16, 3).set([part.none, part.first, part.step]);
    new Uint32Array(memory, begin, 3).set([codes.at, codes.width, table]);
  });
  return { at: address, count: columns.length };
}
