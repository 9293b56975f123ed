import type { ConceptSummary } from '@atrium/contract/wire/concept';
import { Skeleton, Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Lock, SearchX, TriangleAlert } from '../../ui/icons.ts';
import classes from './ConceptBrowser.module.css';
import { ConceptTypeIcon } from './ConceptTypeIcon.tsx';
import type { ConceptBrowserProps } from './catalogueQueries.ts';
import { words } from './catalogueWords.ts';
import { Highlighted, isMatched } from './highlight.tsx';
import { Notice } from './Notice.tsx';
import { OfferRow } from './OfferRow.tsx';
import type { ConceptSearch, SearchItem } from './useConceptSearch.ts';

interface SearchResultsProps extends Pick<ConceptBrowserProps, 'selected' | 'onPoint'> {
  readonly id: string;
  readonly search: ConceptSearch;
  readonly items: readonly SearchItem[];
  readonly active: number;
  /** Values that are not listed yet. */
  readonly moreValues: number;
  readonly onMore: () => void;
  readonly onChoose: (index: number) => void;
}

/** The hits as a list box, which the search field controls. */
export function SearchResults(props: SearchResultsProps) {
  const { search, items } = props;
  if (search.isFailed) return <SearchFailed retry={search.retry} />;
  if (search.text === '') return <SearchPending />;
  return (
    <>
      <Text size="xs" c="dimmed" px={4} pb={6} aria-live="polite">
        {summaryOf(props)}
      </Text>
      {items.length === 0 && search.concepts.length === 0 && <NothingFound />}
      {props.moreValues > 0 && (
        <UnstyledButton className={classes.more ?? ''} onClick={props.onMore}>
          {words.more(props.moreValues)}
        </UnstyledButton>
      )}
      <Hits {...props} />
    </>
  );
}

function summaryOf({ search, items, moreValues }: SearchResultsProps): string {
  const { text, corrected, concepts } = search;
  if (concepts.length === 0) return words.nothingFound(text);
  const values = items.filter(({ kind }) => kind === 'value').length + moreValues;
  const found = [...(values > 0 ? [words.values(values)] : []), words.results(concepts.length)].join(' · ');
  return corrected === undefined ? found : `${words.corrected(text, corrected)} ${found}`;
}

function Hits({ id, search, items, active, selected = [], onChoose, onPoint }: SearchResultsProps) {
  const searched = search.corrected ?? search.text;
  return (
    <div role="listbox" id={id} aria-label={words.search} className={classes.hits}>
      {items.map((item, index) => {
        const option = { id: `${id}-${index}`, isActive: index === active, onChoose: () => onChoose(index) };
        if (item.kind === 'value')
          return (
            <Option
              key={keyOf(item)}
              {...option}
              isSelected={item.offer.kind === 'held'}
              title={words.offers[item.offer.kind]}
            >
              <OfferRow offer={item.offer} search={searched} />
            </Option>
          );
        const { concept } = item;
        return (
          <Option
            key={keyOf(item)}
            {...option}
            isSelected={selected.includes(concept.conceptId)}
            onPoint={() => onPoint?.(concept)}
          >
            <Hit concept={concept} search={searched} matches={search.matches[concept.conceptId] ?? []} />
          </Option>
        );
      })}
    </div>
  );
}

const keyOf = (item: SearchItem): string =>
  item.kind === 'concept'
    ? item.concept.conceptId
    : JSON.stringify([item.offer.hit.concept.conceptId, item.offer.hit.text, item.offer.hit.code]);

interface OptionProps {
  readonly id: string;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly title?: string;
  readonly onChoose: () => void;
  readonly onPoint?: () => void;
  readonly children: ReactNode;
}

const Option = ({ id, isActive, isSelected, title, onChoose, onPoint, children }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys (combobox pattern)
  <div
    id={id}
    role="option"
    tabIndex={-1}
    aria-selected={isSelected}
    data-active={isActive}
    title={title}
    className={classes.hit}
    onClick={onChoose}
    onPointerEnter={onPoint}
    ref={isActive ? showHit : undefined}
  >
    {children}
  </div>
);

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
