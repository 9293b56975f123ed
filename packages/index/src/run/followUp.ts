import { unknownPoint } from '../kernel/kernel.ts';
import type { Step, TimeSource } from '../layout/steps.ts';
import type { PartOfSubjects } from './partOfSubjects.ts';
import { openRows, prepare, type Runtime } from './prepare.ts';
import { emptySet, forBits } from './sets.ts';
import { dayCounter, maxDays } from './tallyLines.ts';
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

/** What a key says: `day` is null where nobody is followed. */
export function followedOf(key: number): { readonly day: number | null; readonly what: Kind } {
  const index = Math.floor(key / maxDays);
  const what = kinds[index] ?? 'noContact';
  return { day: index < 3 || what === 'entered' ? key % maxDays : null, what };
}

const keyOf = (kind: Kind, day = 0): number => kinds.indexOf(kind) * maxDays + day;

/** Keys below it are of subjects who are followed. */
const firstLeftOut = keyOf('noZero');

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
  const { take, finish } = dayCounter(kinds.length);
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
      forBits(words, set, (index) => {
        const key = judge(index, times);
        add(key);
        const late = lateEntry(index, times);
        if (late > 0 && key < firstLeftOut) add(keyOf('entered', late));
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

/** The days from time zero on which a subject of a block enters; not above 0 where that is not late. */
const lateEntry = (index: number, { zero, entry }: Times): number =>
  entry === null ? 0 : (entry[index] ?? unknownPoint) - (zero[index] ?? unknownPoint);

/** The key of how the time of a subject of a block ended. */
function judge(index: number, times: Times): number {
  const { zero, end, other, entry, contact } = times;
  const began = zero[index] ?? unknownPoint;
  if (began === unknownPoint) return keyOf('noZero');
  if (entry !== null && entry[index] === unknownPoint) return keyOf('noEntry');
  const since = (moments: Moments | null, none: number): number => {
    const moment = moments?.[index] ?? unknownPoint;
    return moment === unknownPoint ? none : moment - began;
  };
  const never = Number.POSITIVE_INFINITY;
  const [ends, others] = [since(end, never), since(other, never)];
  const isEnded = ends < never || others < never;
  const leaving = isEnded ? Math.min(ends, others) : since(contact, -1);
  if (leaving < 0) return keyOf('noContact');
  const enters = lateEntry(index, times);
  if (enters > 0 && leaving <= enters) return keyOf('leftBefore');
  return keyOf(!isEnded ? 'censored' : ends <= others ? 'event' : 'competing', leaving);
}
