import type { CriteriaSetView, FilterView } from '@atrium/contract/wire/cohortView';
import type { Batch } from '../cohortQueries.ts';
import type { Position } from '../move/position.ts';

/** The actions of a person in the panel, for its parts. */
export interface PanelActions {
  readonly edit: (batch: Batch, focusAfter?: string) => void;
  readonly move: (filter: FilterView, position: Position) => void;
  readonly openFilter: (filter: FilterView) => void;
  readonly openSet: (set: CriteriaSetView) => void;
  readonly openRule: (set: CriteriaSetView) => void;
  /** Deletes at once, or after a warning about what is deleted with it. */
  readonly remove: (set: CriteriaSetView, what: 'set' | 'rule') => void;
  /** Whether an edit of the filter or set with this id is under way. */
  readonly isPending: (entryId: string) => boolean;
}
