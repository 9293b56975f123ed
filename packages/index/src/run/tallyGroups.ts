import { codesIn } from '../kernel/codesIn.ts';
import type { BitSpan } from '../kernel/kernel.ts';
import { type Described, forDescribed, type RowValues } from './described.ts';
import type { PartOfSubjects } from './partOfSubjects.ts';
import type { Runtime } from './prepare.ts';
import { hasBit } from './sets.ts';
import { openCounts, zeros } from './tallies.ts';

export interface GroupsJob {
  readonly described: Described;
  readonly values: RowValues;
  /** Bit b of list n at index c: code c lies in the group 32 n + b. */
  readonly masks: readonly Uint32Array[];
  readonly byRow: boolean;
  readonly byCode: boolean;
}

/** Masks of more bytes do not fit into the memory of the kernel. */
const maxLaidBytes = 4_000_000;

/**
 * Counts rows, where they are wanted, and subjects that have a code of each group; each pass looks at 32 groups. A third
 * list says, where it is wanted, how many rows have each code.
 */
export function tallyGroups(
  { described, values, masks, byRow, byCode }: GroupsJob,
  part: PartOfSubjects,
  at: Runtime,
): readonly Uint32Array[] | null {
  const words = new Uint32Array(at.memory);
  const rowsOf = new Uint32Array(at.memory, described.offsets);
  const fits = masks.reduce((sum, { byteLength }) => sum + byteLength, 0) < maxLaidBytes;
  const passes = masks.map((table) => ({
    ...{ maskAt: masksOf(values, table, at.memory), entries: new Uint32Array(32), subjects: zeros(32, at) },
    laid: 'codes' in values && fits ? lay(table, at) : null,
  }));
  const codes = byCode ? openCounts(values, at) : null;
  const isWhole = forDescribed(described, part, {
    at,
    work: (block) => {
      codes?.count(block.entries);
      const rows = { offsets: described.offsets, rows: block.rows };
      for (const { maskAt, laid, entries, subjects } of passes) {
        if ('codes' in values && laid !== null) {
          const counted = { masks: laid, counts: subjects.at, subjects: block.subjects };
          at.kernel.tallyGroups(values.codes, rows, counted);
        } else countSubjects(block, { words, rowsOf, maskAt }, subjects.numbers);
        if (byRow) countEntries(block.entries, { words, maskAt }, entries);
      }
    },
  });
  if (!isWhole) return null;
  const joined = (lists: readonly Uint32Array[]) => Uint32Array.from(lists.flatMap((list) => [...list]));
  return [
    joined(passes.map(({ entries }) => entries)),
    joined(passes.map(({ subjects }) => subjects.numbers)),
    ...(codes === null ? [] : [codes.counts()]),
  ];
}

/** The address of numbers in the memory of the kernel. */
function lay(numbers: Uint32Array, at: Runtime): number {
  const laid = zeros(numbers.length, at);
  laid.numbers.set(numbers);
  return laid.at;
}

type MaskAt = (position: number) => number;

/** The groups of all codes at a position. */
function masksOf(values: RowValues, table: Uint32Array, memory: ArrayBufferLike): MaskAt {
  const codes = codesIn(memory, 'codes' in values ? values.codes : values.lists.codes);
  if ('codes' in values) return (position) => table[codes(position)] ?? 0;
  const lists = new Uint32Array(memory, values.lists.offsets);
  return (position) => {
    const end = lists[position + 1] ?? 0;
    let mask = 0;
    for (let at = lists[position] ?? 0; at < end; at += 1) mask |= table[codes(at)] ?? 0;
    return mask;
  };
}

function addBits(mask: number, counts: Uint32Array): void {
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    const bit = 31 - Math.clz32(rest & -rest);
    counts[bit] = (counts[bit] ?? 0) + 1;
  }
}

interface Reading {
  readonly words: Uint32Array;
  readonly maskAt: MaskAt;
}

function countSubjects(
  { subjects: { from }, rows }: { readonly subjects: { readonly from: number }; readonly rows: BitSpan },
  { words, rowsOf, maskAt }: Reading & { readonly rowsOf: Uint32Array },
  counts: Uint32Array,
): void {
  let subject = from;
  let end = rowsOf[subject + 1] ?? 0;
  let mask = 0;
  for (let index = 0; index < rows.count; index += 32) {
    const first = rows.from + index;
    for (let word = words[(rows.bits >>> 2) + (index >>> 5)] ?? 0; word !== 0; word &= word - 1) {
      const position = first + 31 - Math.clz32(word & -word);
      if (position >= end) {
        addBits(mask, counts);
        mask = 0;
        while (position >= end) {
          subject += 1;
          end = rowsOf[subject + 1] ?? 0;
        }
      }
      mask |= maskAt(position);
    }
  }
  addBits(mask, counts);
}

function countEntries(entries: BitSpan, { words, maskAt }: Reading, counts: Uint32Array): void {
  for (let index = 0; index < entries.count; index += 1)
    if (hasBit(words, entries, index)) addBits(maskAt(entries.from + index), counts);
}
