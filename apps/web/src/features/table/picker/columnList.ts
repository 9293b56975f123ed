import type { ColumnView } from '@atrium/contract/wire/tableView';
import {
  changed,
  reduceStaged,
  type StagedEntry,
  type StagedEvent,
  type StagedLists,
  storedIn,
} from '../../../ui/staged/stagedLists.ts';
import { columnHeading } from '../columns/columnHeading.ts';
import type { ColumnOptionsEdit } from '../options/columnForm.ts';

/** The name of the picker's only list. */
export const columnList = 'columns';

/** A column on the list of the picker. */
export interface ListedColumn extends StagedEntry {
  readonly list: typeof columnList;
  readonly conceptId: string;
  /** Where it comes from, and how its values are joined. */
  readonly detail: string;
  /** How it is to show its values, where that was changed and is not applied yet. */
  readonly options: ColumnOptionsEdit | undefined;
}

/** The columns as a person wants them, before anything is applied. */
export type ColumnList = StagedLists<ListedColumn>;

export type ColumnListEvent =
  | StagedEvent<ListedColumn>
  | { readonly kind: 'optionsChosen'; readonly key: string; readonly options: ColumnOptionsEdit };

/** The columns that the table has. */
export const listedColumns = (columns: readonly ColumnView[]): readonly ListedColumn[] =>
  columns.map((column) => {
    const { name, path, method } = columnHeading(column);
    const detail = column.aggregate ? [...path, method] : path;
    return {
      key: column.entryId,
      entryId: column.entryId,
      list: columnList,
      conceptId: column.conceptId,
      name,
      detail: detail.join(' › '),
      isRemoved: false,
      options: undefined,
      problem: undefined,
    };
  });

/** Adds a concept at the end of the list. */
export const adding = (concept: Pick<ListedColumn, 'conceptId' | 'name' | 'detail'>): ColumnListEvent => ({
  kind: 'added',
  make: (addition) => ({ ...concept, ...addition, list: columnList, options: undefined }),
});

/** The list after a person or the server has changed something. */
export function reduceColumns(list: ColumnList, event: ColumnListEvent): ColumnList {
  switch (event.kind) {
    case 'optionsChosen':
      return changed(list, event.key, (column) => ({
        ...column,
        options: event.options,
        problem: undefined,
      }));
    case 'wasAdded':
      return changed(reduceStaged(list, event), event.key, (column) => ({ ...column, options: undefined }));
    case 'resumed':
      return withOptionsOf(list, reduceStaged(list, event));
    default:
      return reduceStaged(list, event);
  }
}

/** Options that are not applied yet stay with the columns that the table still has. */
function withOptionsOf({ entries }: ColumnList, list: ColumnList): ColumnList {
  const options = new Map(entries.map((column) => [column.entryId, column.options]));
  return {
    ...list,
    entries: list.entries.map((column) =>
      column.entryId === undefined ? column : { ...column, options: options.get(column.entryId) },
    ),
  };
}

/** The edits that make the table equal to the list. */
export interface StagedEdits {
  readonly adds: readonly ListedColumn[];
  readonly removes: readonly ListedColumn[];
  /** Columns of the table that are to show their values differently. */
  readonly changes: readonly ListedColumn[];
  readonly isReordered: boolean;
}

export function stagedEdits(list: ColumnList): StagedEdits {
  const { entries } = list;
  const adds = entries.filter((column) => column.entryId === undefined);
  const removes = entries.filter((column) => column.entryId !== undefined && column.isRemoved);
  const changes = entries.filter(
    ({ entryId, options, isRemoved }) => entryId !== undefined && options !== undefined && !isRemoved,
  );
  const wanted = entries.filter((column) => !column.isRemoved).map((column) => column.key);
  const byEntry = new Map(entries.map((column) => [column.entryId, column]));
  const kept = storedIn(list, columnList).flatMap((entryId) => {
    const column = byEntry.get(entryId);
    return column === undefined || column.isRemoved ? [] : [column.key];
  });
  const unordered = [...kept, ...adds.map((column) => column.key)];
  return { adds, removes, changes, isReordered: unordered.some((key, index) => key !== wanted[index]) };
}

/** How many edits are staged; a new order is one. */
export const stagedCount = ({ adds, removes, changes, isReordered }: StagedEdits): number =>
  adds.length + removes.length + changes.length + (isReordered ? 1 : 0);

/** The columns of the table in the order of the list, then those that the list removes or does not have. */
export function wantedOrder(list: ColumnList): string[] {
  const kept = list.entries.flatMap(({ entryId, isRemoved }) => (isRemoved ? [] : (entryId ?? [])));
  return [...kept, ...storedIn(list, columnList).filter((entryId) => !kept.includes(entryId))];
}
