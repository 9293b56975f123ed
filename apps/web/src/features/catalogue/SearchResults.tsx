import type { ConceptSummary } from '@atrium/contract/wire/concept';
import { Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Lock, SearchX, TriangleAlert } from '../../ui/icons.ts';
import classes from './ConceptBrowser.module.css';
import { ConceptTypeIcon } from './ConceptTypeIcon.tsx';
import { type Browsed, type ConceptBrowserProps, searchOptions } from './catalogueQueries.ts';
import { words } from './catalogueWords.ts';
import { Highlighted, isMatched } from './highlight.tsx';
import { Notice } from './Notice.tsx';
import { concepts } from './treeRows.ts';

export interface ConceptSearch {
  /** The text that was searched for. */
  readonly text: string;
  readonly concepts: readonly ConceptSummary[];
  /** Values and synonyms for which a concept was found, by its id. */
  readonly matches: Readonly<Record<string, readonly string[]>>;
  readonly isBusy: boolean;
  readonly isFailed: boolean;
  readonly retry: () => void;
}

/** The hits of a search. While the next ones load, the last ones stay. */
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

interface SearchResultsProps extends ConceptBrowserProps {
  readonly id: string;
  readonly search: ConceptSearch;
  readonly active: number;
  readonly onActive: (index: number) => void;
}

/** The hits as a list box, which the search field controls. */
export function SearchResults(props: SearchResultsProps) {
  const { id, search, active, selected = [], onSelect, onPoint, onActive } = props;
  if (search.isFailed) return <SearchFailed retry={search.retry} />;
  if (search.text === '') return <SearchPending />;
  return (
    <>
      <Text size="xs" c="dimmed" px={4} pb={6} aria-live="polite">
        {search.concepts.length === 0
          ? words.nothingFound(search.text)
          : words.results(search.concepts.length)}
      </Text>
      {search.concepts.length === 0 && <NothingFound />}
      <div role="listbox" id={id} aria-label={words.search} className={classes.hits}>
        {search.concepts.map((concept, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys (combobox pattern)
          <div
            key={concept.conceptId}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={selected.includes(concept.conceptId)}
            data-active={index === active}
            className={classes.hit}
            onClick={() => {
              onActive(index);
              onSelect(concept);
            }}
            onPointerEnter={() => onPoint?.(concept)}
            ref={index === active ? showHit : undefined}
          >
            <Hit concept={concept} search={search.text} matches={search.matches[concept.conceptId] ?? []} />
          </div>
        ))}
      </div>
    </>
  );
}

/** Scrolls the active hit into view. */
const showHit = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

interface HitProps {
  readonly concept: ConceptSummary;
  readonly search: string;
  readonly matches: readonly string[];
}

function Hit({ concept, search, matches }: HitProps) {
  const path = concept.categoryHierarchy.map(({ name }) => name).join(' › ');
  const isExplained = isMatched(concept.name, search) || isMatched(path, search);
  return (
    <>
      <span className={classes.hitIcon}>
        <ConceptTypeIcon type={concept.conceptType} />
      </span>
      <span className={classes.hitText}>
        <span className={classes.hitName}>
          <Highlighted text={concept.name} search={search} />
          {concept.hasPhi && <Lock size={12} role="img" aria-label={words.hasPhi} />}
        </span>
        {path !== '' && (
          <span className={classes.hitPath}>
            <Highlighted text={path} search={search} />
          </span>
        )}
        {matches.length > 0 && (
          <span className={classes.hitDescription}>
            {words.foundIn} <Highlighted text={matches.join(' · ')} search={search} />
          </span>
        )}
        {!isExplained && isMatched(concept.description, search) && (
          <span className={classes.hitDescription}>
            <Highlighted text={concept.description} search={search} />
          </span>
        )}
      </span>
    </>
  );
}

const NothingFound = () => (
  <Notice icon={<SearchX size={28} strokeWidth={1.5} aria-hidden />} text={words.nothingFoundHint} />
);

const SearchFailed = ({ retry }: { readonly retry: () => void }) => (
  <Notice
    role="alert"
    icon={<TriangleAlert size={28} strokeWidth={1.5} aria-hidden />}
    text={words.failed}
    onRetry={retry}
  />
);

const SearchPending = () => (
  <div className={classes.pending} aria-hidden>
    {[70, 55, 80, 60].map((width) => (
      <Skeleton key={width} height={34} width={`${width}%`} radius="sm" />
    ))}
  </div>
);
