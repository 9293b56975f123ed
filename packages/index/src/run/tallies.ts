import { tallyRoom } from '../kernel/kernel.ts';
import type { Step } from '../layout/steps.ts';
import { type Described, forDescribed, type RowValues } from './described.ts';
import type { PartOfSubjects } from './partOfSubjects.ts';
import { emptySet, prepare, type Runtime, subjectsOf } from './prepare.ts';

interface Tallied {
  readonly described: Described;
  readonly values: RowValues;
}

/** Numbers in the memory of the kernel, all of them 0. */
function zeros(length: number, { kept, memory }: Runtime) {
  const at = kept.take(4 * length);
  const numbers = new Uint32Array(memory, at, length).fill(0);
  return { at, numbers };
}

export function tally(
  { described, values, bySubject }: Tallied & { readonly bySubject: boolean },
  part: PartOfSubjects,
  at: Runtime,
): readonly Uint32Array[] | null {
  const { kernel } = at;
  const entries = zeros(values.count + 1, at);
  const [subjects, marks] = bySubject
    ? [zeros(values.count + 1, at), zeros(values.count + 1, at)]
    : [null, null];
  const room = zeros(tallyRoom / 4, at).at;
  const isWhole = forDescribed(described, part, {
    at,
    work: (block) => {
      if ('codes' in values)
        kernel.tally({ ...values.codes, size: values.count + 1 }, block.entries, {
          counts: entries.at,
          room,
        });
      else kernel.tallyLists(values.lists, block.entries, entries.at);
      if (subjects === null) return;
      const rows = { offsets: described.offsets, rows: block.rows };
      const counts = { counts: subjects.at, marks: marks.at, subjects: block.subjects };
      if ('codes' in values) kernel.tallySubjects(values.codes, rows, counts);
      else kernel.tallyListSubjects(values.lists, rows, counts);
    },
  });
  if (!isWhole) return null;
  return [entries, ...(subjects === null ? [] : [subjects])].map(({ numbers }) => Uint32Array.from(numbers));
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
