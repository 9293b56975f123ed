import type { ConceptSummary } from '@atrium/contract';
import { Button, Skeleton, Text } from '@mantine/core';
import { Lock, SearchX, TriangleAlert } from 'lucide-react';
import classes from './ConceptBrowser.module.css';
import { ConceptTypeIcon } from './ConceptTypeIcon.tsx';
import type { ConceptBrowserProps } from './conceptBrowserProps.ts';
import { Highlighted } from './Highlighted.tsx';
import { isMatched } from './highlight.ts';
import type { ConceptSearch } from './useConceptSearch.ts';
import { words } from './words.ts';

interface SearchResultsProps extends ConceptBrowserProps {
  readonly id: string;
  readonly search: ConceptSearch;
  readonly active: number;
  readonly onActive: (index: number) => void;
}

/** The hits as a list box that the search field steers. */
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
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search field hears the keys (combobox pattern)
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

/** The hit that the arrow keys came to is scrolled into sight. */
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
  <div className={classes.notice}>
    <SearchX size={28} strokeWidth={1.5} aria-hidden />
    <Text size="sm">{words.nothingFoundHint}</Text>
  </div>
);

const SearchPending = () => (
  <div className={classes.pending} aria-hidden>
    {[70, 55, 80, 60].map((width) => (
      <Skeleton key={width} height={34} width={`${width}%`} radius="sm" />
    ))}
  </div>
);

const SearchFailed = ({ retry }: { readonly retry: () => void }) => (
  <div role="alert" className={classes.notice}>
    <TriangleAlert size={28} strokeWidth={1.5} aria-hidden />
    <Text size="sm">{words.failed}</Text>
    <Button size="xs" variant="default" onClick={retry}>
      {words.tryAgain}
    </Button>
  </div>
);
