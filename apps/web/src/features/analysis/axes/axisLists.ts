import type { AnalysisRole, AnalysisView } from '@atrium/contract/wire/analysis';
import {
  reduceStaged,
  type StagedEntry,
  type StagedEvent,
  type StagedLists,
  type StoredEntry,
} from '../../../ui/staged/stagedLists.ts';

type ExtendedAnalysis = AnalysisView['extended'];

/** A concept on an axis of the dialog. */
export interface AxisEntry extends StagedEntry {
  readonly list: AnalysisRole;
  readonly conceptId: string;
}

/** Rows and columns as a person wants them, before anything is applied. */
export type AxisLists = StagedLists<AxisEntry>;

export type AxesEvent = StagedEvent<AxisEntry> | { readonly kind: 'swapped' };

export const roles = ['rows', 'cols'] as const;

export const otherRole = (role: AnalysisRole): AnalysisRole => (role === 'rows' ? 'cols' : 'rows');

/** The entries of an analysis that the server has. */
export const axisEntries = (axes: ExtendedAnalysis): readonly AxisEntry[] =>
  roles.flatMap((list) =>
    axes[list].map(({ entryId, conceptId, label }) => ({
      key: entryId,
      entryId,
      list,
      conceptId,
      name: label,
      isRemoved: false,
      problem: undefined,
    })),
  );

export const storedAxes = (axes: ExtendedAnalysis): readonly StoredEntry[] =>
  roles.flatMap((list) => axes[list].map(({ entryId }) => ({ list, entryId })));

/** Puts a concept at the end of an axis. */
export const adding = (concept: Pick<AxisEntry, 'conceptId' | 'name' | 'list'>): AxesEvent => ({
  kind: 'added',
  make: (addition) => ({ ...concept, ...addition }),
});

/** Both axes after a person or the server has changed something. */
export function reduceAxes(lists: AxisLists, event: AxesEvent): AxisLists {
  switch (event.kind) {
    case 'swapped':
      return {
        ...lists,
        entries: lists.entries.map((entry) => ({ ...entry, list: otherRole(entry.list) })),
      };
    case 'resumed':
      return withoutRepeated(reduceStaged(lists, event));
    default:
      return reduceStaged(lists, event);
  }
}

/** A concept can be used once, so one that the server has by now is no longer added. */
function withoutRepeated(lists: AxisLists): AxisLists {
  const known = new Set(
    lists.entries.flatMap(({ entryId, conceptId }) => (entryId === undefined ? [] : [conceptId])),
  );
  return {
    ...lists,
    entries: lists.entries.filter(({ entryId, conceptId }) => entryId !== undefined || !known.has(conceptId)),
  };
}
