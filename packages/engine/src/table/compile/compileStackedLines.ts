import type { Concept } from '../../dictionary/dictionary.ts';
import type { StackedColumn } from '../check/checkedTable.ts';
import { compileBase, type TableSource } from './compileBase.ts';
import { joinOrder } from './joinOrder.ts';
import type { Fragment } from './names.ts';
import type { Slot } from './tableLayout.ts';

/**
 * The lines of a table that stacks these concepts: `_subject` and a cell `c0`, `c1`, … for each, with the table's own
 * joins and row filters (rule 6.2: a cross-tab is a stacked table). Needs a `cohort` beside it.
 */
export function compileStackedLines(
  axes: readonly { readonly entryId: string; readonly concept: Concept; readonly yearsOnly: boolean }[],
  source: TableSource,
): Fragment {
  const stacked = axes.flatMap(({ entryId, concept, yearsOnly }, index): Slot<StackedColumn>[] => {
    const collection = source.release.lookup.collection(concept.collectionId);
    if (collection === undefined) return [];
    const subject = { concept, collection, start: null, hasEventDates: false };
    const field = { entryId, conceptId: concept.id, aggregate: false, aggregationMethod: null };
    return [{ index, column: { kind: 'stacked', field, subject, yearsOnly, topCodesAges: false } }];
  });
  const joins = joinOrder(stacked.map(({ column }) => column.subject.collection));
  return compileBase({ stacked, aggregated: [], joins, sort: [] }, source);
}
