import type { AnalysisRole } from '@atrium/contract';
import type { AnalysisDisplay } from '../analysisAddress.ts';
import type { AxisConcept, GridLayout } from './gridLayout.ts';
import type { ShownStretch } from './useStretch.ts';

/** What can be done to the axes from within the table. */
export interface AxisActions {
  readonly onAdd: (role: AnalysisRole) => void;
  readonly onRemove: (concept: AxisConcept) => void;
}

/** What the parts of the grid share. */
export interface GridParts {
  /** Begins the ids of the headers. */
  readonly id: string;
  readonly layout: GridLayout;
  readonly display: AnalysisDisplay;
  readonly rows: ShownStretch;
  readonly columns: ShownStretch;
  /** Where the headers of each row concept are frozen, in pixels from the left; undefined where there is no room. */
  readonly frozenAt: readonly (number | undefined)[];
  /** How much of the left the frozen headers cover. */
  readonly frozenWidth: number;
}

export const headerId = (id: string, axis: 'row' | 'column', level: number, start: number): string =>
  `${id}-${axis}-${level}-${start}`;

export const sumId = (id: string, axis: 'row' | 'column'): string => `${id}-${axis}-sum`;
