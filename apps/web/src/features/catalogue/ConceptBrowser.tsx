import { SegmentedControl } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import classes from './ConceptBrowser.module.css';
import { ConceptTree } from './ConceptTree.tsx';
import type { ConceptBrowserProps } from './catalogueQueries.ts';
import { words } from './catalogueWords.ts';
import { MarkedConcepts } from './marks/MarkedConcepts.tsx';
import { useMarks } from './marks/useMarks.ts';
import { SearchBox } from './SearchBox.tsx';
import { SearchResults, useConceptSearch } from './SearchResults.tsx';

const typingPause = 200;
const views = ['all', 'favourites', 'recent'] as const;
type View = (typeof views)[number];
const isView = (value: string): value is View => views.some((view) => view === value);

/** A search box over the tree of concepts, the favourites or the recent ones. A search shows its hits instead. */
export function ConceptBrowser(given: ConceptBrowserProps) {
  const { marks, onOpened } = useMarks(given.dataset);
  const [view, setView] = useState<View>('all');
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text.trim(), typingPause);
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const listId = useId();
  const isSearching = text.trim() !== '';
  const search = useConceptSearch(given, isSearching ? searched : '');
  const props: ConceptBrowserProps = {
    ...given,
    onSelect: (concept) => {
      onOpened(concept);
      given.onSelect(concept);
    },
  };

  const typed = (value: string) => {
    setText(value);
    setActive(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isSearching) {
      if (event.key !== 'ArrowDown') return;
      list.current?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"], li button')?.focus();
      event.preventDefault();
      return;
    }
    const last = search.concepts.length - 1;
    const chosen = search.concepts[active];
    if (event.key === 'Escape') typed('');
    else if (event.key === 'ArrowDown') setActive(Math.min(last, active + 1));
    else if (event.key === 'ArrowUp') setActive(Math.max(0, active - 1));
    else if (event.key === 'Enter' && chosen !== undefined) props.onSelect(chosen);
    else return;
    event.preventDefault();
  };

  return (
    <div className={classes.browser}>
      <SearchBox
        text={text}
        listId={listId}
        activeHit={isSearching && search.concepts[active] ? `${listId}-${active}` : undefined}
        isBusy={isSearching && (search.isBusy || searched !== text.trim())}
        onType={typed}
        onKeyDown={onKeyDown}
      />
      {!isSearching && <ViewControl view={view} onView={setView} />}
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
          <SearchResults {...props} id={listId} search={search} active={active} onActive={setActive} />
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
