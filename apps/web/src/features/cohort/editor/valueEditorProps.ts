import type { AddFilter, ConceptStatistics } from '@atrium/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import type { StatisticsRequest } from './conceptQueries.ts';
import type { Draft } from './editorState.ts';

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
}
