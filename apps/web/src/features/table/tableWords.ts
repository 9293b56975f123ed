import { formatQuantity } from '@atrium/contract/calendar/numerals';
import type { ChosenCsv } from '../../api/csvForm.ts';
import type { Noun } from '../../api/nouns.ts';

/** Every sentence that the results table shows. */
export const words = {
  title: 'Results',
  receipt: 'Receipt',
  copyReceipt: 'Copy the receipt of the results',
  receiptCopied: 'The receipt is copied',
  record: 'record',
  loading: 'Loading the results…',
  failed: 'Report failed to load',
  editFailed: 'The change could not be saved',
  tryAgain: 'Try again',
  dismiss: 'Dismiss',
  reset: 'Reset columns',
  edit: 'Edit columns',
  ofFilters: 'Columns of my filters',
  ofFiltersName: 'Add the columns of my filters',
  addedOfFilters: (count: number) => `${formatQuantity(count, 'column')} added`,
  overview: 'Overview',
  download: 'Download',
  save: 'Save',
  saveName: 'Save as a report',
  more: 'Table actions',
  table: 'Results table',
  empty: ({ one }: Noun) => `No ${one} matches this cohort`,
  emptyDetail: 'Remove or widen a filter, and the rows appear here.',
  noRecords: 'There are no records to show',
  noRecordsDetail: ({ many }: Noun) =>
    `The cohort has ${many}, but none of them has a value in these columns.`,
  noColumns: 'This table has no columns',
  noColumnsDetail: 'The dataset has no default columns. Choose the ones you would like to see.',
  pastEnd: 'There is nothing on this page',
  pastEndDetail: 'The table has fewer rows now than when this address was made.',
  firstPage: 'Go to the first page',
  brokenCohort: 'This cohort cannot be shown',
  brokenCohortDetail: 'Nothing is counted or listed until the filters named here are changed or removed.',
} as const;

interface SortedBy {
  readonly label: string;
  readonly direction: 1 | -1;
}

/** The order of the rows in a sentence. */
export const sortWords = (keys: readonly SortedBy[]): string =>
  keys.length === 0
    ? 'The usual order'
    : `Sorted by ${keys.map(({ label, direction }) => `${label}, ${direction === 1 ? 'ascending' : 'descending'}`).join('; then by ')}`;

/** Words of the column headings. */
export const headingWords = {
  stacked: 'row per value',
  sort: (name: string) => `Sort by ${name}`,
  sortHint: 'Shift and a click sort within the order so far.',
  sortThen: 'Sort by this within the order',
  sortReverse: 'Reverse its order',
  sortClear: 'Clear the order',
  sorted: (direction: 1 | -1, number: number, keys: number) =>
    `${direction === 1 ? 'ascending' : 'descending'}${keys > 1 ? `, key ${number} of ${keys}` : ''}`,
  options: (name: string, method: string) => `Options of ${name}: ${method}`,
  remove: (name: string) => `Remove column ${name}`,
  removed: (name: string) => `Column ${name} removed`,
  menu: (name: string) => `More for column ${name}`,
  pin: 'Keep in view on the left',
  unpin: 'Let it scroll away',
  left: 'Move left',
  right: 'Move right',
  wider: 'Wider',
  narrower: 'Narrower',
  defaultWidth: 'Usual width',
  width: (name: string, pixels: number) => `${name} is ${pixels} pixels wide`,
  pinned: (name: string) => `${name} stays in view`,
  unpinned: (name: string) => `${name} scrolls with the others`,
  moved: (name: string, number: number, of: number) => `${name} is now column ${number} of ${of}`,
  noDescription: 'No description',
  broken: 'This column cannot be shown to you, or is gone from the dataset',
  newTab: '(opens in a new tab)',
  nothing: '–',
  noValue: 'No value',
} as const;

export const pagerWords = {
  label: 'Pages',
  size: 'Rows per page',
  range: (from: string, to: string, of: string) => `${from}–${to} of ${of}`,
  page: (page: number) => `Page ${page}`,
} as const;

export const exportWords = {
  kinds: {
    csv: { title: 'CSV', detail: 'For spreadsheets, R and Python' },
    parquet: { title: 'Parquet', detail: 'Typed columns, small and fast to read' },
    ndjson: { title: 'NDJSON', detail: 'One JSON object a line' },
    dictionary: { title: 'Data dictionary', detail: 'What each column means, as a data package' },
  },
  preparing: (title: string) => `Downloading ${title}…`,
  waiting: 'The portal is making the file',
  received: (part: string, size?: string) =>
    size === undefined ? `${part} received` : `${part} of ${size} received`,
  expected: (rows: string) => `${rows} expected`,
  keepGoing: 'You can go on working here; leaving this page ends the download.',
  cancel: 'Cancel',
  cancelled: 'Download cancelled',
  failed: (title: string) => `The download of ${title} failed`,
  failedHint: 'Try again; if it fails again, write to support.',
  done: (file: string, size: string) => `${file} is saved (${size})`,
} as const;

const separatorWords = { comma: 'commas', semicolon: 'semicolons', tab: 'tabs' } as const;

/** Sentences about how CSV files are written. */
export const csvWords = {
  open: 'Settings for CSV',
  openDetail: 'Separator, and accents in Excel',
  title: 'How CSV files are written',
  separator: 'Between two cells',
  separators: { comma: 'Comma', semicolon: 'Semicolon', tab: 'Tab' },
  separatorHint:
    'Excel takes the separator of its country: a semicolon where numbers have a decimal comma. Numbers in the file have a point.',
  mark: 'For Excel: begin with a byte order mark',
  markHint: 'Without it, Excel shows accents wrong. Programs in R and Python may want it to be left out.',
  kept: 'This browser keeps the choice for you, for results, cross-tabs and reports.',
  close: 'Done',
  detail: ({ separator, byteOrderMark }: ChosenCsv) =>
    separator === 'comma' && !byteOrderMark
      ? exportWords.kinds.csv.detail
      : `With ${separatorWords[separator]}${byteOrderMark ? ' and a byte order mark' : ''}`,
} as const;

/** Every sentence of the column options. */
export const optionsWords = {
  title: (name: string) => `Column: ${name}`,
  method: ({ one }: Noun) => `How should several values of one ${one} be shown?`,
  groups: {
    stacked: 'Rows',
    list: 'List in one cell',
    aggregate: 'One value from many',
  },
  stacked: 'stacked: a row for each value',
  alias: 'Name of the column',
  aliasHint: (name: string) => `Leave it empty to keep “${name}”.`,
  criteriaSet: 'Use the records of',
  criteriaSetHint:
    'The records that match your filters, those of one criteria set, or all records of the subject.',
  allRecords: 'Records that match your filters',
  searchHint: 'Type at least two letters',
  searching: 'Searching…',
  nothingFound: (text: string) => `No data was found for ${text}`,
  choose: 'Choose values',
  restored: 'Your choices are here again; they are not saved yet.',
  save: 'Save',
  discard: 'Discard',
  closed: 'You may not use this concept as a column.',
  failed: 'Concept failed to load',
} as const;

interface Staged {
  readonly adds: readonly unknown[];
  readonly removes: readonly unknown[];
  readonly changes: readonly unknown[];
  readonly isReordered: boolean;
}

/** What is staged, in a phrase: "2 columns added, new order". */
export const stagedWords = ({ adds, removes, changes, isReordered }: Staged): string =>
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
  position: (name: string, number: number, of: number) => `${name} is now number ${number} of ${of}`,
  added: (name: string) => `${name} is on the list`,
  already: (name: string) => `${name} is already a column.`,
  again: 'Add it again',
  applying: 'Applying the changes…',
  waiting: (changes: string) => `Not applied yet: ${changes}`,
  discarded: 'The changes of columns were discarded',
  unsaved: (changes: string) => `Not applied yet: ${changes}.`,
  nothing: 'No changes yet',
  made: (made: number, of: number) => `${made} of ${formatQuantity(of, 'change')} made`,
  someRefused: (made: number, of: number) =>
    `${made} of ${formatQuantity(of, 'change')} made, and kept. What was refused is still on the list, with the reason.`,
  stopped: (reason: string) =>
    `${reason} Nothing was changed. Everything is still on the list; apply it again.`,
} as const;
