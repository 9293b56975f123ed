import { unknownPoint } from '../kernel/kernel.ts';
import type { Step, TimeSource } from '../layout/steps.ts';
import type { PartOfSubjects } from './partOfSubjects.ts';
import { openRows, prepare, type Runtime } from './prepare.ts';
import { emptySet, forBits } from './sets.ts';
import { sparseCounter } from './tallyLines.ts';
import { type Moments, openTimes } from './times.ts';

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

/** What is counted of a subject, by its index: how their time ended, of which the first three are followed, or that they entered late. */
const kinds = [
  'event',
  'competing',
  'censored',
  'noZero',
  'noEntry',
  'noContact',
  'leftBefore',
  'entered',
] as const;
type Kind = (typeof kinds)[number];

/** More than the days between any two. */
const maxDays = 2 ** 22;

/** What a key says: `day` is null where nobody is followed. */
export function followedOf(key: number): { readonly day: number | null; readonly what: Kind } {
  const index = Math.floor(key / maxDays);
  const what = kinds[index] ?? 'noContact';
  return { day: index < 3 || what === 'entered' ? key % maxDays : null, what };
}

const keyOf = (kind: Kind, day = 0): number => kinds.indexOf(kind) * maxDays + day;

/**
 * How many subjects enter and leave on which day, by keys in ascending order (rules 17.10 and 17.11); no list where there
 * are too many, null where it was stopped.
 */
export function tallyFollowUp(
  { cohort, zero, end, competing, entry, last, exactBelow }: FollowUpJob,
  { blocks, isStopped }: PartOfSubjects,
  at: Runtime,
): readonly (Float64Array | Uint32Array)[] | null {
  const finder = prepare(cohort, at);
  const words = new Uint32Array(at.memory);
  const first = { isMax: false, below: exactBelow };
  const room = { memory: at.memory, openRows: openRows(at) };
  const [zeros, ends] = [openTimes(zero, first, room), openTimes(end.source, first, room)];
  const others = competing && openTimes(competing.source, first, room);
  const entries = entry && openTimes(entry, first, room);
  const contacts = openTimes(last, { isMax: true, below: Number.POSITIVE_INFINITY }, room);
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
      const keys = new Float64Array(2 * block.count);
      let count = 0;
      const add = (key: number): void => {
        keys[count] = key;
        count += 1;
      };
      forBits(words, set, (index) => judge(index, times, add));
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

/** The keys of a subject of a block. */
function judge(index: number, { zero, end, other, entry, contact }: Times, add: (key: number) => void): void {
  const began = zero[index] ?? unknownPoint;
  if (began === unknownPoint) return add(keyOf('noZero'));
  const since = (moments: Moments | null, none: number): number => {
    const moment = moments?.[index] ?? unknownPoint;
    return moment === unknownPoint ? none : moment - began;
  };
  const enters = entry === null ? 0 : since(entry, Number.NaN);
  if (Number.isNaN(enters)) return add(keyOf('noEntry'));
  const never = Number.POSITIVE_INFINITY;
  const [ends, others] = [since(end, never), since(other, never)];
  const isEnded = ends < never || others < never;
  const leaving = isEnded ? Math.min(ends, others) : since(contact, -1);
  if (leaving < 0) return add(keyOf('noContact'));
  if (enters > 0 && leaving <= enters) return add(keyOf('leftBefore'));
  if (enters > 0) add(keyOf('entered', enters));
  add(keyOf(!isEnded ? 'censored' : ends <= others ? 'event' : 'competing', leaving));
}
