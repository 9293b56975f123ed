import { type BitSpan, tallyRoom } from '../kernel/kernel.ts';
import type { Step } from '../layout/steps.ts';
import { type Described, forDescribed, type RowValues } from './described.ts';
import type { PartOfSubjects } from './partOfSubjects.ts';
import { prepare, type Runtime, subjectsOf } from './prepare.ts';
import { emptySet } from './sets.ts';

interface Tallied {
  readonly described: Described;
  readonly values: RowValues;
}

/** Numbers in the memory of the kernel, all of them 0. */
export function zeros(length: number, { kept, memory }: Runtime) {
  const at = kept.take(4 * length);
  const numbers = new Uint32Array(memory, at, length).fill(0);
  return { at, numbers };
}

/** Counts how many rows have each code. */
export function openCounts(values: RowValues, at: Runtime) {
  const { kernel } = at;
  const counts = zeros(values.count + 1, at);
  const room = zeros(tallyRoom / 4, at).at;
  return {
    count: (rows: BitSpan): void => {
      if ('codes' in values)
        kernel.tally({ ...values.codes, size: values.count + 1 }, rows, { counts: counts.at, room });
      else kernel.tallyLists(values.lists, rows, counts.at);
    },
    counts: (): Uint32Array => Uint32Array.from(counts.numbers),
  };
}

export function tally(
  { described, values, bySubject }: Tallied & { readonly bySubject: boolean },
  part: PartOfSubjects,
  at: Runtime,
): readonly Uint32Array[] | null {
  const { kernel } = at;
  const codes = openCounts(values, at);
  const [subjects, marks] = bySubject
    ? [zeros(values.count + 1, at), zeros(values.count + 1, at)]
    : [null, null];
  const isWhole = forDescribed(described, part, {
    at,
    work: (block) => {
      codes.count(block.entries);
      if (subjects === null) return;
      const rows = { offsets: described.offsets, rows: block.rows };
      const counts = { counts: subjects.at, marks: marks.at, subjects: block.subjects };
      if ('codes' in values) kernel.tallySubjects({ ...values.codes, size: values.count + 1 }, rows, counts);
      else kernel.tallyListSubjects(values.lists, rows, counts);
    },
  });
  if (!isWhole) return null;
  return [codes.counts(), ...(subjects === null ? [] : [Uint32Array.from(subjects.numbers)])];
}

/** Counts the rows by the codes of several concepts. */
export function tallyEach(
  { described, values }: { readonly described: Described; readonly values: readonly RowValues[] },
  part: PartOfSubjects,
  at: Runtime,
): readonly Uint32Array[] | null {
  const columns = values.map((each) => openCounts(each, at));
  const isWhole = forDescribed(described, part, {
    at,
    work: ({ entries }) => {
      for (const { count } of columns) count(entries);
    },
  });
  return isWhole ? columns.map(({ counts }) => counts()) : null;
}

export function tallySets(
  { described, sets }: { readonly described: Described; readonly sets: readonly Step[] },
  part: PartOfSubjects,
  at: Runtime,
): readonly Uint32Array[] | null {
  const { kernel, scratch } = at;
  const finders = sets.map((step) => prepare(step, at));
  const [entries, subjects] = [new Uint32Array(sets.length), new Uint32Array(sets.length)];
  const isWhole = forDescribed(described, part, {
    at,
    work: (block) => {
      finders.forEach((finder, set) => {
        scratch.within(() => {
          const found = emptySet(block.rows, at);
          finder.add(block.subjects, found);
          entries[set] = (entries[set] ?? 0) + kernel.andCount(found.bits, block.entries.bits, found.count);
          kernel.and(found.bits, block.rows.bits, found.count);
          const having = subjectsOf({ offsets: described.offsets, rows: found }, block.subjects, at);
          subjects[set] = (subjects[set] ?? 0) + kernel.count(having.bits, having.count);
        });
      });
    },
  });
  return isWhole ? [entries, subjects] : null;
}
