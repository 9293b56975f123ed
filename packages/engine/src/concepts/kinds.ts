import type { ConceptType } from '@atrium/contract/documents/dataPackage';
import type { FilterEntry, FilterKind } from '@atrium/contract/wire/cohortDefinition';
import type { Concept } from '../dictionary/dictionary.ts';
import { choiceFilter, choiceKinds } from './choice.ts';
import type { ConceptKind, FilterMeaning } from './conceptKind.ts';
import { dateFilter, dateKinds, relativeDateFilter } from './date.ts';
import { ontologyFilter, ontologyKinds } from './ontology.ts';
import { rangeFilter, rangeKinds, rangeOrWordsFilter } from './range.ts';
import { textFilter, textKinds } from './text.ts';

/** Every type of concept; one without a row fails to compile. */
const conceptKinds: Readonly<Record<ConceptType, ConceptKind>> = {
  ...choiceKinds,
  ...textKinds,
  ...ontologyKinds,
  ...rangeKinds,
  ...dateKinds,
};

/** Every kind of filter; one without a row fails to compile. */
const filterMeanings: Readonly<Record<FilterKind, FilterMeaning>> = {
  choice: choiceFilter,
  text: textFilter,
  ontology: ontologyFilter,
  range: rangeFilter,
  rangeOrWords: rangeOrWordsFilter,
  dateRange: dateFilter,
  relativeDate: relativeDateFilter,
};

export const kindOf = ({ type }: Pick<Concept, 'type'>): ConceptKind => conceptKinds[type];
export const meaningOf = ({ kind }: Pick<FilterEntry, 'kind'>): FilterMeaning => filterMeanings[kind];
