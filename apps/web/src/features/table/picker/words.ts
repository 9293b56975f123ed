import { formatQuantity } from '../../../lib/formatNumber.ts';
import type { StagedEdits } from './stagedEdits.ts';

/** What is staged, in a phrase: "2 columns added, new order". */
export const stagedWords = ({ adds, removes, changes, isReordered }: StagedEdits): string =>
  [
    ...(adds.length > 0 ? [`${formatQuantity(adds.length, 'column')} added`] : []),
    ...(removes.length > 0 ? [`${formatQuantity(removes.length, 'column')} removed`] : []),
    ...(changes.length > 0 ? [`${formatQuantity(changes.length, 'column')} changed`] : []),
    ...(isReordered ? ['new order'] : []),
  ].join(', ');

/** Every sentence of the column picker. */
export const pickerWords = {
  title: 'Edit columns',
  concepts: 'Choose concepts',
  columns: 'Columns of the table',
  hint: 'Choose a concept to add it. Nothing changes in the table until you apply.',
  noColumns: 'No columns are left. Choose at least one concept.',
  isChanged: 'changed',
  options: (name: string) => `Options of ${name}`,
  position: (name: string, place: number, of: number) => `${name} is now number ${place} of ${of}`,
  added: (name: string) => `${name} is on the list`,
  already: (name: string) => `${name} is already a column.`,
  again: 'Add it again',
  applying: 'Applying the changes one by one',
  waiting: (changes: string) => `Not applied yet: ${changes}`,
  discarded: 'The changes of columns were thrown away',
  unsaved: (changes: string) => `Not applied yet: ${changes}.`,
  nothing: 'No changes yet',
  progress: (made: number, of: number) => `${made} of ${formatQuantity(of, 'change')} made`,
  someRefused: (made: number, of: number) =>
    `${made} of ${formatQuantity(of, 'change')} made, and kept. What was refused is still on the list, with the reason.`,
  stopped: ({ made, of, reason }: { made: number; of: number; reason: string }) =>
    `${reason} ${made} of ${formatQuantity(of, 'change')} made, and kept. The rest is still on the list; apply it again.`,
} as const;

/** What a screen reader hears while a column is dragged. */
export const dragWords = {
  instructions:
    'To move a column, press space or enter, use the arrow keys, and press space or enter again to drop it. Escape cancels.',
  lifted: (name: string) => `${name} is lifted.`,
  dropped: (name: string, place: number, of: number) => `${name} is dropped at ${place} of ${of}.`,
  cancelled: (name: string) => `${name} is back where it was.`,
} as const;
