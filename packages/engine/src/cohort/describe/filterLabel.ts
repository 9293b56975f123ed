import { type FilterEntry, toYearsAndDays, unreachable } from '@atrium/contract';
import type { Concept } from '../../dictionary/dictionary.ts';
import { escapeHtml, notSpecified, unknownTerm } from './html.ts';

export interface FilterLabels {
  readonly label: string;
  readonly abbreviatedLabel: string;
  /** The abbreviated label without the prefilter and as if nothing were excluded. */
  readonly conditionLabel: string;
}

interface Labelled {
  readonly filter: FilterEntry;
  readonly concept: Concept;
  readonly yearsOnly: boolean;
}

/** A filter in words, whole and with long lists cut (rule 3.21); HTML with all data escaped. */
export function filterLabels(given: Labelled): FilterLabels {
  const { prefilterValue } = given.filter;
  const front = prefilterValue === null ? '' : `(${escapeHtml(prefilterValue)}) `;
  const words = (most: number): string => `${front}${filterWords(given, most)}`;
  const positive = { ...given, filter: { ...given.filter, excludeSelected: false } };
  return {
    label: words(Number.POSITIVE_INFINITY),
    abbreviatedLabel: words(shortList),
    conditionLabel: filterWords(positive, shortList),
  };
}

const shortList = 7;

function filterWords({ filter, concept, yearsOnly }: Labelled, most: number): string {
  switch (filter.kind) {
    case 'choice':
      return listWords(concept, filter, { items: filter.categories.map(choiceWord), most });
    case 'text':
      return listWords(concept, filter, {
        items: [...filter.terms.map(escapeHtml), ...nullWord(filter.includeNullAndMissing)],
        most,
      });
    case 'ontology':
      return listWords(concept, filter, {
        items: [
          ...filter.terms.map(({ label }) => escapeHtml(label)),
          ...(filter.includeOntologyUnknown ? [unknownTerm] : []),
          ...nullWord(filter.includeNullAndMissing),
        ],
        most,
      });
    case 'range': {
      const word = concept.type === 'age' ? ageWord : numberWord(concept);
      return boundWords(filter, rangeWords(concept, filter.min, filter.max, word), isOpen(filter));
    }
    case 'dateRange': {
      const word = yearsOnly ? yearWord : escapeHtml;
      return boundWords(filter, rangeWords(concept, filter.min, filter.max, word), isOpen(filter));
    }
    case 'relativeDate':
      return boundWords(filter, `${escapeHtml(concept.title)} ${lastDays(filter.daysAgo, yearsOnly)}`);
    default:
      return unreachable(filter);
  }
}

const isOpen = ({ min, max }: { readonly min: unknown; readonly max: unknown }): boolean =>
  min === null && max === null;

const choiceWord = (value: string | boolean | null): string => {
  if (value === null) return notSpecified;
  return typeof value === 'boolean' ? (value ? 'True' : 'False') : escapeHtml(value);
};
const nullWord = (includesNull: boolean): readonly string[] => (includesNull ? [notSpecified] : []);

/** `=` and `≠` before one value, `in` and `not in` before several. */
function listWords(
  concept: Concept,
  { excludeSelected }: FilterEntry,
  { items, most }: { items: readonly string[]; most: number },
): string {
  const isExcluded = excludeSelected && concept.type !== 'boolean';
  const several = isExcluded ? 'not in' : 'in';
  const one = isExcluded ? '≠' : '=';
  const shown = items.slice(0, most).map((item) => `"${item}"`);
  const rest = items.length - shown.length;
  const more = rest > 0 ? `, … (${rest} more)` : '';
  return `${escapeHtml(concept.title)} ${items.length === 1 ? one : several} ${shown.join(', ')}${more}`;
}

type Flags = { readonly excludeSelected: boolean; readonly includeNullAndMissing: boolean };

/** Words of a range; a range without bounds asks for null alone. */
function boundWords(
  { excludeSelected, includeNullAndMissing }: Flags,
  words: string,
  isOpen = false,
): string {
  const nulls = isOpen ? ` = ${notSpecified}` : ` or ${notSpecified}`;
  return `${excludeSelected ? 'exclude if: ' : ''}${words}${includeNullAndMissing ? nulls : ''}`;
}

/** `10 <= Weight <= 20`; an open side is left out. */
export function rangeWords<Bound>(
  concept: Pick<Concept, 'title'>,
  min: Bound | null,
  max: Bound | null,
  word: (bound: Bound) => string,
): string {
  const below = min === null ? '' : `${word(min)} &lt;= `;
  const above = max === null ? '' : ` &lt;= ${word(max)}`;
  return `${below}${escapeHtml(concept.title)}${above}`;
}

const numberWord =
  ({ unit }: Concept) =>
  (value: number): string =>
    unit === null ? String(value) : `${value} ${escapeHtml(unit)}`;

const counted = (count: number, noun: string): string =>
  `${count} ${noun}${Math.abs(count) === 1 ? '' : 's'}`;

export function ageWord(ageDays: number): string {
  const { years, days } = toYearsAndDays(ageDays);
  if (years === 0) return counted(days, 'day');
  return days === 0 ? counted(years, 'year') : `${counted(years, 'year')}, ${counted(days, 'day')}`;
}

export const yearWord = (day: string): string => day.slice(0, 4);

/** A window that ends today (rule 2.17). */
export const lastDays = (days: number, inYears: boolean): string =>
  days === 1 ? 'today' : `in the last ${days} days${inYears ? ', in whole years' : ''}`;
