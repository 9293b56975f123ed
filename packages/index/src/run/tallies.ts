import { type Codes, tallyRoom } from '../kernel/kernel.ts';
import type { Step } from '../layout/steps.ts';
import { type Described, forBits, forDescribed, hasBit, type RowValues } from './described.ts';
import type { PartOfSubjects } from './partOfSubjects.ts';
import { emptySet, prepare, type Runtime, subjectsOf } from './prepare.ts';

/** Groups of codes: those of code c are `groups[offsets[c]]` to `groups[offsets[c + 1] - 1]`, all below `size`. */
export interface CodeGroups {
  readonly offsets: Uint32Array;
  readonly groups: Uint32Array;
  readonly size: number;
}

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
      if ('codes' in values) kernel.tally(values.codes, block.entries, { counts: entries.at, room });
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

/** The codes from an address on. */
function codesAt({ at, width }: Codes, memory: ArrayBufferLike): Uint8Array | Uint16Array | Uint32Array {
  if (width === 1) return new Uint8Array(memory, at);
  return width === 2 ? new Uint16Array(memory, at) : new Uint32Array(memory, at);
}

/** Counts things in groups, each thing once in a group; those of one thing come together. */
function createCounts(size: number) {
  const [counts, marks] = [new Uint32Array(size), new Uint32Array(size)];
  return {
    counts,
    add: (group: number, thing: number): void => {
      if (marks[group] === thing + 1) return;
      marks[group] = thing + 1;
      counts[group] = (counts[group] ?? 0) + 1;
    },
  };
}

export function tallyGroups(
  { described, values, groups }: Tallied & { readonly groups: CodeGroups },
  part: PartOfSubjects,
  at: Runtime,
): readonly Uint32Array[] | null {
  const [entries, subjects] = [createCounts(groups.size), createCounts(groups.size)];
  const words = new Uint32Array(at.memory);
  const rowsOf = new Uint32Array(at.memory, described.offsets);
  const forGroups = groupsOfRows(values, groups, at.memory);
  const isWhole = forDescribed(described, part, {
    at,
    work: (block) => {
      let subject = block.subjects.from;
      forBits(words, block.rows, (index) => {
        const position = block.rows.from + index;
        while (position >= (rowsOf[subject + 1] ?? 0)) subject += 1;
        const isEntry = hasBit(words, block.entries, index);
        forGroups(position, (group) => {
          if (isEntry) entries.add(group, position);
          subjects.add(group, subject);
        });
      });
    },
  });
  return isWhole ? [entries.counts, subjects.counts] : null;
}

/** Goes through the groups of the codes at a position; one may come several times. */
function groupsOfRows(values: RowValues, { offsets, groups }: CodeGroups, memory: ArrayBufferLike) {
  const codes = codesAt('codes' in values ? values.codes : values.lists.codes, memory);
  const forCode = (code: number, take: (group: number) => void): void => {
    const end = offsets[code + 1] ?? 0;
    for (let at = offsets[code] ?? 0; at < end; at += 1) take(groups[at] ?? 0);
  };
  if ('codes' in values)
    return (position: number, take: (group: number) => void) => forCode(codes[position] ?? 0, take);
  const lists = new Uint32Array(memory, values.lists.offsets);
  return (position: number, take: (group: number) => void): void => {
    const end = lists[position + 1] ?? 0;
    for (let at = lists[position] ?? 0; at < end; at += 1) forCode(codes[at] ?? 0, take);
  };
}
