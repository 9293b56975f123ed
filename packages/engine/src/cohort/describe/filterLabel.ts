import type { FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import type { Precision } from '../../concepts/conceptKind.ts';
import { kindOf, meaningOf } from '../../concepts/kinds.ts';
import { escapeHtml } from '../../definition/html.ts';
import type { Concept } from '../../dictionary/dictionary.ts';

export interface FilterLabels {
  readonly label: string;
  readonly abbreviatedLabel: string;
  /** The abbreviated label without the prefilter and as if nothing were excluded. */
  readonly conditionLabel: string;
}

interface Labelled extends Precision {
  readonly filter: FilterEntry;
  readonly concept: Concept;
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

const filterWords = ({ filter, ...seen }: Labelled, most: number): string =>
  meaningOf(filter).describe(filter, {
    ...seen,
    isExcluded: filter.excludeSelected && kindOf(seen.concept).mayExclude,
    most,
  });
