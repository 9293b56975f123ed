import type { TableEdited, TableTransformation } from '@atrium/contract';
import { type Draft, type DraftColumn, type DraftEvent, reduceDraft } from './draft.ts';
import { stagedEdits, wantedOrder } from './stagedEdits.ts';

interface Applying {
  readonly edit: (transformation: TableTransformation) => Promise<TableEdited>;
  /** Hears of every edit as it is made or refused. */
  readonly tell: (event: DraftEvent) => void;
  /** Hears how many edits were made. */
  readonly onMade: (made: number) => void;
}

const refusal = ({ transformationErrors, transformationWarnings }: TableEdited): string =>
  [...transformationErrors, ...transformationWarnings].join(' ');

/**
 * Makes the staged edits one at a time: additions, options, removals, then the order. A refused one stays on the list with its
 * reason and the others go on; a failed call ends it and leaves the rest staged. Additions come first, because a table
 * without columns would read as the default one.
 */
export async function applyDraft(draft: Draft, { edit, tell, onMade }: Applying): Promise<Draft> {
  let now = draft;
  let made = 0;
  const note = (event: DraftEvent) => {
    now = reduceDraft(now, event);
    tell(event);
  };
  const make = async (transformation: TableTransformation, column: DraftColumn) => {
    const edited = await edit(transformation);
    note({ kind: 'wasStored', stored: edited.extended.fields.map((field) => field.entryId) });
    if (edited.transformationSuccessful) {
      onMade(++made);
      return edited;
    }
    note({ kind: 'wasRefused', key: column.key, problem: refusal(edited) });
    return undefined;
  };

  const { adds, changes, removes } = stagedEdits(now);
  for (const column of adds) {
    const edited = await make(
      column.options ?? { kind: 'add_entry', conceptId: column.conceptId, inputs: {} },
      column,
    );
    const entryId = edited?.entryId ?? edited?.extended.fields.at(-1)?.entryId;
    if (entryId !== undefined) note({ kind: 'wasAdded', key: column.key, entryId });
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
  if (entryIds.some((entryId, place) => entryId !== now.stored[place])) {
    const edited = await edit({ kind: 'resort_columns', entryIds: [...entryIds] });
    note({ kind: 'wasStored', stored: edited.extended.fields.map((field) => field.entryId) });
    if (edited.transformationSuccessful) onMade(++made);
  }
  return now;
}
