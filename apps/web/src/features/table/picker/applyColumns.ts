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
  /** Makes edits as one: all of them, or none where one is refused. */
  readonly edit: (...batch: readonly [TableTransformation, ...TableTransformation[]]) => Promise<TableEdited>;
  /** Called for every change of the list. */
  readonly tell: (event: ColumnListEvent) => void;
}

/** An edit, and the column that it is about. */
interface ColumnStep {
  readonly transformation: TableTransformation;
  readonly column: ListedColumn | undefined;
}

export interface Applied {
  readonly left: ColumnList;
  /** How many edits were made. */
  readonly made: number;
  /** Why nothing was made, where that is about no single column. */
  readonly problem: string | undefined;
}

const refusal = ({ transformationErrors, transformationWarnings }: TableEdited): string =>
  [...transformationErrors, ...transformationWarnings].join(' ');

/**
 * Makes the staged edits as one, with one call. A refused edit stays on the list with its reason, and the others are
 * sent again without it. A failed call makes nothing and leaves everything staged.
 */
export async function applyColumns(list: ColumnList, { edit, tell }: Applying): Promise<Applied> {
  let now = list;
  const note = (event: ColumnListEvent) => {
    now = reduceColumns(now, event);
    tell(event);
  };
  note({ kind: 'retried' });
  for (;;) {
    const steps = stepsOf(now);
    const [first, ...further] = steps.map(({ transformation }) => transformation);
    if (first === undefined) return { left: now, made: 0, problem: undefined };
    const edited = await edit(first, ...further);
    if (edited.transformationSuccessful) {
      for (const event of madeEvents(now, edited)) note(event);
      return { left: now, made: steps.length, problem: undefined };
    }
    const refused = steps[edited.refusedIndex ?? 0]?.column;
    if (refused === undefined) return { left: now, made: 0, problem: refusal(edited) };
    note({ kind: 'wasRefused', key: refused.key, problem: refusal(edited) });
  }
}

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
function stepsOf(list: ColumnList): readonly ColumnStep[] {
  const wanted = acceptable(list);
  const { adds, changes, removes, isReordered } = stagedEdits(wanted);
  const steps: ColumnStep[] = changes.flatMap((column) =>
    column.options === undefined || column.entryId === undefined
      ? []
      : [{ transformation: { ...column.options, entryId: column.entryId }, column }],
  );
  if (isReordered)
    steps.push({
      transformation: { kind: 'resort_columns', entryIds: wantedOrder(wanted) },
      column: undefined,
    });
  const final = wanted.entries.filter((column) => !column.isRemoved);
  for (const column of adds) {
    const { conceptId, options = { kind: 'add_entry', conceptId, inputs: {} } } = column;
    const position = isReordered ? { position: final.indexOf(column) } : {};
    steps.push({ transformation: { ...options, ...position }, column });
  }
  for (const column of removes)
    steps.push({ transformation: { kind: 'delete_entry', entryId: column.entryId ?? '' }, column });
  return steps;
}

/** What the list has to know after the edits were made. New columns stand in the table as they do on the list. */
function madeEvents(list: ColumnList, { extended }: TableEdited): readonly ColumnListEvent[] {
  const { adds, changes, removes } = stagedEdits(acceptable(list));
  const before = new Set([...list.entries.map(({ entryId }) => entryId), ...storedIn(list, columnList)]);
  const entryIds = extended.fields.map(({ entryId }) => entryId);
  const added = entryIds.filter((entryId) => !before.has(entryId));
  const kept = [...adds.map((column, index) => ({ ...column, entryId: added[index] })), ...changes];
  return [
    { kind: 'wasStored', stored: entryIds.map((entryId) => ({ list: columnList, entryId })) },
    ...kept.flatMap(({ key, entryId }) =>
      entryId === undefined ? [] : [{ kind: 'wasAdded', key, entryId } as const],
    ),
    ...removes.map(({ key }) => ({ kind: 'wasRemoved', key }) as const),
  ];
}
