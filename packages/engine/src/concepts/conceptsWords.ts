import { toYearsAndDays } from '@atrium/contract/calendar/ages';
import { yearOf } from '@atrium/contract/calendar/days';
import { escapeHtml, notSpecified, plainText, unknownTerm } from '../definition/html.ts';
import { besideWords } from '../definition/ownWords.ts';
import type { Concept } from '../dictionary/dictionary.ts';

const grouped = new Intl.NumberFormat('en-US', { useGrouping: 'min2', maximumFractionDigits: 20 });

/** `4983`, `12,806`, `0.1`: every digit of the number, in groups of three where there are at least five before the point. */
export const numberWord = (value: number): string => grouped.format(`${value}`);

/** What stands between quotes in a list of values. */
export const quoted = (text: string): string => `"${text}"`;

const ownWords = new Set([notSpecified, unknownTerm].map(plainText));

/** A value of the data in a list, in HTML; no value reads like a word of the portal (rule 9.27). */
export const valueWord = (value: string): string =>
  quoted(escapeHtml(besideWords(value, (text) => ownWords.has(text))));

interface ListedValues<Value> {
  readonly values: readonly Value[];
  readonly wordOf: (value: Value) => string;
  /** Words after those of the values. */
  readonly more?: readonly string[];
}

/** `=` and `≠` before one value, `in` and `not in` before several; a long list is cut (rule 3.21), and what is not shown is not put into words. */
export function listWords<Value>(
  { title }: Concept,
  { values, wordOf, more = [] }: ListedValues<Value>,
  { isExcluded, most }: { readonly isExcluded: boolean; readonly most: number },
): string {
  const several = isExcluded ? 'not in' : 'in';
  const one = isExcluded ? '≠' : '=';
  const count = values.length + more.length;
  const shown = [...values.slice(0, most).map(wordOf), ...more].slice(0, most);
  const rest = count - shown.length;
  const cut = rest > 0 ? `, … (${numberWord(rest)} more)` : '';
  return `${escapeHtml(title)} ${count === 1 ? one : several} ${shown.join(', ')}${cut}`;
}

export const nullWord = (includesNull: boolean): readonly string[] =>
  includesNull ? [quoted(notSpecified)] : [];

interface Flags {
  readonly excludeSelected: boolean;
  readonly includeNullAndMissing: boolean;
}

/** Words of a range; a range without bounds asks for null alone. */
export function boundWords(
  { excludeSelected, includeNullAndMissing }: Flags,
  words: string,
  isOpen = false,
): string {
  const nulls = isOpen ? ` = ${notSpecified}` : ` or ${notSpecified}`;
  return `${excludeSelected ? 'exclude if: ' : ''}${words}${includeNullAndMissing ? nulls : ''}`;
}

export const isOpen = ({ min, max }: { readonly min: unknown; readonly max: unknown }): boolean =>
  min === null && max === null;

/** `10 <= Weight <= 20`; with one bound `Weight >= 10` or `Weight <= 20`. */
export function rangeWords<Bound>(
  concept: Pick<Concept, 'title'>,
  [min, max]: readonly [Bound | null, Bound | null],
  word: (bound: Bound) => string,
): string {
  const title = escapeHtml(concept.title);
  if (max === null) return min === null ? title : `${title} &gt;= ${word(min)}`;
  return `${min === null ? '' : `${word(min)} &lt;= `}${title} &lt;= ${word(max)}`;
}

const counted = (count: number, noun: string): string =>
  `${numberWord(count)} ${noun}${Math.abs(count) === 1 ? '' : 's'}`;

export function ageWord(ageDays: number): string {
  const { years, days } = toYearsAndDays(ageDays);
  if (years === 0) return counted(days, 'day');
  return days === 0 ? counted(years, 'year') : `${counted(years, 'year')}, ${counted(days, 'day')}`;
}

/** `1936 or earlier` for the year that stands for all before it (rule 1.21). */
export const yearText = (year: number, topCodedYear: number | null): string =>
  topCodedYear !== null && year <= topCodedYear ? `${topCodedYear} or earlier` : String(year);

export const shownYearWord =
  (concept: Pick<Concept, 'topCodedYear'> | null) =>
  (day: string): string =>
    yearText(yearOf(day), concept?.topCodedYear ?? null);

/** A window that ends today (rule 2.17). */
export const lastDays = (days: number, inYears: boolean): string =>
  days === 1 ? 'today' : `in the last ${numberWord(days)} days${inYears ? ', in whole years' : ''}`;
