import { toDay } from '@atrium/contract';
import type { BadText } from './scalar.ts';

const notADate: BadText = { problem: 'notADate' };
const isoPattern = /^\d{4}-\d{2}-\d{2}$/;
const isoInstant = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** ISO days only; `datetime` fields give their day as written. */
export function readIsoDate(text: string): string | BadText {
  return isoPattern.test(text) ? (toDay(text) ?? notADate) : notADate;
}

export function readIsoInstant(text: string): string | BadText {
  const day = isoInstant.exec(text)?.[1];
  return readIsoDate(day ?? text);
}

type Part = 'year' | 'shortYear' | 'month' | 'monthName' | 'day' | 'ignored';

const directives: Readonly<Record<string, readonly [pattern: string, part: Part]>> = {
  '%Y': ['\\d{4}', 'year'],
  '%y': ['\\d{2}', 'shortYear'],
  '%m': ['\\d{1,2}', 'month'],
  '%d': ['\\d{1,2}', 'day'],
  '%e': ['\\s?\\d{1,2}', 'day'],
  '%b': ['[A-Za-z]{3}', 'monthName'],
  '%B': ['[A-Za-z]+', 'monthName'],
  '%H': ['\\d{1,2}', 'ignored'],
  '%I': ['\\d{1,2}', 'ignored'],
  '%M': ['\\d{1,2}', 'ignored'],
  '%S': ['\\d{1,2}', 'ignored'],
  '%f': ['\\d{1,6}', 'ignored'],
  '%p': ['[AaPp][Mm]', 'ignored'],
  '%z': ['(?:Z|[+-]\\d{2}:?\\d{2})', 'ignored'],
  '%Z': ['[A-Za-z]*', 'ignored'],
  '%a': ['[A-Za-z]{3}', 'ignored'],
  '%A': ['[A-Za-z]+', 'ignored'],
};
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Directives of a pattern that cannot be read; empty when a pattern can be used and names a whole day. */
export function datePatternFaults(pattern: string): string[] {
  const found = [...pattern.matchAll(/%./g)].map(([directive]) => directive).filter((one) => one !== '%%');
  const unknown = found.filter((directive) => directives[directive] === undefined);
  const parts = new Set(found.map((directive) => directives[directive]?.[1]));
  const isWhole =
    parts.has('day') &&
    (parts.has('month') || parts.has('monthName')) &&
    (parts.has('year') || parts.has('shortYear'));
  return unknown.length === 0 && !isWhole ? ['no whole day'] : unknown;
}

/** Days in a strptime pattern with English month names; times of day are read and dropped. */
export function readDateIn(pattern: string): (text: string) => string | BadText {
  const parts: Part[] = [];
  const source = pattern.replaceAll(/%.|[^%]/g, (token) => {
    const directive = directives[token];
    if (directive === undefined) return literally(token === '%%' ? '%' : token);
    parts.push(directive[1]);
    return `(${directive[0]})`;
  });
  const expression = new RegExp(`^${source}$`);
  return (text) => {
    const match = expression.exec(text);
    if (match === null) return notADate;
    const read = { year: '', month: '', day: '' };
    parts.forEach((part, place) => {
      const piece = match[place + 1] ?? '';
      if (part === 'year' || part === 'month' || part === 'day') read[part] = piece.trim();
      if (part === 'shortYear') read.year = `${Number(piece) < 69 ? '20' : '19'}${piece}`;
      if (part === 'monthName') read.month = String(months.indexOf(piece.slice(0, 3).toLowerCase()) + 1);
    });
    return readIsoDate(`${read.year}-${read.month.padStart(2, '0')}-${read.day.padStart(2, '0')}`);
  };
}

const literally = (token: string): string => token.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
