import type { OntologyTermRef } from '@atrium/contract';
import { Switch } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { words } from '../../words.ts';
import { type OntologyPlace, type StatisticsRequest, statisticsOptions } from '../conceptQueries.ts';
import type { ChosenTerm } from '../editorState.ts';
import panes from '../panes.module.css';
import { SearchField } from '../SearchField.tsx';
import { Surroundings } from './Surroundings.tsx';
import { TermList } from './TermList.tsx';

interface BrowsePaneProps {
  readonly asked: StatisticsRequest;
  readonly chosen: readonly ChosenTerm[];
  readonly onToggle: (term: OntologyTermRef) => void;
}

const typingPause = 1000;

/** Walks an ontology: its top terms, a term with its parents and children, or the hits of a search. */
export function BrowsePane({ asked, chosen, onToggle }: BrowsePaneProps) {
  const [onlyExisting, setOnlyExisting] = useState(true);
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const [code, setCode] = useState('');
  const settle = useDebouncedCallback(setSearch, typingPause);
  const place: OntologyPlace =
    search === '' ? { kind: 'term', code, onlyExisting } : { kind: 'search', text: search, onlyExisting };
  const found = useQuery({ ...placeOptions(asked, place), placeholderData: keepPreviousData });

  const typed = (value: string) => {
    setText(value);
    settle(value.trim());
  };
  const searchNow = () => {
    settle.cancel();
    setSearch(text.trim());
  };
  const goTo = (target: string) => {
    settle.cancel();
    setText('');
    setSearch('');
    setCode(target);
  };

  return (
    <div className={panes.pane}>
      <Switch
        size="sm"
        label={words.exists}
        checked={onlyExisting}
        onChange={(event) => setOnlyExisting(event.currentTarget.checked)}
      />
      <SearchField
        label="Search terms"
        value={text}
        isBusy={found.isFetching || text.trim() !== search}
        onChange={typed}
        onSearchNow={searchNow}
      />
      <Surroundings
        found={found.data}
        isSearch={search !== ''}
        onGo={goTo}
        onToggle={onToggle}
        chosen={chosen}
      />
      <TermList found={found} searched={search} chosen={chosen} onDescend={goTo} onToggle={onToggle} />
    </div>
  );
}

/** The top terms that occur in the data are what the editor asked for already. */
const placeOptions = (asked: StatisticsRequest, place: OntologyPlace) =>
  statisticsOptions(
    place.kind === 'term' && place.code === '' && place.onlyExisting ? asked : { ...asked, ontology: place },
  );
