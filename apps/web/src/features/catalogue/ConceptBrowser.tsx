import { SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { ValueOffer, ValueOffersProps } from '../../api/valueOffer.ts';
import classes from './ConceptBrowser.module.css';
import { ConceptTree } from './ConceptTree.tsx';
import type { ConceptBrowserProps } from './catalogueQueries.ts';
import { words } from './catalogueWords.ts';
import { MarkedConcepts } from './marks/MarkedConcepts.tsx';
import { useMarks } from './marks/useMarks.ts';
import { SearchBox } from './SearchBox.tsx';
import { SearchResults } from './SearchResults.tsx';
import { type ConceptSearch, searchItems, useConceptSearch, wordsForEditor } from './useConceptSearch.ts';

const typingPause = 200;
const views = ['all', 'favourites', 'recent'] as const;
type View = (typeof views)[number];
const isView = (value: string): value is View => views.some((view) => view === value);

/** So many values are listed at first, above the concepts. */
const shownAtFirst = 8;

const NoOffers = ({ children }: ValueOffersProps) => children([]);

/** A search box over the tree of concepts, the favourites or the recent ones. A search shows its hits instead. */
export function ConceptBrowser(given: ConceptBrowserProps) {
  const { marks, onOpened } = useMarks(given.dataset);
  const [view, setView] = useState<View>('all');
  const [text, setText] = useState('');
  const [paused] = useDebouncedValue(text.trim(), typingPause);
  const isSearching = text.trim() !== '';
  const search = useConceptSearch(given, text.trim(), isSearching ? paused : '');
  const [allOf, setAllOf] = useState('');
  const hits = allOf === search.text ? search.values : search.values.slice(0, shownAtFirst);
  const Offers = given.Offers ?? NoOffers;
  const props: ConceptBrowserProps = {
    ...given,
    onSelect: (concept) => {
      onOpened(concept);
      given.onSelect(concept, isSearching ? wordsForEditor(search, concept) : undefined);
    },
  };
  return (
    <Offers dataset={given.dataset} hits={hits}>
      {(offers) => (
        <Browser
          {...props}
          {...{ marks, view, onView: setView, text, search, offers, isSearching }}
          moreValues={offers.length === 0 ? 0 : search.values.length - hits.length}
          onMore={() => setAllOf(search.text)}
          onType={setText}
        />
      )}
    </Offers>
  );
}

interface BrowserProps extends ConceptBrowserProps {
  readonly marks: ReturnType<typeof useMarks>['marks'];
  readonly view: View;
  readonly onView: (view: View) => void;
  readonly text: string;
  readonly isSearching: boolean;
  readonly search: ConceptSearch;
  readonly offers: readonly ValueOffer[];
  readonly moreValues: number;
  readonly onMore: () => void;
  readonly onType: (text: string) => void;
}

function Browser({ marks, view, text, isSearching, search, offers, onView, onType, ...props }: BrowserProps) {
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const items = searchItems(search, offers);
  const typed = (value: string) => {
    onType(value);
    setActive(0);
  };
  const choose = (index: number) => {
    const item = items[index];
    setActive(index);
    if (item?.kind === 'concept') props.onSelect(item.concept);
    else item?.offer.onAdd();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSearching) {
      if (event.key !== 'ArrowDown') return;
      list.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"], li button')?.focus();
      event.preventDefault();
      return;
    }
    if (event.key === 'Escape') typed('');
    else if (event.key === 'ArrowDown') setActive(Math.min(items.length - 1, active + 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(0, active - 1));
    else if (event.key === 'Enter' && items[active] !== undefined) choose(active);
    else return;
    event.preventDefault();
  };

  return (
    <div className={classes.browser}>
      <SearchBox
        text={text}
        listId={listId}
        activeHit={isSearching && items[active] ? `${listId}-${active}` : undefined}
        isBusy={isSearching && search.isBusy}
        onType={typed}
        onKeyDown={onKeyDown}
      />
      {!isSearching && <ViewControl view={view} onView={onView} />}
      <div ref={list} className={classes.list}>
        <div hidden={isSearching || view !== 'all'}>
          <ConceptTree {...props} />
        </div>
        {!isSearching && view === 'favourites' && (
          <MarkedConcepts
            {...props}
            label={words.favourites}
            marked={marks.favourites}
            none={words.noFavourites}
          />
        )}
        {!isSearching && view === 'recent' && (
          <MarkedConcepts {...props} label={words.recent} marked={marks.recent} none={words.noRecent} />
        )}
        {isSearching && (
          <SearchResults
            {...props}
            id={listId}
            search={search}
            items={items}
            active={active}
            moreValues={props.moreValues}
            onMore={props.onMore}
            onChoose={choose}
          />
        )}
      </div>
    </div>
  );
}

interface ViewControlProps {
  readonly view: View;
  readonly onView: (view: View) => void;
}

const ViewControl = ({ view, onView }: ViewControlProps) => (
  <SegmentedControl
    className={classes.views ?? ''}
    size="xs"
    fullWidth
    aria-label={words.views}
    value={view}
    onChange={(value) => isView(value) && onView(value)}
    data={views.map((value) => ({ value, label: words[value] }))}
  />
);
