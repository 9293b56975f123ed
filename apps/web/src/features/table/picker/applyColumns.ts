import type { TableEdited, TableTransformation } from '@atrium/contract';
import { storedIn } from '../../../ui/staged/stagedLists.ts';
import {
  type ColumnList,
  type ColumnListEvent,
  columnList,
  type ListedColumn,
  reduceColumns,
  stagedEdits,
  wantedOrder,
} from './columnList.ts';

interface Applying {
  readonly edit: (transformation: TableTransformation) => Promise<TableEdited>;
  /** Called for every edit as it is made or refused. */
  readonly tell: (event: ColumnListEvent) => void;
  /** Called with the number of edits made so far. */
  readonly onMade: (made: number) => void;
}

const refusal = ({ transformationErrors, transformationWarnings }: TableEdited): string =>
  [...transformationErrors, ...transformationWarnings].join(' ');

const wasStored = ({ extended }: TableEdited): ColumnListEvent => ({
  kind: 'wasStored',
  stored: extended.fields.map(({ entryId }) => ({ list: columnList, entryId })),
});

/**
 * Makes the staged edits one at a time: additions, options, removals, then the order. A refused edit stays on the list
 * with its reason, and the others continue. A failed call ends it and leaves the rest staged. Additions come first,
 * because the server gives a table without columns its default ones.
 */
export async function applyColumns(list: ColumnList, applying: Applying): Promise<ColumnList> {
  const { edit, tell, onMade } = applying;
  let now = list;
  let made = 0;
  const note = (event: ColumnListEvent) => {
    now = reduceColumns(now, event);
    tell(event);
  };
  const make = async (transformation: TableTransformation, { key }: ListedColumn) => {
    const edited = await edit(transformation);
    note(wasStored(edited));
    if (edited.transformationSuccessful) {
      onMade(++made);
      return edited;
    }
    note({ kind: 'wasRefused', key, problem: refusal(edited) });
    return undefined;
  };

  const { adds, changes, removes } = stagedEdits(now);
  for (const column of adds) {
    const { key, conceptId, options } = column;
    const edited = await make(options ?? { kind: 'add_entry', conceptId, inputs: {} }, column);
    const entryId = edited?.entryId ?? edited?.extended.fields.at(-1)?.entryId;
    if (entryId !== undefined) note({ kind: 'wasAdded', key, entryId });
  }
  for (const column of changes) {
    const { key, entryId, options } = column;
    if (entryId === undefined || options === undefined) continue;
    if (await make({ ...options, entryId }, column)) note({ kind: 'wasAdded', key, entryId });
  }
  for (const column of removes) {
    const edited = await make({ kind: 'delete_entry', entryId: column.entryId ?? '' }, column);
    if (edited !== undefined) note({ kind: 'wasRemoved', key: column.key });
  }
  const entryIds = wantedOrder(now);
  const stored = storedIn(now, columnList);
  if (entryIds.some((entryId, index) => entryId !== stored[index])) {
    const edited = await edit({ kind: 'resort_columns', entryIds: [...entryIds] });
    note(wasStored(edited));
    if (edited.transformationSuccessful) onMade(++made);
  }
  return now;
}
