import type { Day } from './days.ts';

/** How exactly the times of a concept are shown; the finest that one of its values needs. */
export const timeUnits = ['minute', 'second', 'millisecond', 'microsecond'] as const;
export type TimeUnit = (typeof timeUnits)[number];

/** A time of day as it was written. */
export interface WrittenTime {
  readonly hour: string;
  readonly minute: string;
  readonly second?: string | undefined;
  /** Digits after the point; those after the sixth are dropped. */
  readonly fraction?: string | undefined;
  /** `Z`, `+02:00`, `+0200` or `+02`; undefined where none was written. */
  readonly zone?: string | undefined;
}

/** The length of `YYYY-MM-DD hh:mm:ss.ffffff`. */
export const momentLength = 26;

const clockPattern = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
const zonePattern = /^([+-])([01]\d|2[0-3]):?([0-5]\d)?$/;

/**
 * A day with its time as a release holds it (rule 10.17): text whose order is that of the instants, where what has no
 * zone counts as UTC. A day without a time is the day, `2019-03-02`; a time without a zone follows it to the
 * microsecond, `2019-03-02 14:05:00.000000`. A time with a zone is written so after its instant in UTC:
 * `2019-03-02 12:05:00.000000 2019-03-02 14:05:00.000000+02:00`. Undefined where no clock shows the time.
 */
export function toMoment(day: Day, time: WrittenTime | null): string | undefined {
  if (time === null) return day;
  const clock = [time.hour, time.minute, time.second ?? '00'].map((part) => part.padStart(2, '0')).join(':');
  if (!clockPattern.test(clock)) return undefined;
  const fraction = (time.fraction ?? '').slice(0, 6).padEnd(6, '0');
  const written = `${day} ${clock}.${fraction}`;
  if (time.zone === undefined) return written;
  const zone = toZone(time.zone);
  if (zone === undefined) return undefined;
  const instant = Date.parse(`${day}T${clock}Z`) - zone.minutes * 60_000;
  return `${instantText(instant)}.${fraction} ${written}${zone.name}`;
}

function toZone(text: string): { readonly name: string; readonly minutes: number } | undefined {
  if (text === 'Z') return { name: 'Z', minutes: 0 };
  const [, sign, hours, minutes = '00'] = zonePattern.exec(text) ?? [];
  if (sign === undefined || hours === undefined) return undefined;
  const distance = Number(hours) * 60 + Number(minutes);
  return { name: `${sign}${hours}:${minutes}`, minutes: sign === '-' ? -distance : distance };
}

const first = Date.parse('0000-01-01T00:00:00Z');
const last = Date.parse('9999-12-31T23:59:59Z');

/** Instants beyond years of four digits, as of the last day of 9999 west of Greenwich, sort with its last second. */
const instantText = (instant: number): string =>
  new Date(Math.min(Math.max(instant, first), last)).toISOString().slice(0, 19).replace('T', ' ');

/** Where the text as it was written begins. */
const writtenStart = (moment: string): number => (moment.length > momentLength ? momentLength + 1 : 0);

/** The day of a moment, as it was written. */
export const dayOfMoment = (moment: string): string => {
  const start = writtenStart(moment);
  return moment.slice(start, start + 10);
};

const shownLengths: Readonly<Record<TimeUnit, number>> = {
  minute: 16,
  second: 19,
  millisecond: 23,
  microsecond: momentLength,
};

/** A moment as people write it, `2019-03-02 14:05+02:00`: the day, its time to the unit, and the zone if it has one. */
export function momentText(moment: string, unit: TimeUnit): string {
  const written = moment.slice(writtenStart(moment));
  return written.slice(0, shownLengths[unit]) + written.slice(momentLength);
}
