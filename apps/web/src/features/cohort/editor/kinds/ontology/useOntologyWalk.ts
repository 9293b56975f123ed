import type { OntologyTermRef } from '@atrium/contract/wire/cohortDefinition';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type OntologyPosition, type StatisticsRequest, statisticsOptions } from '../../conceptQueries.ts';

const typingPause = 1000;

/** The terms that led from the top to the one whose children are listed, outermost first. */
export type Trail = readonly OntologyTermRef[];

/** The trail after a step to a term: cut where it was passed before, longer where it lies below, else begun anew. */
export function trailTo(trail: Trail, target: OntologyTermRef, direction: 'down' | 'up'): Trail {
  const passed = trail.findIndex(({ code }) => code === target.code);
  const step = { code: target.code, label: target.label };
  if (passed !== -1) return [...trail.slice(0, passed), step];
  return direction === 'down' ? [...trail, step] : [step];
}

/** The editor has asked already for the top terms that occur in the data. */
const requestAt = (request: StatisticsRequest, position: OntologyPosition): StatisticsRequest =>
  position.kind === 'term' && position.code === '' && position.onlyExisting && position.page === 1
    ? request
    : { ...request, ontology: position };

/** The position in an ontology that is shown, and the ways to another one. */
export function useOntologyWalk(request: StatisticsRequest, searchedAtFirst: string) {
  const client = useQueryClient();
  const [onlyExisting, setOnlyExisting] = useState(true);
  const [text, setText] = useState(searchedAtFirst);
  const [search, setSearch] = useState(searchedAtFirst);
  const [trail, setTrail] = useState<Trail>([]);
  const searchLater = useDebouncedCallback(setSearch, typingPause);
  // The page of another list counts for nothing.
  const [turned, setTurned] = useState({ list: '', page: 1 });
  const shown = trail.at(-1)?.code ?? '';
  const list = JSON.stringify([search, shown, onlyExisting]);
  const page = turned.list === list ? turned.page : 1;
  const termAt = (code: string, page: number): OntologyPosition => ({
    kind: 'term',
    code,
    onlyExisting,
    page,
  });
  const leaveSearch = () => {
    searchLater.cancel();
    setText('');
    setSearch('');
  };
  return {
    request: requestAt(
      request,
      search === '' ? termAt(shown, page) : { kind: 'search', text: search, onlyExisting, page },
    ),
    page,
    turn: (to: number) => setTurned({ list, page: to }),
    onlyExisting,
    setOnlyExisting,
    text,
    search,
    trail: search === '' ? trail : [],
    type: (value: string) => {
      setText(value);
      searchLater(value.trim());
    },
    searchNow: () => {
      searchLater.cancel();
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
    /** Loads a position before the click that may lead there. */
    prefetch: (code: string) =>
      void client.prefetchQuery(statisticsOptions(requestAt(request, termAt(code, 1)))),
  };
}

export type OntologyWalk = ReturnType<typeof useOntologyWalk>;
