import type { AnalysisRole } from '@atrium/contract';
import { formatQuantity } from '../../../lib/formatNumber.ts';

const axis = { rows: 'Rows', cols: 'Columns' } as const;
const other = { rows: 'columns', cols: 'rows' } as const;

/** Every sentence of the dialog for rows and columns. */
export const axesWords = {
  title: 'Rows and columns',
  concepts: 'Choose concepts',
  axis,
  addTo: 'Add the chosen concept to',
  hint: 'Nothing changes in the table until you apply. A concept can be used once.',
  buckets: 'Dates are counted by year or decade, numbers and ages in ranges.',
  none: { rows: 'No concepts on the rows', cols: 'No concepts on the columns' },
  across: (name: string, role: AnalysisRole) => `Move ${name} to the ${other[role]}`,
  added: (name: string, role: AnalysisRole) => `${name} is on the ${role === 'rows' ? 'rows' : 'columns'}`,
  already: (name: string, role: AnalysisRole) =>
    `${name} is on the ${role === 'rows' ? 'rows' : 'columns'} already.`,
  position: (name: string, role: AnalysisRole, place: number, of: number) =>
    `${name} is now number ${place} of ${of} on the ${role === 'rows' ? 'rows' : 'columns'}`,
  swap: 'Swap rows and columns',
  swapped: 'Rows and columns have changed places in the list',
  nothing: 'No changes yet',
  changes: (count: number) => `${formatQuantity(count, 'change')} not applied yet`,
  waiting: (count: number) => `Rows and columns: ${formatQuantity(count, 'change')} not applied yet`,
  discarded: 'The changes of rows and columns were thrown away',
  someRefused: 'Not every change could be made. What is left is still on the list.',
} as const;

/** What a screen reader hears while a concept is dragged. */
export const dragWords = {
  instructions:
    'To move a concept, press space or enter, use the arrow keys, and press space or enter again to drop it. Escape cancels.',
  lifted: (name: string) => `${name} is lifted.`,
  cancelled: (name: string) => `${name} is back where it was.`,
} as const;
