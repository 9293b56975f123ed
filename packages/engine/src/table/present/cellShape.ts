import { unreachable } from '@atrium/contract';
import type { SoundColumn } from '../check/checkedTable.ts';

/** What a cell holds: how each value reads, and whether there is a count beside it. */
export interface CellShape {
  /** `topCodedAge`: ages of 90 years and more are one. */
  readonly value: 'plain' | 'age' | 'topCodedAge';
  readonly isCounted: boolean;
  /** Template of the address that a value leads to, with `{value}`. */
  readonly link: string | null;
}

const plain: CellShape = { value: 'plain', isCounted: false, link: null };

/** The shape of a column's cells: that of its concept, unless the method answers with counts, dates or yes and no. */
export function cellShape(column: SoundColumn): CellShape {
  const { concept } = column.subject;
  const age = column.topCodesAges ? 'topCodedAge' : 'age';
  const own: CellShape = { ...plain, value: concept.type === 'age' ? age : 'plain', link: concept.link };
  if (column.kind === 'stacked') return own;
  const { aggregation } = column;
  switch (aggregation.kind) {
    case 'count_all':
    case 'count_distinct':
      return plain;
    case 'most_frequent':
      if (aggregation.returns === 'count') return plain;
      return aggregation.returns === 'value' ? own : { ...own, isCounted: true, link: null };
    case 'min':
    case 'max':
      return aggregation.returns === 'value' ? own : plain;
    case 'has_value':
    case 'has_value_text':
      return aggregation.returns.endsWith('_value') || aggregation.returns === 'all_values' ? own : plain;
    case 'std_dev':
    case 'sum':
      return concept.type === 'age' ? { ...own, value: 'age' } : own;
    case 'list_distinct':
    case 'list_all':
    case 'latest':
    case 'earliest':
    case 'average':
    case 'median':
    case 'min_date':
    case 'max_date':
      return own;
    default:
      return unreachable(aggregation);
  }
}
