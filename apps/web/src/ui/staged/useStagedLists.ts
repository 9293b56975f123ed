import { useEffect, useReducer, useState } from 'react';
import type { StagedEntry, StagedEvent, StagedLists } from './stagedLists.ts';

interface Staging<Entry extends StagedEntry, Event> {
  readonly reduce: (lists: StagedLists<Entry>, event: Event | StagedEvent<Entry>) => StagedLists<Entry>;
  /** Keeps the lists over a reload. */
  readonly kept: {
    readonly read: () => StagedLists<Entry> | null;
    readonly write: (lists: StagedLists<Entry>) => void;
    readonly clear: () => void;
  };
  /** The entries that the server has; the same array as long as they are the same. */
  readonly entries: readonly Entry[];
  /** The subject of the dialog; undefined while it is closed. */
  readonly openFor: string | undefined;
  /** How many edits the lists are away from what the server has. */
  readonly countOf: (lists: StagedLists<Entry>) => number;
  /** Called each time the dialog opens or closes. */
  readonly onToggle?: () => void;
  /** Everything that was staged has been applied. */
  readonly onApplied: () => void;
}

/** The edits of a person to lists in a dialog. Staged edits survive closing the dialog and reloading the page. */
export function useStagedLists<Entry extends StagedEntry, Event>(staging: Staging<Entry, Event>) {
  const { reduce, kept, entries, openFor, countOf, onToggle, onApplied } = staging;
  const [lists, dispatch] = useReducer(reduce, null, () => kept.read() ?? nothingStaged);
  const [seen, setSeen] = useState<readonly Entry[]>();
  const [wasOpenFor, setWasOpenFor] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isApplying, setIsApplying] = useState(false);
  const changes = countOf(lists);
  if (openFor !== wasOpenFor) {
    setWasOpenFor(openFor);
    setProblem(undefined);
    onToggle?.();
    if (openFor !== undefined && changes === 0) dispatch({ kind: 'opened', entries });
  }
  if (entries !== seen && !isApplying) {
    setSeen(entries);
    if (changes > 0) dispatch({ kind: 'resumed', entries });
  }
  useEffect(() => {
    if (changes > 0) kept.write(lists);
    else kept.clear();
  }, [kept, lists, changes]);

  /** Applies the edits. `run` returns the message to show if not everything could be applied. */
  const apply = async (run: () => Promise<string | undefined>) => {
    setIsApplying(true);
    setProblem(undefined);
    const left = await run().finally(() => setIsApplying(false));
    if (left === undefined) onApplied();
    else setProblem(left);
  };
  const discard = () => dispatch({ kind: 'opened', entries });
  return { lists, dispatch, changes, problem, isApplying, apply, discard };
}

const nothingStaged = { entries: [], stored: [], additions: 0 } as const;
