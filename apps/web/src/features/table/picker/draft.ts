import { type ColumnView, unreachable } from '@atrium/contract';
import { columnHeading } from '../columns/columnHeading.ts';
import type { ColumnOptionsEdit } from '../options/columnForm.ts';

/** A column on the list of the picker; without an entry id it is yet to be added. */
export interface DraftColumn {
  readonly key: string;
  readonly conceptId: string;
  readonly name: string;
  /** Where it comes from, and how its values are joined. */
  readonly detail: string;
  readonly entryId: string | undefined;
  readonly isRemoved: boolean;
  /** How it is to show its values, where that was changed and is not applied yet. */
  readonly options: ColumnOptionsEdit | undefined;
  /** Why the server refused the edit of it. */
  readonly problem: string | undefined;
}

/** The columns as a person wants them, before anything is applied. */
export interface Draft {
  readonly columns: readonly DraftColumn[];
  /** The order of the columns that the table has. */
  readonly stored: readonly string[];
  readonly additions: number;
}

interface Chosen {
  readonly conceptId: string;
  readonly name: string;
  readonly detail: string;
}

export type DraftEvent =
  | { readonly kind: 'opened' | 'resumed'; readonly columns: readonly ColumnView[] }
  | { readonly kind: 'chosen'; readonly concept: Chosen }
  | { readonly kind: 'removed' | 'restored'; readonly key: string }
  | { readonly kind: 'optionsChosen'; readonly key: string; readonly options: ColumnOptionsEdit }
  | { readonly kind: 'moved'; readonly key: string; readonly to: number }
  | { readonly kind: 'wasStored'; readonly stored: readonly string[] }
  | { readonly kind: 'wasAdded'; readonly key: string; readonly entryId: string }
  | { readonly kind: 'wasRemoved'; readonly key: string }
  | { readonly kind: 'wasRefused'; readonly key: string; readonly problem: string };

export const emptyDraft: Draft = { columns: [], stored: [], additions: 0 };

/** The list after something was done to it, or with it. */
export function reduceDraft(draft: Draft, event: DraftEvent): Draft {
  switch (event.kind) {
    case 'opened':
      return opened(event.columns);
    case 'resumed':
      return resumed(draft, event.columns);
    case 'chosen':
      return chosen(draft, event.concept);
    case 'removed':
      return removed(draft, event.key);
    case 'restored':
      return changed(draft, event.key, { isRemoved: false, problem: undefined });
    case 'optionsChosen':
      return changed(draft, event.key, { options: event.options, problem: undefined });
    case 'moved':
      return moved(draft, event.key, event.to);
    case 'wasStored':
      return { ...draft, stored: event.stored };
    case 'wasAdded':
      return changed(draft, event.key, { entryId: event.entryId, options: undefined, problem: undefined });
    case 'wasRemoved':
      return { ...draft, columns: draft.columns.filter(({ key }) => key !== event.key) };
    case 'wasRefused':
      return changed(draft, event.key, { problem: event.problem });
    default:
      return unreachable(event);
  }
}

function opened(columns: readonly ColumnView[]): Draft {
  return {
    ...emptyDraft,
    stored: columns.map((column) => column.entryId),
    columns: columns.map((column) => {
      const { name, path, method } = columnHeading(column);
      const detail = column.aggregate ? [...path, method] : path;
      const { entryId, conceptId } = column;
      return {
        key: entryId,
        entryId,
        conceptId,
        name,
        detail: detail.join(' › '),
        isRemoved: false,
        options: undefined,
        problem: undefined,
      };
    }),
  };
}

/** The list as it was left, over the columns that the table has by now: those that were staged are still to come. */
function resumed(draft: Draft, columns: readonly ColumnView[]): Draft {
  const now = opened(columns);
  if (isSame(draft.stored, now.stored)) return draft;
  const left = new Map(draft.columns.map((column) => [column.entryId, column]));
  const stored = now.columns.map((column) => {
    const { isRemoved, options, problem } = left.get(column.entryId) ?? column;
    return { ...column, isRemoved, options, problem };
  });
  const staged = draft.columns.filter((column) => column.entryId === undefined);
  return { ...now, additions: draft.additions, columns: [...stored, ...staged] };
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((entryId, place) => entryId === other[place]);

function chosen(draft: Draft, concept: Chosen): Draft {
  const additions = draft.additions + 1;
  const column = {
    ...concept,
    key: `new ${additions}`,
    entryId: undefined,
    isRemoved: false,
    options: undefined,
    problem: undefined,
  };
  return { ...draft, additions, columns: [...draft.columns, column] };
}

/** A stored column stays on the list until its removal is applied; one that was only staged goes at once. */
function removed(draft: Draft, key: string): Draft {
  const column = draft.columns.find((candidate) => candidate.key === key);
  return column?.entryId === undefined
    ? { ...draft, columns: draft.columns.filter((candidate) => candidate.key !== key) }
    : changed(draft, key, { isRemoved: true });
}

function moved(draft: Draft, key: string, to: number): Draft {
  const column = draft.columns.find((candidate) => candidate.key === key);
  if (column === undefined) return draft;
  const others = draft.columns.filter((candidate) => candidate !== column);
  return { ...draft, columns: others.toSpliced(Math.max(0, to), 0, column) };
}

const changed = (draft: Draft, key: string, change: Partial<DraftColumn>): Draft => ({
  ...draft,
  columns: draft.columns.map((column) => (column.key === key ? { ...column, ...change } : column)),
});
