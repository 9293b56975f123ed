import { formatQuantity } from '@atrium/contract/calendar/numerals';
import type { AnalysisRole } from '@atrium/contract/wire/analysis';
import { capital, type Noun } from '../../api/nouns.ts';

/** Every sentence that the aggregate screen shows. */
export const words = {
  title: 'Aggregate',
  receipt: 'Receipt',
  copyReceipt: 'Copy the receipt of the cross-tab',
  receiptCopied: 'The receipt is copied',
  loading: ({ many }: Noun) => `Counting ${many}…`,
  failed: 'Aggregate failed to load',
  editFailed: 'The change could not be made',
  tryAgain: 'Try again',
  more: 'Aggregate actions',
  editRows: 'Edit rows',
  editCols: 'Edit columns',
  swap: 'Swap rows and columns',
  swapped: 'Rows and columns have changed places',
  clear: 'Clear all',
  cleared: 'All rows and columns are cleared',
  download: 'Download CSV',
  save: 'Save',
  saveName: 'Save as a report',
  downloadCohort: 'Active cohort',
  downloadEveryone: 'Whole dataset',
  downloaded: 'The file is saved',
  downloadFailed: 'The download failed',
  broken: 'This cross-tab cannot be shown',
  brokenDetail: 'Nothing is counted until what is named here is changed or removed.',
  nobody: ({ one }: Noun) => `No ${one} falls into this cross-tab`,
  nobodyDetail: (chosen: string) => `There is nothing to count for ${chosen}.`,
  allHidden: 'Nothing of this cross-tab may be shown',
  start: ({ many }: Noun) => `Count ${many} by one concept or by several`,
  startDetail: 'Choose concepts for the rows, for the columns, or for both.',
} as const;

/** Words of the axes. */
export const axisWords = {
  add: { rows: 'Add rows', cols: 'Add columns' },
  remove: (name: string) => `Remove ${name}`,
  removed: (name: string) => `${name} removed`,
  subjects: ({ many }: Noun) => `Number of ${many}`,
  axis: { rows: 'rows', cols: 'columns' },
} as const satisfies Record<string, unknown>;

/** Words of the levels of an ontology. */
export const levelWords = {
  choose: (name: string) => `Level of ${name}`,
  exact: 'exact terms',
  level: (level: number) => `level ${level}`,
  hint: 'What a row or column counts',
  exactLong: 'Each term for itself',
  levelLong: (level: number) => `Level ${level}${level === 1 ? ' (roots)' : ''}, with narrower terms`,
  set: (name: string, level: number | undefined) =>
    level === undefined ? `${name}: each term for itself` : `${name}: level ${level}, with narrower terms`,
} as const;

/** Words of the example that is shown before anything is chosen. */
export const exampleWords = {
  title: (chosen: string) => `An example of this dataset: ${chosen}`,
  use: 'Use this example',
} as const;

/** What an edit did, in words that follow "Undo:" and "Redo:". */
export const changeWords = {
  added: (name: string, axis: string) => `add ${name} to the ${axis}`,
  removed: (name: string) => `remove ${name}`,
  moved: (name: string) => `move ${name}`,
  levelled: (name: string) => `count ${name}`,
  reordered: 'change the order',
  swapped: 'swap rows and columns',
  cleared: 'clear all',
  other: 'the last change of rows and columns',
} as const;

const listed = new Intl.ListFormat('en', { type: 'conjunction' });

/** The concepts of an analysis as a phrase: "Sex (rows) and Race (columns)". */
export function chosenConcepts(axes: Readonly<Record<AnalysisRole, readonly { label: string }[]>>): string {
  const named = (role: AnalysisRole) => axes[role].map(({ label }) => `${label} (${axisWords.axis[role]})`);
  return listed.format([...named('rows'), ...named('cols')]);
}

/** Whose subjects are counted. */
export const peopleWords = {
  cohort: 'the active cohort',
  everyone: 'the whole dataset',
  report: 'the cohort of this report',
} as const;
export type People = keyof typeof peopleWords;

/** Words of the grid and its tooltips. */
export const gridWords = {
  region: 'Cross-tab',
  caption: (chosen: string, people: People, { many }: Noun) =>
    `Number of distinct ${many} of ${peopleWords[people]}, by ${chosen}.`,
  size: (rows: number, columns: number) =>
    `${formatQuantity(rows, 'row')} and ${formatQuantity(columns, 'column')} of figures`,
  total: 'Total',
  totalHint: 'Nobody is counted twice, in however many cells.',
  hidden: 'hidden',
  notSet: ({ many }: Noun) => `${capital(many)} without a value`,
  cell: (headers: string, figure: string) => `${headers}: ${figure}`,
  hiddenCell: 'hidden to protect small groups',
} as const;

/** What the figures mean, in whole sentences under the table. */
export const noteWords = {
  cells: (people: People, { many }: Noun) =>
    `Each cell counts the distinct ${many} of ${peopleWords[people]}.`,
  totals: ({ many }: Noun) =>
    `A total counts nobody twice. ${capital(many)} with several values are in several cells, so cells can add up to more.`,
  exactTerms: (names: readonly string[]) =>
    `Each term of ${listed.format(names)} is counted for itself: a filter by a term finds those with a narrower term, too. “Exact terms” beside the name changes that.`,
  percent: {
    row: ({ many }: Noun) => `Percentages are parts of all ${many} of the row.`,
    column: ({ many }: Noun) => `Percentages are parts of all ${many} of the column.`,
  },
  folded: ({ rows, columns }: { readonly rows: number; readonly columns: number }, { many }: Noun) =>
    `Left out are ${listed.format([
      ...(rows > 0 ? [formatQuantity(rows, 'row')] : []),
      ...(columns > 0 ? [formatQuantity(columns, 'column')] : []),
    ])} of ${many} without a value; totals count them all the same.`,
  legend: 'Shading',
  legendLow: 'fewer',
  legendHigh: 'more',
  hiddenLegend: 'hidden to protect small groups',
  hidden: ({ many }: Noun) =>
    `A hidden cell may be small or large: it is a small number, or would reveal one. This protects the privacy of the ${many}.`,
} as const;

/** Words of the options that change how the same figures are shown. */
export const displayWords = {
  label: 'Display',
  view: 'View',
  table: 'Table',
  chart: 'Chart',
  percent: 'Figures',
  counts: 'Counts',
  percentOf: { row: '% of row', column: '% of column' },
  totals: 'Totals',
  order: 'Order',
  byValue: 'By value',
  byCount: 'By count',
  missing: 'Without a value',
  shading: 'Shading',
  bars: 'Bars',
  grouped: 'Side by side',
  stacked: 'Stacked',
} as const;

export const chartWords = {
  region: 'Chart of the cross-tab',
  tooMany: 'The chart shows up to three concepts',
  tooManyDetail: 'This cross-tab has more. Remove some to see it as a chart, or look at the table.',
  toTable: 'Show the table',
  left: (count: number, shown: number, name: string) =>
    `The chart shows the ${shown} values of ${name} with the highest bars; the other ${formatQuantity(count, 'value')} are in the table.`,
  oneScale: 'All charts have the same scale.',
  stacked: ({ many }: Noun) =>
    `${capital(many)} with several values are in several bars, so the height of a stack is not a number of ${many}.`,
  bound: 'Hatched bars stand for hidden counts; their height has no meaning.',
  summary: (chosen: string, { many }: Noun, highest: string) =>
    `Bar chart of the number of ${many} by ${chosen}. ${highest}`,
  highest: (where: string, count: string) => `The highest bar is ${where} with ${count}.`,
} as const;

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
  position: (name: string, role: AnalysisRole, number: number, of: number) =>
    `${name} is now number ${number} of ${of} on the ${role === 'rows' ? 'rows' : 'columns'}`,
  swap: 'Swap rows and columns',
  swapped: 'Rows and columns have changed places in the list',
  nothing: 'No changes yet',
  changes: (count: number) => `${formatQuantity(count, 'change')} not applied yet`,
  waiting: (count: number) => `Rows and columns: ${formatQuantity(count, 'change')} not applied yet`,
  discarded: 'The changes of rows and columns were discarded',
  someRefused: 'Not every change could be made. What is left is still on the list.',
} as const;
