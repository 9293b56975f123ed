import type { ConceptSummary } from '@atrium/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { currentUserQuery } from '../../../api/session.ts';
import { type Marks, toggleFavourite, withRecent } from './marks.ts';
import { marksKey, parseMarks, subscribeToMarks, writeMarks } from './marksStore.ts';

export interface OwnMarks {
  readonly marks: Marks;
  readonly onOpened: (concept: ConceptSummary) => void;
  /** Absent while nobody is known to be signed in. */
  readonly onToggle: ((concept: ConceptSummary) => void) | undefined;
}

/** The marks of whoever is signed in, in this dataset. */
export function useMarks(dataset: string): OwnMarks {
  const { data: session } = useQuery({ ...currentUserQuery, enabled: false });
  const account = session?.user?.id;
  const key = account === undefined ? null : marksKey({ account, dataset });
  const text = useSyncExternalStore(subscribeToMarks, () =>
    key === null ? null : window.localStorage.getItem(key),
  );
  const marks = useMemo(() => parseMarks(text), [text]);
  const change = (next: (marks: Marks) => Marks) => {
    if (account !== undefined && key !== null) {
      writeMarks({ account, dataset }, next(parseMarks(window.localStorage.getItem(key))));
    }
  };
  return {
    marks,
    onOpened: (concept) => change((held) => withRecent(held, concept)),
    onToggle:
      account === undefined ? undefined : (concept) => change((held) => toggleFavourite(held, concept)),
  };
}
