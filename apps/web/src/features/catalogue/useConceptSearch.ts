import {
  comparableText,
  rankedByWords,
  wordRankOf,
  wordRanks,
  wordSearch,
  wordsIn,
} from '@atrium/contract/search/wordSearch';
import type { ConceptSummary, ValueHit } from '@atrium/contract/wire/concept';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ValueOffer } from '../../api/valueOffer.ts';
import { type Browsed, levelsKey, searchOptions } from './catalogueQueries.ts';
import { concepts, type LoadedLevel } from './treeRows.ts';

export interface ConceptSearch {
  /** The text that was searched for. */
  readonly text: string;
  readonly concepts: readonly ConceptSummary[];
  /** The best values for which a filter can be made, of concepts that can be filtered by. */
  readonly values: readonly ValueHit[];
  /** Values and synonyms for which a concept was found, by its id. */
  readonly matches: Readonly<Record<string, readonly string[]>>;
  /** What was found instead, where nothing has the words that were typed. */
  readonly corrected: string | undefined;
  readonly isBusy: boolean;
  readonly isFailed: boolean;
  readonly retry: () => void;
}

/**
 * The hits of a search. Until they are here, those concepts that the page has already are searched by their names; where
 * it has none of them, the last hits stay.
 */
export function useConceptSearch({ dataset, use }: Browsed, typed: string, paused: string): ConceptSearch {
  const client = useQueryClient();
  const { data, isFetching, isError, isPlaceholderData, refetch } = useQuery({
    ...searchOptions({ dataset, use }, paused),
    enabled: paused !== '',
    placeholderData: keepPreviousData,
  });
  const isThere = typed === paused && data !== undefined && !isPlaceholderData;
  const known =
    typed === '' || isThere
      ? []
      : knownConcepts(
          { dataset, use },
          typed,
          client.getQueriesData<LoadedLevel>({ queryKey: levelsKey({ dataset, use }) }),
        );
  const isOfPage = !isThere && !isError && known.length > 0;
  const rest = {
    isBusy: isFetching || typed !== paused,
    isFailed: isError,
    retry: () => {
      refetch();
    },
  };
  if (isOfPage)
    return { text: typed, concepts: known, values: [], matches: {}, corrected: undefined, ...rest };
  return {
    text: data?.search ?? '',
    concepts: concepts(use, data?.concepts ?? []),
    values: use === 'cohort' ? (data?.values ?? []) : [],
    matches: data?.matches ?? {},
    corrected: data?.corrected,
    ...rest,
  };
}

type Levels = readonly (readonly [unknown, LoadedLevel | undefined])[];

/** Concepts of the levels that were loaded, each once. */
function knownConcepts({ use }: Browsed, typed: string, levels: Levels): readonly ConceptSummary[] {
  const all = levels.flatMap(([, level]) => level?.concepts ?? []);
  const each = [...new Map(all.map((concept) => [concept.conceptId, concept])).values()];
  return rankedByWords(concepts(use, each), typed, ({ name }) => name);
}

/**
 * The words of a search that go along into the editor: those for which a value was found, since the concept itself does
 * not have them.
 */
export function wordsForEditor({ text, corrected, matches }: ConceptSearch, concept: ConceptSummary): string {
  const values = matches[concept.conceptId] ?? [];
  if (values.length === 0) return '';
  const path = concept.categoryHierarchy.map(({ name }) => name);
  const own = comparableText([concept.name, concept.namePlural, concept.description, ...path].join(' '));
  const words = wordsIn(corrected ?? text).filter((word) => !own.includes(word));
  const isLabelled =
    concept.conceptType === 'ontology' ||
    words.every((word) => values.some((value) => comparableText(value).includes(word)));
  return isLabelled ? words.join(' ') : (values[0] ?? '');
}

/** What the arrow keys walk through: values that a click adds, and concepts that it opens. */
export type SearchItem =
  | { readonly kind: 'value'; readonly offer: ValueOffer }
  | { readonly kind: 'concept'; readonly concept: ConceptSummary };

/** The values before the concepts, but for concepts whose names meet the search as well as the best value does. */
export function searchItems(
  { text, corrected, concepts: found }: ConceptSearch,
  offers: readonly ValueOffer[],
): readonly SearchItem[] {
  const wanted = wordSearch(corrected ?? text);
  const rankOf = (name: string): number =>
    wordRankOf(comparableText(name), wanted) ?? Number.POSITIVE_INFINITY;
  const best = Math.min(
    ...offers.map(({ hit }) => Math.min(rankOf(hit.text), rankOf(hit.alsoCalled ?? hit.text))),
  );
  const isLater = found.findIndex(({ name }) => rankOf(name) > Math.min(best, wordRanks.words));
  const leading = isLater === -1 ? found.length : isLater;
  const asItem = (concept: ConceptSummary) => ({ kind: 'concept', concept }) as const;
  return [
    ...found.slice(0, leading).map(asItem),
    ...offers.map((offer) => ({ kind: 'value', offer }) as const),
    ...found.slice(leading).map(asItem),
  ];
}
