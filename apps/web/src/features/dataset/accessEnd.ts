import { dayNumber } from '@atrium/contract/calendar/dayNumbers';
import { utcDayOf } from '@atrium/contract/calendar/days';
import type { DatasetSummary } from '@atrium/contract/wire/dataset';

const noticeDays = 30;

/** Today by UTC, as the server counts the days of a membership. */
const todayByUtc = (): string => utcDayOf(new Date());

/** The last day of the person's access where it is over, or is at most 30 days away (rule 8.20). */
export function accessEndOf(
  { accessUntil }: Pick<DatasetSummary, 'accessUntil'>,
  today: string = todayByUtc(),
): { readonly day: string; readonly isOver: boolean } | null {
  if (accessUntil === undefined || accessUntil === null) return null;
  const days = dayNumber(accessUntil) - dayNumber(today);
  return days > noticeDays ? null : { day: accessUntil, isOver: days < 0 };
}
