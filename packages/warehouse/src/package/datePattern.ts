import { type Day, toDay } from '@atrium/contract';

/** The strptime pattern of a date format, null for ISO; packages before version 1 put `fmt:` before a pattern. */
export function datePatternOf(format: string | undefined): string | null {
  if (format === undefined || format === 'default' || format === 'any') return null;
  return format.replace(/^fmt:/, '');
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
    return match === null ? undefined : dayOf(parts, match.slice(1));
  };
}

function dayOf(parts: readonly Part[], texts: readonly string[]): Day | undefined {
  const found = { year: '', month: '', day: '' };
  parts.forEach((part, index) => {
    const text = texts[index] ?? '';
    if (part === 'year' || part === 'month' || part === 'day') found[part] = text.trim();
    if (part === 'shortYear') found.year = `${Number(text) < 69 ? '20' : '19'}${text}`;
    if (part === 'monthName') found.month = String(months.indexOf(text.slice(0, 3).toLowerCase()) + 1);
  });
  return toDay(`${found.year}-${found.month.padStart(2, '0')}-${found.day.padStart(2, '0')}`);
}

const escaped = (token: string): string => token.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
