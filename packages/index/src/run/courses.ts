import { type BitSpan, type Span, unknownPoint } from '../kernel/kernel.ts';
import type { Scratch } from '../layout/scratch.ts';
import type { Course, Step, TimeStep } from '../layout/steps.ts';
import { emptySet } from './sets.ts';
import { type Moments, openTimes, type RowsRoom } from './times.ts';

/** What became of a subject who left by no exit; the numbers are those of the engine's `wayNumbers`. */
const [waiting, unknown]: readonly [number, number] = [-1, -2];
/** The lowest way. */
export const lowestWay = unknown;

/** How the subjects of a block went through a pathway. */
export interface Courses {
  /** Of each stage when it was reached; once it was not, no later one was. */
  readonly moments: readonly Moments[];
  readonly wayOf: (index: number) => number;
}

export interface CourseRoom extends RowsRoom {
  readonly scratch: Scratch;
}

/** Follows subjects through a pathway (rules 17.30 and 17.31). */
export function openCourses(
  { stages, exits, last, exactBelow }: Course,
  room: CourseRoom,
): (subjects: BitSpan) => Courses {
  const open = ({ source, dayAfter }: TimeStep) => {
    const find = openTimes(source, { isMax: false, below: exactBelow }, room);
    return { dayAfter, find };
  };
  const [steps, leaving] = [stages.map(open), exits.map(open)];
  const contactOf = last && openTimes(last, { isMax: true, below: Number.POSITIVE_INFINITY }, room);
  return (subjects) => {
    const moments: Moments[] = [];
    for (const { find, dayAfter } of steps) {
      const before = moments.at(-1);
      const since = before && { zero: beginOf({ moments, before, dayAfter }), later: 0 };
      moments.push(room.scratch.within(() => find(subjects, since ?? null)));
    }
    const far = latestOf(moments, subjects);
    const left = leaving.map(({ find, dayAfter }) => {
      const zero = beginOf({ moments, before: far, dayAfter });
      return room.scratch.within(() => find(subjects, { zero, later: 0 }));
    });
    const contact = contactOf && room.scratch.within(() => contactOf(subjects, null));
    return { moments, wayOf: (index) => wayAfter(index, { far, left, contact }) };
  };
}

/** To follow a subject costs more than to look at its rows. */
const courseCost = 200;

/** Subjects by how far they came, and what became of them. */
export function prepareCourse(
  { course, min, max, way }: Extract<Step, { find: 'course' }>,
  room: CourseRoom & Parameters<typeof emptySet>[1],
) {
  const follow = openCourses(course, room);
  const words = new Uint32Array(room.memory);
  const add = (subjects: Span, out: BitSpan): void =>
    room.scratch.within(() => {
      const all = emptySet(subjects, room);
      room.kernel.all(all);
      const { moments, wayOf } = follow(all);
      for (let index = 0; index < subjects.count; index += 1) {
        const reached = reachedBy(moments, index);
        if (reached < min || reached > max || (way !== null && wayOf(index) !== way)) continue;
        const word = (out.bits >>> 2) + (index >>> 5);
        words[word] = (words[word] ?? 0) | (1 << (index & 31));
      }
    });
  return { cost: courseCost, add };
}

/** How many stages. */
export function reachedBy(moments: readonly Moments[], index: number): number {
  const missed = moments.findIndex((stage) => (stage[index] ?? unknownPoint) === unknownPoint);
  return missed < 0 ? moments.length : missed;
}

interface Begin {
  readonly moments: readonly Moments[];
  readonly before: Moments;
  readonly dayAfter: readonly number[];
}

/** The day from which the next event counts; none where there is no day before it. */
function beginOf({ moments, before, dayAfter }: Begin): Moments {
  const begin = before.slice();
  for (const stage of dayAfter)
    moments[stage]?.forEach((moment, index) => {
      const after = begin[index] ?? unknownPoint;
      if (after !== unknownPoint && moment !== unknownPoint && moment >= after) begin[index] = moment + 1;
    });
  return begin;
}

/** When the last stage that was reached was. */
function latestOf(moments: readonly Moments[], { count }: Span): Moments {
  const latest = new Int32Array(count).fill(unknownPoint);
  for (const stage of moments)
    stage.forEach((moment, index) => {
      if (moment !== unknownPoint) latest[index] = moment;
    });
  return latest;
}

interface After {
  readonly far: Moments;
  readonly left: readonly Moments[];
  readonly contact: Moments | null;
}

/** The earliest exit, and of two on one day the first. */
function wayAfter(index: number, { far, left, contact }: After): number {
  let way = unknown;
  let earliest = Number.POSITIVE_INFINITY;
  left.forEach((moments, exit) => {
    const moment = moments[index] ?? unknownPoint;
    if (moment !== unknownPoint && moment < earliest) [way, earliest] = [exit, moment];
  });
  if (way !== unknown) return way;
  const [seen, since] = [contact?.[index] ?? unknownPoint, far[index] ?? unknownPoint];
  return since !== unknownPoint && seen !== unknownPoint && seen >= since ? waiting : unknown;
}
