import type { AggregatedColumn, CheckedTable, SoundColumn, StackedColumn } from '../check/checkedTable.ts';
import { type JoinStep, joinOrder } from './joinOrder.ts';

/** A column that takes part in the statement, with its index in the table. */
export interface Slot<Column extends SoundColumn = SoundColumn> {
  readonly index: number;
  readonly column: Column;
}

export interface SortKey {
  readonly slot: Slot;
  readonly direction: 1 | -1;
}

/** A table as it is compiled: without broken columns, and with complete sort keys. */
export interface TableLayout {
  readonly stacked: readonly Slot<StackedColumn>[];
  readonly aggregated: readonly Slot<AggregatedColumn>[];
  readonly joins: readonly JoinStep[];
  /** The person's keys, then every stacked column, so that no two rows tie (rule 5.14). */
  readonly sort: readonly SortKey[];
  readonly eachRecord?: boolean;
}

const maxKeys = 3;

export function tableLayout({ columns, definition, eachRecord }: CheckedTable): TableLayout {
  const slots = columns.flatMap((column, index): readonly Slot[] =>
    column.kind === 'broken' ? [] : [{ index, column }],
  );
  const stacked = slots.flatMap(({ index, column }) =>
    column.kind === 'stacked' ? [{ index, column }] : [],
  );
  const aggregated = slots.flatMap(({ index, column }) =>
    column.kind === 'aggregated' ? [{ index, column }] : [],
  );
  const chosen = definition.sort.flatMap(({ entryId, direction }): readonly SortKey[] => {
    const slot = slots.find(({ column }) => column.field.entryId === entryId);
    return slot === undefined ? [] : [{ slot, direction }];
  });
  const ascending = (of: readonly Slot[]): readonly SortKey[] =>
    of.map((slot) => ({ slot, direction: 1 }) as const);
  const leading = chosen.length > 0 ? chosen.slice(0, maxKeys) : ascending(slots.slice(0, 1));
  const ties = stacked.filter(({ index }) => leading.every(({ slot }) => slot.index !== index));
  return {
    stacked,
    aggregated,
    joins: joinOrder(stacked.map(({ column }) => column.subject.collection)),
    sort: [...leading, ...ascending(ties)],
    eachRecord: eachRecord === true,
  };
}
