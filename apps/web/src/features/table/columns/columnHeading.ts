import type { ColumnView } from '@atrium/contract/wire/tableView';
import { headingWords } from '../tableWords.ts';

export interface ColumnHeading {
  readonly name: string;
  /** Names of the category path, outermost first. */
  readonly path: readonly string[];
  /** The method that makes one cell of several values. */
  readonly method: string;
  /** The criteria set whose records are used; null for all. */
  readonly set: string | null;
}

/** The parts of a column's heading. The method, which is in the label of an aggregated column, has its own line. */
export function columnHeading(column: ColumnView): ColumnHeading {
  return {
    name: column.alias ?? column.conceptName,
    path: column.categories,
    method: column.aggregate ? methodOf(column) : headingWords.stacked,
    set: column.aggregationCriteriaSetName ?? null,
  };
}

function methodOf({ label, conceptName, aggregationMethod }: ColumnView): string {
  const opening = `${conceptName} (`;
  const start = label.indexOf(opening);
  if (start >= 0 && label.endsWith(')')) return label.slice(start + opening.length, -1);
  return (aggregationMethod ?? '').replaceAll('_', ' ');
}

/** The header text of a column: the person's own name for it, or else its label. */
export const headerOf = ({ alias, label }: Pick<ColumnView, 'alias' | 'label'>): string => alias ?? label;
