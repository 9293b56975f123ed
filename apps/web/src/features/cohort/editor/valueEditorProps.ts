import type { AddFilter, ConceptStatistics } from '@atrium/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Scope, StatisticsRequest } from './conceptQueries.ts';
import type { DateMode, Draft } from './editorState.ts';
import type { Problems } from './problems.ts';

export interface ValueEditorProps {
  /** What the statistics answer; the panes of ontology and text editors ask further in the same terms. */
  readonly asked: StatisticsRequest;
  readonly conceptName: string;
  readonly statistics: UseQueryResult<ConceptStatistics>;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  /** Pasted values join the selection; what was chosen meanwhile stays. */
  readonly onAdd: (values: readonly string[]) => void;
  readonly toFilter: (draft: Draft) => AddFilter;
  /** The active cohort, where it is drawn over everybody's data. */
  readonly cohort: Scope | null;
  /** What is wrong with single fields. */
  readonly errors: Problems['fields'];
  /** The other tab of a date was opened. */
  readonly onMode: (mode: DateMode) => void;
}
