import type { OntologyTermRef } from '@atrium/contract';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type OntologyPlace, type StatisticsRequest, statisticsOptions } from '../conceptQueries.ts';
import { type Trail, trailTo } from './trail.ts';

const typingPause = 1000;

/** The top terms that occur in the data are what the editor asked for already. */
const requestAt = (asked: StatisticsRequest, place: OntologyPlace): StatisticsRequest =>
  place.kind === 'term' && place.code === '' && place.onlyExisting ? asked : { ...asked, ontology: place };

/** Where the person is in an ontology, and every way to somewhere else. */
export function useOntologyPlace(asked: StatisticsRequest) {
  const client = useQueryClient();
  const [onlyExisting, setOnlyExisting] = useState(true);
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const [trail, setTrail] = useState<Trail>([]);
  const settle = useDebouncedCallback(setSearch, typingPause);
  const termAt = (code: string): OntologyPlace => ({ kind: 'term', code, onlyExisting });
  const leaveSearch = () => {
    settle.cancel();
    setText('');
    setSearch('');
  };
  return {
    request: requestAt(
      asked,
      search === '' ? termAt(trail.at(-1)?.code ?? '') : { kind: 'search', text: search, onlyExisting },
    ),
    onlyExisting,
    setOnlyExisting,
    text,
    search,
    trail: search === '' ? trail : [],
    type: (value: string) => {
      setText(value);
      settle(value.trim());
    },
    searchNow: () => {
      settle.cancel();
      setSearch(text.trim());
    },
    goTo: (target: OntologyTermRef, direction: 'down' | 'up') => {
      setTrail(search === '' ? trailTo(trail, target, direction) : [target]);
      leaveSearch();
    },
    goToTop: () => {
      setTrail([]);
      leaveSearch();
    },
    /** Loads a place ahead of the click that may lead there. */
    prefetch: (code: string) => void client.prefetchQuery(statisticsOptions(requestAt(asked, termAt(code)))),
  };
}

export type OntologyWalk = ReturnType<typeof useOntologyPlace>;
