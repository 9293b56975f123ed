import type { DatasetSummary } from '@atrium/contract';

const noticeDays = 30;
const dayMs = 86_400_000;

/** Today by UTC, as the server counts the days of a membership. */
const todayByUtc = (): string => new Date().toISOString().slice(0, 10);

/** The last day of the person's access where it is over, or is at most 30 days away (rule 8.20). */
export function accessEndOf(
  { accessUntil }: Pick<DatasetSummary, 'accessUntil'>,
  today: string = todayByUtc(),
): { readonly day: string; readonly isOver: boolean } | null {
  if (accessUntil === undefined || accessUntil === null) return null;
  const days = (Date.parse(accessUntil) - Date.parse(today)) / dayMs;
  return days > noticeDays ? null : { day: accessUntil, isOver: days < 0 };
}
