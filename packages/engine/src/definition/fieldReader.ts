import { type Day, parseDay, yearEdge } from '@atrium/contract/calendar/days';
import { toNumber } from '@atrium/contract/calendar/numerals';
import { type EditError, fieldError } from './outcome.ts';

/** What a form may send for a number; empty text and null mean open. */
export type FormValue = string | number | null | undefined;

const isOpen = (value: FormValue): value is null | undefined | '' =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** Reads form fields; what cannot be parsed becomes null and an error that names the field. */
export interface FieldReader {
  readonly errors: EditError[];
  number(field: string, value: FormValue): number | null;
  wholeNumber(field: string, value: FormValue): number | null;
  /** ISO or MM/DD/YYYY; where `edge` is given, a year of four digits is its first or last day. */
  day(field: string, value: FormValue, edge?: 'first' | 'last'): Day | null;
}

export function fieldReader(): FieldReader {
  const errors: EditError[] = [];
  const fail = (field: string, value: FormValue, wanted: string): null => {
    errors.push(fieldError(field, 'malformed', `“${value}” is not ${wanted}.`));
    return null;
  };
  const number = (field: string, value: FormValue): number | null => {
    if (isOpen(value)) return null;
    const read = toNumber(String(value));
    return read ?? fail(field, value, 'a number');
  };
  return {
    errors,
    number,
    wholeNumber: (field, value) => {
      const read = number(field, value);
      if (read === null || Number.isSafeInteger(read)) return read;
      return fail(field, value, 'a whole number');
    },
    day: (field, value, edge) => {
      if (isOpen(value)) return null;
      const text = String(value).trim();
      const read = edge === undefined ? parseDay(text) : dayOrYear(text, edge);
      return read ?? fail(field, value, edge === undefined ? 'a date (YYYY-MM-DD)' : 'a year');
    },
  };
}

const oldestYear = 1500;
const newestYear = 2200;

/** A year from 1500 to 2200 stands for its edge. */
function dayOrYear(text: string, edge: 'first' | 'last'): Day | undefined {
  const found = yearEdge(text, edge);
  if (found === undefined) return parseDay(text);
  return Number(text) < oldestYear || Number(text) > newestYear ? undefined : found;
}
