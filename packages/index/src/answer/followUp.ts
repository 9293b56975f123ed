import type { CohortPlan, FollowUp, Pathway, TimePoint } from '@atrium/engine';
import { compileCohort } from '../compile/compileCohort.ts';
import { compileCourse, compileTimes, exactBelow } from '../compile/compileRows.ts';
import { NotInIndex } from '../compile/refusal.ts';
import { followedOf } from '../run/followUp.ts';
import { courseOf } from '../run/pathway.ts';
import type { Answering } from './answering.ts';
import type { AnswerRow } from './answerRow.ts';

/** What `compileFollowUp` says in SQL. */
export async function followUp(
  { plan, followUp: asked }: { readonly plan: CohortPlan; readonly followUp: FollowUp },
  at: Answering,
): Promise<readonly AnswerRow[]> {
  const { zero, end, competing, entry, last } = asked;
  const after = (point: TimePoint) => ({
    source: compileTimes(point, at),
    later: Number(isOfSameRecords(point, zero)),
  });
  const [keys, counts] = await at.run({
    job: 'followUp',
    cohort: compileCohort(plan, at),
    zero: compileTimes(zero, at),
    end: after(end),
    competing: competing && after(competing),
    entry: entry && compileTimes(entry, at),
    last: compileTimes(last, at),
    exactBelow: exactBelow(at.release),
  });
  if (keys === undefined || counts === undefined) throw new NotInIndex('tooManyValues');
  return Array.from(keys, (key, line) => {
    const { day, what } = followedOf(key);
    return { day, what, subjects: counts[line] ?? 0 };
  });
}

/** What `compilePathway` says in SQL. */
export async function pathway(
  { plan, pathway: asked }: { readonly plan: CohortPlan; readonly pathway: Pathway },
  at: Answering,
): Promise<readonly AnswerRow[]> {
  const [keys, counts] = await at.run({
    job: 'pathway',
    cohort: compileCohort(plan, at),
    course: compileCourse(asked, at),
  });
  if (keys === undefined || counts === undefined) throw new NotInIndex('tooManyValues');
  return Array.from(keys, (key, line) => {
    const { reached, way, stage, days } = courseOf(key);
    return { reached, way, stage, days, subjects: counts[line] ?? 0 };
  });
}

/** Records of the collection of time zero count from the day after it (rule 17.10). */
const isOfSameRecords = (point: TimePoint, zero: TimePoint): boolean =>
  point.kind === 'record' && zero.kind === 'record' && point.collection.id === zero.collection.id;
