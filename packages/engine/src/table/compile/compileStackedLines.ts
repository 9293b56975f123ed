import type { Concept } from '../../dictionary/dictionary.ts';
import { columnSubject } from '../aggregation/columnSubject.ts';
import type { StackedColumn } from '../check/checkedTable.ts';
import { compileBase, type TableSource } from './compileBase.ts';
import { joinOrder } from './joinOrder.ts';
import type { Fragment } from './names.ts';
import type { Slot } from './tableLayout.ts';

/**
 * The lines of a table that stacks these concepts: `_subject` and a cell `c0`, `c1`, … for each, with the table's own
 * joins and row filters (semantics 4: a cross-tab is a stacked table). Needs a `cohort` beside it.
 */
export function compileStackedLines(
  axes: readonly { readonly entryId: string; readonly concept: Concept; readonly yearsOnly: boolean }[],
  source: TableSource,
): Fragment {
  const stacked = axes.flatMap(({ entryId, concept, yearsOnly }, index): Slot<StackedColumn>[] => {
    const subject = columnSubject(concept, source.release.lookup);
    const field = { entryId, conceptId: concept.id, aggregate: false, aggregationMethod: null };
    return subject === null
      ? []
      : [{ index, column: { kind: 'stacked', field, subject, yearsOnly, foldsOldAges: false } }];
  });
  const joins = joinOrder(stacked.map(({ column }) => column.subject.collection));
  return compileBase({ stacked, aggregated: [], joins, sort: [] }, source);
}
