import { dayNumber } from '@atrium/contract/calendar/dayNumbers';

/** The fixed days of the consortium's record; nothing in it depends on the clock. */
export const study = {
  opening: dayNumber('2010-12-01'),
  lastEnrolment: dayNumber('2025-03-31'),
  cutOff: dayNumber('2025-06-30'),
  /** Families that enrolled before are at dbGaP, published or submitted. */
  dbgapPublished: dayNumber('2021-01-01'),
  dbgapSubmitted: dayNumber('2024-01-01'),
} as const;
