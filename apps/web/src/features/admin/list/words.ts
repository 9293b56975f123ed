import { formatQuantity } from '@atrium/contract';

/** Every sentence that the lists of all rooms share. */
export const words = {
  search: 'Search',
  loading: 'Loading…',
  failed: 'The list could not be loaded',
  none: 'There is nothing here yet',
  noneFound: 'Nothing matches',
  noneFoundDetail: 'Try fewer or other words, or take the filters away.',
  showAll: 'Show all',
  pastEnd: 'The list ends before this page',
  firstPage: 'Go to the first page',
  found: (count: number, [one, many]: readonly [string, string]) => formatQuantity(count, one, many),
  pages: 'Pages of the list',
  sortBy: (label: string) => `Sort by ${label}`,
  order: 'Order',
  usualOrder: 'Usual order',
  ascending: (label: string) => `${label}, ascending`,
  descending: (label: string) => `${label}, descending`,
  saveCsv: 'Save as CSV',
  saveDetail: 'All rows of this list in its order, as a file. The audit notes it.',
  saved: 'The file is saved',
  saveFailed: 'The file could not be saved',
  actions: 'Actions',
  dataset: 'Dataset',
  everyDataset: 'Every dataset',
} as const;
