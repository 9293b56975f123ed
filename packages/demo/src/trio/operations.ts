import type { DayNumber } from '@atrium/contract/calendar/dayNumbers';
import type { RandomStream } from '../random/randomStream.ts';
import type { Course } from './lesions/lesions.ts';
import type { Operation } from './person.ts';
import { study } from './study.ts';

export interface Life {
  readonly birth: DayNumber;
  readonly enrolment: DayNumber;
  readonly end: DayNumber;
  readonly died: boolean;
}

const daysBetweenOperations = 12;

/**
 * Lives through a surgical course. Whoever enrolled had survived until then, so an operation can be fatal only
 * from the day of enrolment on; a fatal one ends the life.
 */
export function operate(course: Course, life: Life, random: RandomStream): [readonly Operation[], Life] {
  const operations: Operation[] = [];
  let earliest = life.birth;
  for (const stage of course) {
    const prepared =
      stage.after.length === 0 || operations.some(({ procedure }) => stage.after.includes(procedure));
    if (!prepared || !random.chance(stage.share)) continue;
    const day = Math.max(life.birth + random.early(...stage.age), earliest);
    if (day > life.end) break;
    const procedure = random.weighted(stage.options);
    operations.push({ procedure, day });
    if (day >= life.enrolment && random.chance(procedure.mortality)) {
      return [operations, fatal(life, day + random.early(0, 40))];
    }
    earliest = day + daysBetweenOperations;
  }
  return [operations, life];
}

function fatal(life: Life, death: DayNumber): Life {
  return { ...life, end: Math.min(death, life.died ? life.end : study.cutOff), died: true };
}
