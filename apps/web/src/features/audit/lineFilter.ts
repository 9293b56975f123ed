import type { AuditAction } from '@atrium/contract/wire/audit';

/** Which lines are shown. Days are those of the reader's time zone; both are included. */
export interface LineFilter {
  readonly action?: AuditAction | undefined;
  readonly dataset?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** The id of an account, for staff. */
  readonly account?: number | undefined;
  /** A user name, or a part of a name or an e-mail address, for staff. */
  readonly who?: string | undefined;
}

/** The first instant of a day in the reader's time zone, or of the day that is `days` later. */
function midnight(day: string, days: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + days);
}

/** The filter as the server expects it: instants, the end excluded. */
export function queryOf({ since, until, ...rest }: LineFilter) {
  return {
    ...rest,
    since: since === undefined ? undefined : midnight(since, 0),
    until: until === undefined ? undefined : midnight(until, 1),
  };
}
