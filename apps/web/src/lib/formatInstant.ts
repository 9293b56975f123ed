const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const dayOf = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'medium' });

/** `2026-09-14T08:05:00Z` → `Sep 14, 2026, 10:05 AM`, in the reader's time zone; a line breaks before the time only. */
export const formatInstant = (instant: string): string =>
  moment.format(new Date(instant)).replaceAll(/ (?!\d+:)/g, '\u00a0');

/** The day of an instant in the reader's time zone: `Sep 14, 2026`. */
export const formatDayOf = (instant: string): string => dayOf.format(new Date(instant));

/** The time of day of an instant, to the second: `10:05:09 AM`. */
export const formatTimeOf = (instant: string): string => clock.format(new Date(instant));
