import { type BitSpan, bytesOfBits, type Codes, rowsRoom, type Span } from '../kernel/kernel.ts';
import type { CodeRange, Step } from '../layout/steps.ts';
import type { KnownSet } from './knownSets.ts';
import { maxRanges, prepare, type Runtime, rowsOf } from './prepare.ts';
import { emptySet } from './sets.ts';

/** So many sets are found in one pass over the codes. */
const maxAtOnce = 8;

/** Adds to a set of each step the subjects that it finds. */
type AddEach = (subjects: Span, sets: readonly BitSpan[]) => void;

/** The subjects with so many rows that have one of some codes. */
interface Counted {
  readonly index: number;
  readonly step: Step;
  readonly offsets: number;
  readonly codes: Codes;
  readonly ranges: readonly CodeRange[];
  readonly count: number;
  readonly min: number;
  readonly max: number;
}

/** Makes several steps ready to run at once: those about the codes of the same concept read them once for all. */
export function prepareEach(steps: readonly Step[], at: Runtime): AddEach {
  const groups = inGroups(steps).map((group) => prepareGroup(group, at));
  const grouped = new Set(groups.flatMap(({ indexes }) => indexes));
  const others = steps.flatMap((step, index) =>
    grouped.has(index) ? [] : [{ index, finder: prepare(step, at) }],
  );
  return (subjects, sets) => {
    for (const { index, finder } of others) {
      const set = sets[index];
      if (set !== undefined) finder.add(subjects, set);
    }
    for (const { add } of groups) add(subjects, sets);
  };
}

/** The steps that look up the same codes of the same rows; none that would be alone. Few ranges are found faster one by one. */
function inGroups(steps: readonly Step[]): readonly (readonly Counted[])[] {
  const groups = new Map<string, Counted[]>();
  for (const [index, step] of steps.entries()) {
    if (step.find !== 'withRows' || step.step.find !== 'codes') continue;
    const { offsets, min, max } = step;
    const { codes, ranges, count, postings } = step.step;
    if (ranges.length <= maxRanges || postings !== undefined) continue;
    const key = `${offsets} ${codes.at}`;
    const group = groups.get(key) ?? [];
    group.push({ index, step, offsets, codes, ranges, count, min, max });
    groups.set(key, group);
  }
  return [...groups.values()]
    .flatMap((group) =>
      Array.from({ length: Math.ceil(group.length / maxAtOnce) }, (_, part) =>
        group.slice(part * maxAtOnce, (part + 1) * maxAtOnce),
      ),
    )
    .filter(({ length }) => length > 1);
}

function prepareGroup(
  group: readonly Counted[],
  at: Runtime,
): { readonly indexes: readonly number[]; readonly add: AddEach } {
  const members = group.map((member) => ({
    ...member,
    finder: prepare(member.step, at),
    known: at.known?.of(member.step) ?? null,
  }));
  const addAll = prepareAll(group, at);
  return {
    indexes: group.map(({ index }) => index),
    add: (subjects, sets) => {
      const unknown = members.filter(({ known }) => known === null || known.find(subjects) === null);
      const isAtOnce = unknown.length > 1;
      for (const { index, finder } of members) {
        const set = sets[index];
        const isWanted = !(isAtOnce && unknown.some((one) => one.index === index));
        if (set !== undefined && isWanted) finder.add(subjects, set);
      }
      if (isAtOnce) addAll(subjects, unknown, sets);
    },
  };
}

interface Member extends Counted {
  readonly known: KnownSet | null;
}

/** Finds the rows of all steps of a group, and of some of them the subjects. */
function prepareAll(group: readonly Counted[], at: Runtime) {
  const { kernel, scratch, kept, memory } = at;
  const size = 1 + Math.max(...group.map(({ count }) => count));
  const table = kept.take(size);
  const bytes = new Uint8Array(memory, table, size).fill(0);
  group.forEach(({ ranges }, nth) => {
    for (const { low, high } of ranges)
      for (let code = low; code <= high; code += 1) bytes[code] = (bytes[code] ?? 0) | (1 << nth);
  });
  return (subjects: Span, wanted: readonly Member[], sets: readonly BitSpan[]): void =>
    scratch.within(() => {
      const [first] = wanted;
      if (first === undefined) return;
      const { offsets, codes } = first;
      const rows = rowsOf(offsets, subjects, at);
      const each = bytesOfBits(rows.count);
      const bits = scratch.take(each * group.length);
      kernel.none({ from: 0, count: 8 * each * group.length, bits });
      kernel.addListedEach(codes, table, { ...rows, bits, each, many: group.length });
      const room = scratch.take(rowsRoom(rows.count));
      for (const { index, known, min, max } of wanted) {
        const set = sets[index] ?? emptySet(subjects, at);
        const nth = group.findIndex((one) => one.index === index);
        kernel.addWithRows({ offsets, rows: { ...rows, bits: bits + nth * each } }, { min, max, room }, set);
        const remembered = known?.keep(subjects) ?? null;
        if (remembered !== null) kernel.copy(remembered, set.bits, set.count);
      }
    });
}
