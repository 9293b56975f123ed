import type { ConceptStatistics } from '@atrium/contract';
import type { Field } from '../problems.ts';

export interface RangeEditorProps<D> {
  readonly name: string;
  /** Name of saved charts, without the ending. */
  readonly fileName: string;
  readonly draft: D;
  readonly onChange: (draft: D) => void;
  /** The same figures for the active cohort, where they are drawn over those of everybody. */
  readonly part: ConceptStatistics | undefined;
  /** What is wrong with a field. */
  readonly errors: Partial<Readonly<Record<Field, string>>>;
}
