import type { Day } from '@atrium/contract/calendar/days';
import { always, type PathwayCondition, type TimePoint } from '../../concepts/rowCondition.ts';
import type { SoundPathway, SoundTime } from '../check/checkedCohort.ts';
import { planEntry } from './planFilter.ts';

/** When records count as the time. */
export const planTime = (sound: SoundTime, today: Day): TimePoint =>
  sound.kind === 'record'
    ? {
        kind: 'record',
        collection: sound.collection,
        condition: sound.filter === null ? always : planEntry(sound.filter, today),
      }
    : sound;

/** The condition on a subject that a pathway is (rule 17.33). */
export function planPathway({ stages, exits, last, band }: SoundPathway, today: Day): PathwayCondition {
  const planStep = ({ time, dayAfter }: SoundPathway['stages'][number]) => ({
    point: planTime(time, today),
    dayAfter,
  });
  return {
    kind: 'pathway',
    pathway: {
      stages: stages.map(planStep),
      exits: exits.map(planStep),
      last: last === null ? null : planTime(last, today),
    },
    band,
  };
}
