import type { ConceptSummary } from '@atrium/contract';
import type { ConceptUse } from './queries.ts';

export interface ConceptBrowserProps {
  readonly dataset: string;
  readonly use: ConceptUse;
  /** Ids of the concepts that are open, or chosen already. */
  readonly selected?: readonly string[];
  /** Ids of categories that start open, so that the selected concept can be seen. */
  readonly revealed?: readonly number[];
  readonly onSelect: (concept: ConceptSummary) => void;
  /** The pointer came over a concept: a good moment to load it. */
  readonly onPoint?: (concept: ConceptSummary) => void;
}
