import { z } from 'zod';

/** A calendar day as an ISO string, `YYYY-MM-DD`; the only form of a date inside the house. */
export const day = z.iso.date().brand<'Day'>();
export type Day = z.output<typeof day>;

/** Reads an ISO day, or says why not by returning undefined. */
export const toDay = (text: string): Day | undefined => {
  const read = day.safeParse(text.trim());
  return read.success ? read.data : undefined;
};

const usPattern = /^(\d{2})\/(\d{2})\/(\d{4})$/;

/** A day as stored definitions spell it, `MM/DD/YYYY` (rule 1.6). */
export const usDay = z.codec(z.string().regex(usPattern), day, {
  decode: (given) => given.replace(usPattern, '$3-$1-$2'),
  encode: (value) => toUsDay(value),
});

/** `2020-02-29` → `02/29/2020`. */
export const toUsDay = (value: string): string => value.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');

/** Reads `YYYY-MM-DD` or `MM/DD/YYYY`; anything else is not a day (rule 1.6). */
export const parseDay = (text: string): Day | undefined => toDay(text.trim().replace(usPattern, '$3-$1-$2'));
