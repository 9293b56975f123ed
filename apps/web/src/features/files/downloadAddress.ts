import { type FileCategory, type FileSortKey, localTag } from '@atrium/contract/wire/files';

/** The parts of the download screen's state that are in its address. */
export interface DownloadAddress {
  readonly category: FileCategory;
  /** The tag of the source. */
  readonly source: string;
  readonly view: 'types' | 'files' | 'history';
  readonly search: string;
  /** Of the list of single files: only one file type. */
  readonly experiment: string | undefined;
  readonly format: string | undefined;
  readonly sort: FileSort;
  readonly page: number;
  /** The transfer of which links are shown. */
  readonly links: number | undefined;
}

export interface FileSort {
  readonly key: FileSortKey;
  readonly direction: 1 | -1;
}

/** The address as the router has it, without default values. */
export interface DownloadSearch {
  readonly category?: FileCategory | undefined;
  readonly source?: string | undefined;
  readonly view?: 'files' | 'history' | undefined;
  readonly search?: string | undefined;
  readonly experiment?: string | undefined;
  readonly format?: string | undefined;
  readonly sort?: FileSortKey | `-${FileSortKey}` | undefined;
  readonly page?: number | undefined;
  readonly links?: number | undefined;
}

/** Only data files come from the second source; elsewhere the address falls back to the local one (rule 13.64). */
export function parseDownloadAddress(search: DownloadSearch, secondTag: string | undefined): DownloadAddress {
  const category = search.category ?? 'data';
  const isSecond = search.source !== undefined && search.source === secondTag && category === 'data';
  return {
    category,
    source: isSecond && secondTag !== undefined ? secondTag : localTag,
    view: search.view ?? 'types',
    search: search.search ?? '',
    experiment: search.experiment,
    format: search.format,
    sort: parseSort(search.sort),
    page: search.page ?? 1,
    links: search.links,
  };
}

export const writeDownloadAddress = (address: DownloadAddress): DownloadSearch => ({
  category: address.category === 'data' ? undefined : address.category,
  source: address.category !== 'data' || address.source === localTag ? undefined : address.source,
  view: address.view === 'types' ? undefined : address.view,
  search: address.search === '' ? undefined : address.search,
  experiment: address.experiment,
  format: address.format,
  sort: address.sort.key === 'name' && address.sort.direction === 1 ? undefined : writeSort(address.sort),
  page: address.page === 1 ? undefined : address.page,
  links: address.links,
});

function parseSort(text: DownloadSearch['sort']): FileSort {
  switch (text) {
    case '-name':
      return { key: 'name', direction: -1 };
    case 'size':
    case 'experiment_type':
      return { key: text, direction: 1 };
    case '-size':
      return { key: 'size', direction: -1 };
    case '-experiment_type':
      return { key: 'experiment_type', direction: -1 };
    default:
      return { key: 'name', direction: 1 };
  }
}

const writeSort = ({ key, direction }: FileSort): DownloadSearch['sort'] =>
  direction === 1 ? key : `-${key}`;

/** The fields that another switch, filter or view resets: a page of one list is no page of another. */
export const changeAddress = (held: DownloadAddress, change: Partial<DownloadAddress>): DownloadAddress => {
  const isOtherType = change.category !== undefined || change.source !== undefined;
  return {
    ...held,
    page: 1,
    ...(isOtherType ? { experiment: undefined, format: undefined } : {}),
    ...change,
    source: (change.category ?? held.category) === 'data' ? (change.source ?? held.source) : localTag,
  };
};
