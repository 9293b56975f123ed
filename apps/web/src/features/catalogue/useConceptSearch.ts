import type { ConceptSummary } from '@atrium/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Browsed, searchOptions } from './queries.ts';
import { concepts } from './treeRows.ts';

export interface ConceptSearch {
  /** The search that the concepts below answer. */
  readonly text: string;
  readonly concepts: readonly ConceptSummary[];
  /** Values and synonyms for which a concept was found, by its id. */
  readonly matches: Readonly<Record<string, readonly string[]>>;
  readonly isBusy: boolean;
  readonly isFailed: boolean;
  readonly retry: () => void;
}

/** The hits of a search; while the next answer is under way those of the last one stay. */
export function useConceptSearch({ dataset, use }: Browsed, text: string): ConceptSearch {
  const { data, isFetching, isError, refetch } = useQuery({
    ...searchOptions({ dataset, use }, text),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
  return {
    text: data?.search ?? '',
    concepts: concepts(use, data?.concepts ?? []),
    matches: data?.matches ?? {},
    isBusy: isFetching,
    isFailed: isError,
    retry: () => {
      refetch();
    },
  };
}
