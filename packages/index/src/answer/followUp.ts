import { topCodedAgeDays } from '@atrium/contract/calendar/ages';
import type { CohortPlan, Collection, FollowUp, TimePoint } from '@atrium/engine';
import { asSeen, edgeAsSeen } from '../compile/asSeen.ts';
import { numbersOf } from '../compile/codeSets.ts';
import { compileCohort } from '../compile/compileCohort.ts';
import { collectionIn, compileRows, conceptIn } from '../compile/compileRows.ts';
import { NotInIndex } from '../compile/refusal.ts';
import { unknownPoint } from '../kernel/kernel.ts';
import { seenValue } from '../layout/seenValue.ts';
import type { Seen } from '../layout/steps.ts';
import { followedOf, type TimeSource } from '../run/followUp.ts';
import type { Answering } from './answering.ts';
import type { AnswerRow } from './answerRow.ts';

/** What `compileFollowUp` says in SQL. */
export async function followUp(
  { plan, followUp: asked }: { readonly plan: CohortPlan; readonly followUp: FollowUp },
  at: Answering,
): Promise<readonly AnswerRow[]> {
  const { zero, end, competing, entry, last } = asked;
  const after = (point: TimePoint) => ({
    source: sourceOf(point, at),
    later: Number(isOfSameRecords(point, zero)),
  });
  const { visibility, lookup } = at.release;
  const isTopCoded = visibility.topCodesAges && lookup.dictionary.eventTime === 'age';
  const [keys, counts] = await at.run({
    job: 'followUp',
    cohort: compileCohort(plan, at),
    zero: sourceOf(zero, at),
    end: after(end),
    competing: competing && after(competing),
    entry: entry && sourceOf(entry, at),
    last: sourceOf(last, at),
    exactBelow: isTopCoded ? topCodedAgeDays : Number.POSITIVE_INFINITY,
  });
  if (keys === undefined || counts === undefined) throw new NotInIndex('tooManyValues');
  return Array.from(keys, (key, line) => ({ ...followedOf(key), subjects: counts[line] ?? 0 }));
}

/** Records of the collection of time zero count from the day after it (rule 17.10). */
const isOfSameRecords = (point: TimePoint, zero: TimePoint): boolean =>
  point.kind === 'record' && zero.kind === 'record' && point.collection.id === zero.collection.id;

function sourceOf(point: TimePoint, at: Answering): TimeSource {
  if (point.kind === 'birth') return { of: 'birth' };
  if (point.kind === 'record') return sourceOfRecords(point.collection, point.condition, at);
  const { codes, values } = conceptIn(point.concept, at);
  if (codes === null || (values.kind !== 'numbers' && values.kind !== 'days'))
    throw new NotInIndex('notIndexed');
  const numbers = numbersOf(values, at.index.memory);
  return { of: 'subject', codes, moments: momentsOf(numbers, asSeen(point.concept, at.release)) };
}

function sourceOfRecords(
  collection: Collection,
  condition: Extract<TimePoint, { kind: 'record' }>['condition'],
  at: Answering,
): TimeSource {
  const { offsets, start } = collectionIn(collection, at);
  if (start === null) throw new NotInIndex('notIndexed');
  const points = new Int32Array(at.index.memory, start.points.at, start.points.count);
  return {
    of: 'rows',
    step: compileRows(condition, collection, at),
    moments: momentsOf(points, edgeAsSeen(collection, 'start', at.release)),
    ...{ offsets, codes: start.codes },
  };
}

/** By code, as the member sees them; code 0 is no time. */
function momentsOf(numbers: ArrayLike<number>, seen: Seen): Int32Array {
  const moments = new Int32Array(numbers.length + 1).fill(unknownPoint);
  for (let index = 0; index < numbers.length; index += 1)
    moments[index + 1] = seenValue(numbers[index] ?? 0, seen);
  return moments;
}
