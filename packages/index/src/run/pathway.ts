import { unknownPoint } from '../kernel/kernel.ts';
import type { Course, Step } from '../layout/steps.ts';
import { lowestWay, openCourses, reachedBy } from './courses.ts';
import type { PartOfSubjects } from './partOfSubjects.ts';
import { openRows, prepare, type Runtime } from './prepare.ts';
import { emptySet, forBits } from './sets.ts';
import { dayCounter, maxDays } from './tallyLines.ts';

export interface PathwayJob {
  readonly cohort: Step;
  readonly course: Course;
}

/** More than there are. */
const ways = 16;

/** What a key says: a stage and the days to it, or the stages reached and the way after the last one. */
export function courseOf(key: number) {
  const stage = Math.floor(key / maxDays);
  if (stage > 0) return { reached: null, way: null, stage, days: key % maxDays };
  return { reached: Math.floor(key / ways), way: (key % ways) + lowestWay, stage: null, days: null };
}

/** How many subjects have each course and each waiting time, by keys (rules 17.30 to 17.32); null where it was stopped. */
export function tallyPathway(
  { cohort, course }: PathwayJob,
  { blocks, isStopped }: PartOfSubjects,
  at: Runtime,
): readonly (Float64Array | Uint32Array)[] | null {
  const finder = prepare(cohort, at);
  const words = new Uint32Array(at.memory);
  const follow = openCourses(course, { ...at, openRows: openRows(at) });
  const { take, finish } = dayCounter(course.stages.length + 1);
  for (const block of blocks) {
    if (isStopped()) return null;
    at.scratch.within(() => {
      const set = emptySet(block, at);
      finder.add(block, set);
      const { moments, wayOf } = follow(set);
      const keys = new Float64Array(block.count * moments.length);
      let count = 0;
      forBits(words, set, (index) => {
        const reached = reachedBy(moments, index);
        const momentOf = (stage: number): number => moments[stage]?.[index] ?? unknownPoint;
        for (let stage = 1; stage < reached; stage += 1) {
          keys[count] = stage * maxDays + momentOf(stage) - momentOf(stage - 1);
          count += 1;
        }
        keys[count] = reached * ways + wayOf(index) - lowestWay;
        count += 1;
      });
      take(keys, count);
    });
  }
  const tally = finish(Number.MAX_SAFE_INTEGER);
  return tally === null ? [] : [Float64Array.from(tally.keys), Uint32Array.from(tally.counts)];
}
