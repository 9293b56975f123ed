import { type Day, toDay } from '@atrium/contract/calendar/days';
import { toMoment, type WrittenTime } from '@atrium/contract/calendar/moments';
import type { PackageField } from '@atrium/contract/documents/dataPackage';

/**
 * The strptime patterns of a field of dates, null for ISO; packages before version 1 put `fmt:` before a pattern.
 */
export function datePatternsOf({ format, atrium }: PackageField): readonly string[] | null {
  if (atrium?.formats !== undefined) return atrium.formats;
  if (format === undefined || format === 'default' || format === 'any') return null;
  return [format.replace(/^fmt:/, '')];
}

type Part =
  | ('year' | 'shortYear' | 'month' | 'monthName' | 'day')
  | ('hour' | 'halfDayHour' | 'minute' | 'second' | 'fraction' | 'half' | 'zone')
  | 'ignored';

const directives: Readonly<Record<string, readonly [pattern: string, part: Part]>> = {
  '%Y': ['\\d{4}', 'year'],
  '%y': ['\\d{2}', 'shortYear'],
  '%m': ['\\d{1,2}', 'month'],
  '%d': ['\\d{1,2}', 'day'],
  '%e': ['\\s?\\d{1,2}', 'day'],
  '%b': ['[A-Za-z]{3}', 'monthName'],
  '%B': ['[A-Za-z]+', 'monthName'],
  '%H': ['\\d{1,2}', 'hour'],
  '%I': ['\\d{1,2}', 'halfDayHour'],
  '%M': ['\\d{1,2}', 'minute'],
  '%S': ['\\d{1,2}', 'second'],
  '%f': ['\\d{1,6}', 'fraction'],
  '%p': ['[AaPp][Mm]', 'half'],
  '%z': ['(?:Z|[+-]\\d{2}:?\\d{2})', 'zone'],
  '%Z': ['[A-Za-z]*', 'ignored'],
  '%a': ['[A-Za-z]{3}', 'ignored'],
  '%A': ['[A-Za-z]+', 'ignored'],
};
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Directives of a pattern that are not known; empty when the pattern can be used and names a whole day. */
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

/** Makes a parser of days in a strptime pattern with English month names; a time of day is matched and dropped. */
export function dateParser(pattern: string): (text: string) => Day | undefined {
  const partsOf = partsParser(pattern);
  return (text) => {
    const parts = partsOf(text);
    return parts === null ? undefined : dayOf(parts);
  };
}

/** Makes a parser of days with their times (`toMoment`); `%Z`, the name of a zone, is matched and dropped. */
export function momentParser(pattern: string): (text: string) => string | undefined {
  const partsOf = partsParser(pattern);
  return (text) => {
    const parts = partsOf(text);
    const day = parts === null ? undefined : dayOf(parts);
    const time = parts === null ? undefined : timeOf(parts);
    return day === undefined || time === undefined ? undefined : toMoment(day, time);
  };
}

type Parts = ReadonlyMap<Part, string>;

function partsParser(pattern: string): (text: string) => Parts | null {
  const parts: Part[] = [];
  const source = pattern.replaceAll(/%.|[^%]/g, (token) => {
    const directive = directives[token];
    if (directive === undefined) return escaped(token === '%%' ? '%' : token);
    parts.push(directive[1]);
    return `(${directive[0]})`;
  });
  const expression = new RegExp(`^${source}$`);
  return (text) => {
    const match = expression.exec(text);
    return match === null
      ? null
      : new Map(parts.map((part, index) => [part, (match[index + 1] ?? '').trim()]));
  };
}

function dayOf(parts: Parts): Day | undefined {
  const short = parts.get('shortYear');
  const name = parts.get('monthName');
  const year = short === undefined ? parts.get('year') : `${Number(short) < 69 ? '20' : '19'}${short}`;
  const month =
    name === undefined ? parts.get('month') : String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1);
  return toDay(`${year}-${month?.padStart(2, '0')}-${parts.get('day')?.padStart(2, '0')}`);
}

/** Null where the pattern has no hour; undefined where it is none of a clock. */
function timeOf(parts: Parts): WrittenTime | null | undefined {
  const hour = parts.get('hour') ?? fullHour(parts);
  if (hour === null) return null;
  if (hour === undefined) return undefined;
  return {
    hour,
    minute: parts.get('minute') ?? '00',
    second: parts.get('second'),
    fraction: parts.get('fraction'),
    zone: parts.get('zone'),
  };
}

/** The hour of a clock of twelve hours. */
function fullHour(parts: Parts): string | null | undefined {
  const hour = parts.get('halfDayHour');
  if (hour === undefined) return null;
  const number = Number(hour);
  if (number < 1 || number > 12) return undefined;
  return String((number % 12) + (parts.get('half')?.toLowerCase() === 'pm' ? 12 : 0));
}

const escaped = (token: string): string => token.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
