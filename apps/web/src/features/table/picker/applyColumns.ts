import type { TableTransformation } from '@atrium/contract/wire/tableTransformation';
import type { TableEdited } from '@atrium/contract/wire/tableView';
import type { MakeEdits } from '../../../api/definition/edits.ts';
import { refusedOf } from '../../../api/definition/fieldErrors.ts';
import { applyStaged, type StagedStep } from '../../../ui/staged/applyStaged.ts';
import {
  type ColumnList,
  type ColumnListEvent,
  columnList,
  reduceColumns,
  stagedEdits,
  wantedOrder,
} from './columnList.ts';

interface Applying {
  readonly edit: MakeEdits<TableTransformation, TableEdited>;
  /** Called for every change of the list. */
  readonly tell: (event: ColumnListEvent) => void;
}

/** Makes the staged edits; what was refused stays on the list. */
export const applyColumns = (list: ColumnList, { edit, tell }: Applying) =>
  applyStaged(list, {
    reduce: reduceColumns,
    stepsOf,
    send: async (...batch) => {
      const edited = await edit(...batch);
      const stored = edited.extended.fields.map(({ entryId }) => ({ list: columnList, entryId }));
      return { stored, refused: refusedOf(edited) };
    },
    tell,
  });

/** The list without what was refused: such a column is not added, keeps its options, or stays. */
const acceptable = (list: ColumnList): ColumnList => ({
  ...list,
  entries: list.entries.flatMap((column) => {
    if (column.problem === undefined) return [column];
    return column.entryId === undefined ? [] : [{ ...column, options: undefined, isRemoved: false }];
  }),
});

/**
 * The edits that make the table equal to the list. Removals come last, because the server gives a table without columns
 * its default ones; until then what is removed stands behind the rest.
 */
function stepsOf(list: ColumnList): readonly StagedStep<TableTransformation>[] {
  const wanted = acceptable(list);
  const { adds, changes, removes, isReordered } = stagedEdits(wanted);
  const steps: StagedStep<TableTransformation>[] = changes.flatMap((column) =>
    column.options === undefined || column.entryId === undefined
      ? []
      : [{ key: column.key, edit: { ...column.options, entryId: column.entryId } }],
  );
  if (isReordered)
    steps.push({
      key: undefined,
      edit: { kind: 'resort_columns', entryIds: wantedOrder(wanted) },
    });
  const final = wanted.entries.filter((column) => !column.isRemoved);
  for (const column of adds) {
    const { conceptId, options = { kind: 'add_entry', conceptId, inputs: {} } } = column;
    const position = isReordered ? { position: final.indexOf(column) } : {};
    steps.push({ key: column.key, edit: { ...options, ...position } });
  }
  for (const column of removes)
    steps.push({ key: column.key, edit: { kind: 'delete_entry', entryId: column.entryId ?? '' } });
  return steps;
}
