/** Every sentence that the results table shows. */
export const words = {
  title: 'Results',
  record: 'record',
  subject: 'subject',
  loading: 'Loading the results…',
  failed: 'Report failed to load',
  editFailed: 'The change could not be saved',
  tryAgain: 'Try again',
  dismiss: 'Dismiss',
  reset: 'Reset columns',
  edit: 'Edit columns',
  overview: 'Overview',
  download: 'Download',
  more: 'Table actions',
  table: 'Results table',
  empty: 'No subject matches this cohort',
  emptyDetail: 'Take a filter away or widen one, and the rows appear here.',
  noRecords: 'There are no records to show',
  noRecordsDetail: 'The cohort has subjects, but none of them has a value in these columns.',
  noColumns: 'This table has no columns',
  noColumnsDetail: 'The dataset names no default columns. Choose the ones you would like to see.',
  pastEnd: 'There is nothing on this page',
  pastEndDetail: 'The table has become shorter than when this address was made.',
  firstPage: 'Go to the first page',
  brokenCohort: 'This cohort cannot be shown',
  brokenCohortDetail: 'Nothing is counted or listed until the filters named here are changed or taken away.',
} as const;

/** Words of the column headings. */
export const headingWords = {
  stacked: 'row per value',
  sort: (name: string) => `Sort by ${name}`,
  sorted: (direction: 1 | -1, place: number, keys: number) =>
    `${direction === 1 ? 'ascending' : 'descending'}${keys > 1 ? `, key ${place} of ${keys}` : ''}`,
  options: (name: string, method: string) => `Options of ${name}: ${method}`,
  remove: (name: string) => `Remove column ${name}`,
  removed: (name: string) => `Column ${name} removed`,
  menu: (name: string) => `More for column ${name}`,
  pin: 'Keep in sight on the left',
  unpin: 'Let it scroll away',
  left: 'Move left',
  right: 'Move right',
  wider: 'Wider',
  narrower: 'Narrower',
  usualWidth: 'Usual width',
  width: (name: string, pixels: number) => `${name} is ${pixels} pixels wide`,
  pinned: (name: string) => `${name} stays in sight`,
  unpinned: (name: string) => `${name} scrolls with the others`,
  moved: (name: string, place: number, of: number) => `${name} is now column ${place} of ${of}`,
  noDescription: 'No description',
  broken: 'This column cannot be shown to you, or is gone from the dataset',
  newTab: '(opens in a new tab)',
  nothing: 'null',
} as const;

/** Words of the pager. */
export const pagerWords = {
  label: 'Pages',
  size: 'Rows per page',
  range: (from: string, to: string, of: string) => `${from}–${to} of ${of}`,
  page: (page: number) => `Page ${page}`,
} as const;

/** Words of the export. */
export const exportWords = {
  kinds: {
    csv: { title: 'CSV', detail: 'For spreadsheets, R and Python' },
    parquet: { title: 'Parquet', detail: 'Typed columns, small and fast to read' },
    ndjson: { title: 'NDJSON', detail: 'One JSON object a line' },
    dictionary: { title: 'Data dictionary', detail: 'What each column means, as a Table Schema' },
  },
  preparing: (title: string) => `Downloading ${title}…`,
  waiting: 'Waiting for the first rows',
  received: (size: string) => `${size} received`,
  expected: (rows: string) => `${rows} expected`,
  keepGoing: 'You can go on working here; leaving this page ends the download.',
  cancel: 'Cancel',
  cancelled: 'Download cancelled',
  failed: (title: string) => `The download of ${title} failed`,
  failedHint: 'Try again; if it fails once more, write to support.',
  done: (file: string, size: string) => `${file} is saved (${size})`,
} as const;
