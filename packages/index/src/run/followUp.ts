import { type CodeAt, codesIn } from '../kernel/codesIn.ts';
import { type BitSpan, type Codes, unknownPoint } from '../kernel/kernel.ts';
import type { Step } from '../layout/steps.ts';
import type { PartOfSubjects } from './partOfSubjects.ts';
import { addRows, prepare, type Runtime, rowsOf } from './prepare.ts';
import { emptySet, forBits } from './sets.ts';
import { sparseCounter } from './tallyLines.ts';

/** Times of subjects: birth, their own, or those of rows. `moments` are days by code; `unknownPoint` where there is none. */
export type TimeSource =
  | { readonly of: 'birth' }
  | { readonly of: 'subject'; readonly codes: Codes; readonly moments: Int32Array }
  | {
      readonly of: 'rows';
      readonly offsets: number;
      readonly step: Step;
      readonly codes: Codes;
      readonly moments: Int32Array;
    };

/** A first time after time zero; `later` by so many days at least. */
interface AfterZero {
  readonly source: TimeSource;
  readonly later: number;
}

export interface FollowUpJob {
  readonly cohort: Step;
  readonly zero: TimeSource;
  readonly end: AfterZero;
  readonly competing: AfterZero | null;
  readonly entry: TimeSource | null;
  readonly last: TimeSource;
  /** A time from here on stands for all above it, and says no first time. */
  readonly exactBelow: number;
}

/** How the time of a subject ended, by its index; the first three are followed. */
export const outcomes = [
  'event',
  'competing',
  'censored',
  'noZero',
  'noEntry',
  'noContact',
  'leftBefore',
] as const;
type Outcome = (typeof outcomes)[number];

/** More than the days between any two. */
const maxDays = 2 ** 22;

/** What a key says: `entry` is null where a subject is at risk from time zero on, `leaving` where it is not followed. */
export function followedOf(key: number) {
  const outcome = outcomes[Math.floor(key / maxDays / maxDays)] ?? 'noContact';
  const entry = Math.floor(key / maxDays) % maxDays;
  const isFollowed = outcomes.indexOf(outcome) < 3;
  return { outcome, entry: entry === 0 ? null : entry, leaving: isFollowed ? key % maxDays : null };
}

const keyOf = (outcome: Outcome, entry = 0, leaving = 0): number =>
  (outcomes.indexOf(outcome) * maxDays + entry) * maxDays + leaving;

/** Of the subjects of a block a time each; `unknownPoint` where there is none. */
type Moments = Int32Array;

/**
 * How many subjects were followed alike, by keys in ascending order (rules 17.10 and 17.11); no list where they are too
 * many, null where it was stopped.
 */
export function tallyFollowUp(
  { cohort, zero, end, competing, entry, last, exactBelow }: FollowUpJob,
  { blocks, isStopped }: PartOfSubjects,
  at: Runtime,
): readonly (Float64Array | Uint32Array)[] | null {
  const finder = prepare(cohort, at);
  const words = new Uint32Array(at.memory);
  const first = { isMax: false, below: exactBelow };
  const [zeros, ends] = [openTimes(zero, first, at), openTimes(end.source, first, at)];
  const others = competing && openTimes(competing.source, first, at);
  const entries = entry && openTimes(entry, first, at);
  const contacts = openTimes(last, { isMax: true, below: Number.POSITIVE_INFINITY }, at);
  const { take, finish } = sparseCounter();
  for (const block of blocks) {
    if (isStopped()) return null;
    at.scratch.within(() => {
      const set = emptySet(block, at);
      finder.add(block, set);
      const began = zeros(set, null);
      const times = {
        zero: began,
        end: ends(set, { zero: began, later: end.later }),
        other: others?.(set, { zero: began, later: competing?.later ?? 0 }) ?? null,
        entry: entries?.(set, null) ?? null,
        contact: contacts(set, null),
      };
      const keys = new Float64Array(block.count);
      let count = 0;
      forBits(words, set, (index) => {
        keys[count] = judge(index, times);
        count += 1;
      });
      take(keys, count);
    });
  }
  const tally = finish(Number.MAX_SAFE_INTEGER);
  return tally === null ? [] : [Float64Array.from(tally.keys), Uint32Array.from(tally.counts)];
}

interface Times {
  readonly zero: Moments;
  readonly end: Moments;
  readonly other: Moments | null;
  readonly entry: Moments | null;
  readonly contact: Moments;
}

/** The key of a subject of a block. */
function judge(index: number, { zero, end, other, entry, contact }: Times): number {
  const began = zero[index] ?? unknownPoint;
  if (began === unknownPoint) return keyOf('noZero');
  const since = (moments: Moments | null, none: number): number => {
    const moment = moments?.[index] ?? unknownPoint;
    return moment === unknownPoint ? none : moment - began;
  };
  const enters = entry === null ? 0 : since(entry, Number.NaN);
  if (Number.isNaN(enters)) return keyOf('noEntry');
  const never = Number.POSITIVE_INFINITY;
  const [ends, others] = [since(end, never), since(other, never)];
  const isEnded = ends < never || others < never;
  const leaving = isEnded ? Math.min(ends, others) : since(contact, -1);
  if (leaving < 0) return keyOf('noContact');
  if (enters > 0 && leaving <= enters) return keyOf('leftBefore');
  const outcome = !isEnded ? 'censored' : ends <= others ? 'event' : 'competing';
  return keyOf(outcome, Math.max(0, enters), leaving);
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

function openTimes(source: TimeSource, wanted: Wanted, at: Runtime): FindTimes {
  const words = new Uint32Array(at.memory);
  const find = openMoments(source, wanted, at);
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

function openMoments(source: TimeSource, wanted: Wanted, at: Runtime): (subjects: BitSpan) => MomentOf {
  const judged = (moment: number, from: number): number =>
    moment >= from && moment < wanted.below ? moment : unknownPoint;
  if (source.of === 'birth') return () => (_, from) => judged(0, from);
  const { moments } = source;
  const codeAt: CodeAt = codesIn(at.memory, source.codes);
  const momentAt = (position: number): number => moments[codeAt(position)] ?? unknownPoint;
  if (source.of === 'subject') return () => (subject, from) => judged(momentAt(subject), from);
  const finder = prepare(source.step, at);
  const { offsets } = source;
  return (subjects) => {
    const rows = emptySet(rowsOf(offsets, subjects, at), at);
    addRows(finder, { rows: { offsets, rows }, subjects }, at);
    return momentOfRows({ offsets, rows, momentAt, wanted }, at);
  };
}

interface Rows {
  readonly offsets: number;
  readonly rows: BitSpan;
  readonly momentAt: (position: number) => number;
  readonly wanted: Wanted;
}

/** Rows of a subject are in the order of their times, and those without one come last. */
function momentOfRows({ offsets, rows, momentAt, wanted }: Rows, { memory }: Runtime): MomentOf {
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
