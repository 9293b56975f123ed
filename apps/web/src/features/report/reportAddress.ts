import {
  type ReportSortKey,
  type ReportState,
  reportSortKeys,
  reportStates,
} from '@atrium/contract/wire/report';

/** Which reports the list shows; all of it is part of the screen's address. */
export interface ListAddress {
  readonly state: ReportState;
  /** Only the reports of this project. */
  readonly project: number | undefined;
  readonly search: string;
  readonly sort: ReportSort;
  /** From 1. */
  readonly page: number;
}

/** By what the list is ordered; 1 is ascending. */
export interface ReportSort {
  readonly key: ReportSortKey;
  readonly direction: 1 | -1;
}

/** The same as the address has it, without default values. */
export interface ListSearch {
  readonly state?: ReportState | undefined;
  readonly project?: number | undefined;
  readonly search?: string | undefined;
  readonly sort?: string | undefined;
  readonly page?: number | undefined;
}

export const newestFirst: ReportSort = { key: 'created', direction: -1 };

export const parseListAddress = ({ state, project, search, sort, page }: ListSearch): ListAddress => ({
  state: reportStates.find((one) => one === state) ?? 'all',
  project,
  search: search ?? '',
  sort: parseReportSort(sort),
  page: page ?? 1,
});

/** Another choice of reports begins on the first page. */
export function changedAddress(held: ListAddress, change: Partial<ListAddress>): ListAddress {
  const category =
    'state' in change ? { project: undefined } : 'project' in change ? { state: 'all' as const } : {};
  return { ...held, page: 1, ...category, ...change };
}

export const writeListAddress = ({ state, project, search, sort, page }: ListAddress): ListSearch => ({
  state: state === 'all' ? undefined : state,
  project,
  search: search === '' ? undefined : search,
  sort: writeReportSort(sort),
  page: page === 1 ? undefined : page,
});

/** The word of an address; a minus stands before a descending key. */
export function parseReportSort(word: string | undefined): ReportSort {
  const isDescending = word?.startsWith('-') === true;
  const key = reportSortKeys.find((one) => one === (isDescending ? word.slice(1) : word));
  return key === undefined ? newestFirst : { key, direction: isDescending ? -1 : 1 };
}

export const writeReportSort = ({ key, direction }: ReportSort): string | undefined =>
  key === newestFirst.key && direction === newestFirst.direction
    ? undefined
    : `${direction === 1 ? '' : '-'}${key}`;

/** The order after a click on a heading: that of days begins with the newest. */
export function sortAfterClick(held: ReportSort, key: ReportSortKey): ReportSort {
  if (held.key === key) return { key, direction: held.direction === 1 ? -1 : 1 };
  return { key, direction: key === 'created' ? -1 : 1 };
}

/** What can be open of one report. */
export const reportTabs = ['table', 'crossTab', 'methods', 'expectations', 'versions', 'release'] as const;
export type ReportTab = (typeof reportTabs)[number];

/** The one column by which the rows are sorted; a minus stands before a descending one. */
export interface ColumnSort {
  readonly entryId: string;
  readonly direction: 1 | -1;
}

export function parseColumnSort(word: string | undefined): ColumnSort | undefined {
  if (word === undefined || word === '' || word === '-') return undefined;
  return word.startsWith('-') ? { entryId: word.slice(1), direction: -1 } : { entryId: word, direction: 1 };
}

export const writeColumnSort = ({ entryId, direction }: ColumnSort): string =>
  direction === 1 ? entryId : `-${entryId}`;
