import { formatQuantity } from '../../../lib/formatNumber.ts';

const some = (verb: string, names: readonly string[]): readonly string[] => {
  const [only] = names;
  if (only === undefined) return [];
  return [`${verb} ${names.length === 1 ? `column ${only}` : formatQuantity(names.length, 'column')}`];
};

/** What an edit did, in words that follow "Undo:" and "Redo:". */
export const changeWords = {
  added: (names: readonly string[]) => some('add', names),
  removed: (names: readonly string[]) => some('remove', names),
  changed: (names: readonly string[]) => some('change', names),
  reordered: 'reorder columns',
  sorted: (name: string) => `sort by ${name}`,
  unsorted: 'take away the sort order',
  other: 'the last change of columns',
} as const;

export const historyWords = {
  undo: 'Undo',
  redo: 'Redo',
  undone: (what: string) => `Undone: ${what}.`,
  redone: (what: string) => `Redone: ${what}.`,
} as const;
