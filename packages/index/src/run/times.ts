import { type CodeAt, codesIn } from '../kernel/codesIn.ts';
import { type BitSpan, unknownPoint } from '../kernel/kernel.ts';
import type { Step, TimeSource } from '../layout/steps.ts';
import { forBits } from './sets.ts';

/** Of the subjects of a block a time each; `unknownPoint` where there is none. */
export type Moments = Int32Array;

/** Finds the rows of subjects that meet a step. */
export interface RowsRoom {
  readonly memory: ArrayBufferLike;
  readonly openRows: (step: Step, offsets: number) => (subjects: BitSpan) => BitSpan;
}

interface Wanted {
  /** The last time, and not the first. */
  readonly isMax: boolean;
  readonly below: number;
}

/** Only times that lie so many days after time zero. */
interface Since {
  readonly zero: Moments;
  readonly later: number;
}

/** No time is wanted before it; none at all where there is no time zero. */
function beginOf({ zero, later }: Since, index: number): number {
  const began = zero[index] ?? unknownPoint;
  return began === unknownPoint ? Number.POSITIVE_INFINITY : began + later;
}

/** The wanted time of each subject of a set of a block. */
type FindTimes = (subjects: BitSpan, since: Since | null) => Moments;

export function openTimes(source: TimeSource, wanted: Wanted, room: RowsRoom): FindTimes {
  const words = new Uint32Array(room.memory);
  const find = openMoments(source, wanted, room);
  return (subjects, since) => {
    const found = new Int32Array(subjects.count).fill(unknownPoint);
    const momentOf = find(subjects);
    forBits(words, subjects, (index) => {
      const from = since === null ? unknownPoint + 1 : beginOf(since, index);
      found[index] = momentOf(subjects.from + index, from);
    });
    return found;
  };
}

/** The wanted time of a subject that is not before another one; `unknownPoint` where there is none. */
type MomentOf = (subject: number, from: number) => number;

function openMoments(
  source: TimeSource,
  wanted: Wanted,
  { memory, openRows }: RowsRoom,
): (subjects: BitSpan) => MomentOf {
  const judged = (moment: number, from: number): number =>
    moment >= from && moment < wanted.below ? moment : unknownPoint;
  if (source.of === 'birth') return () => (_, from) => judged(0, from);
  const { moments } = source;
  const codeAt: CodeAt = codesIn(memory, source.codes);
  const momentAt = (position: number): number => moments[codeAt(position)] ?? unknownPoint;
  if (source.of === 'subject') return () => (subject, from) => judged(momentAt(subject), from);
  const { offsets } = source;
  const find = openRows(source.step, offsets);
  return (subjects) => momentOfRows({ offsets, rows: find(subjects), momentAt, wanted }, memory);
}

interface Rows {
  readonly offsets: number;
  readonly rows: BitSpan;
  readonly momentAt: (position: number) => number;
  readonly wanted: Wanted;
}

/** Rows of a subject are in the order of their times, and those without one come last. */
function momentOfRows({ offsets, rows, momentAt, wanted }: Rows, memory: ArrayBufferLike): MomentOf {
  const words = new Uint32Array(memory);
  const momentOf = (index: number): number => momentAt(rows.from + index);
  const rowsBefore = (subject: number): number => (words[(offsets >>> 2) + subject] ?? 0) - rows.from;
  if (wanted.isMax)
    return (subject) => {
      const begin = rowsBefore(subject);
      let row = lastBit(words, rows, { begin, end: rowsBefore(subject + 1) });
      while (row >= begin && momentOf(row) === unknownPoint) row = lastBit(words, rows, { begin, end: row });
      return row < begin ? unknownPoint : momentOf(row);
    };
  return (subject, from) => {
    const end = rowsBefore(subject + 1);
    let row = nextBit(words, rows, { begin: rowsBefore(subject), end });
    while (row < end && momentOf(row) !== unknownPoint && momentOf(row) < from)
      row = nextBit(words, rows, { begin: row + 1, end });
    if (row >= end) return unknownPoint;
    const moment = momentOf(row);
    return moment !== unknownPoint && moment < wanted.below ? moment : unknownPoint;
  };
}

interface Part {
  readonly begin: number;
  readonly end: number;
}

/** The first bit set from `begin` to `end - 1`; `end` where there is none. */
function nextBit(words: Uint32Array, { bits }: BitSpan, { begin, end }: Part): number {
  for (let at = begin; at < end; at = (at | 31) + 1) {
    const word = (words[(bits >>> 2) + (at >>> 5)] ?? 0) >>> (at & 31);
    if (word !== 0) return Math.min(end, at + 31 - Math.clz32(word & -word));
  }
  return end;
}

/** The last one; below `begin` where there is none. */
function lastBit(words: Uint32Array, { bits }: BitSpan, { begin, end }: Part): number {
  for (let until = end; until > begin; until = (until - 1) & ~31) {
    const word = (words[(bits >>> 2) + ((until - 1) >>> 5)] ?? 0) << (31 - ((until - 1) & 31));
    if (word !== 0) return until - 1 - Math.clz32(word);
  }
  return begin - 1;
}
