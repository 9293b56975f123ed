import type { AuditAction } from '@atrium/contract';

/** Which lines are shown; days are the reader's own, and both are within. */
export interface LineFilter {
  readonly action?: AuditAction | undefined;
  readonly dataset?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** Of one account, for staff. */
  readonly account?: number | undefined;
}

/** Midnight in the reader's time zone at the begin of a day, `days` later. */
function midnight(day: string, days: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + days);
}

/** The filter as the server takes it: instants, the end not within. */
export function queryOf({ since, until, ...rest }: LineFilter) {
  return {
    ...rest,
    since: since === undefined ? undefined : midnight(since, 0),
    until: until === undefined ? undefined : midnight(until, 1),
  };
}
