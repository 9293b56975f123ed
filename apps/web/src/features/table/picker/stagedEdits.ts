import type { Draft, DraftColumn } from './draft.ts';

/** What has to be asked of the server so that the table becomes what the list says. */
export interface StagedEdits {
  readonly adds: readonly DraftColumn[];
  readonly removes: readonly DraftColumn[];
  /** Stored columns that are to show their values in another way. */
  readonly changes: readonly DraftColumn[];
  readonly isReordered: boolean;
}

export function stagedEdits({ columns, stored }: Draft): StagedEdits {
  const adds = columns.filter((column) => column.entryId === undefined);
  const removes = columns.filter((column) => column.entryId !== undefined && column.isRemoved);
  const changes = columns.filter(
    ({ entryId, options, isRemoved }) => entryId !== undefined && options !== undefined && !isRemoved,
  );
  const wanted = columns.filter((column) => !column.isRemoved).map((column) => column.key);
  const byEntry = new Map(columns.map((column) => [column.entryId, column]));
  const kept = stored.flatMap((entryId) => {
    const column = byEntry.get(entryId);
    return column === undefined || column.isRemoved ? [] : [column.key];
  });
  const without = [...kept, ...adds.map((column) => column.key)];
  return { adds, removes, changes, isReordered: without.some((key, place) => key !== wanted[place]) };
}

export const isStaged = (edits: StagedEdits): boolean => stagedCount(edits) > 0;

/** The stored columns in the order of the list; those the list does not know stay, at the end. */
export function wantedOrder({ columns, stored }: Draft): readonly string[] {
  const listed = columns.flatMap((column) => column.entryId ?? []);
  return [...listed, ...stored.filter((entryId) => !listed.includes(entryId))];
}

/** How many calls the staged edits are. */
export const stagedCount = ({ adds, removes, changes, isReordered }: StagedEdits): number =>
  adds.length + removes.length + changes.length + (isReordered ? 1 : 0);
