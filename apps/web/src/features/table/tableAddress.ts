import { type PageSize, readPageSize } from './paging/pageSizes.ts';

/** The part of the table's state that lives in the address of the screen. */
export interface TableAddress {
  /** From 1. */
  readonly page: number;
  readonly size: PageSize;
  /** The sort keys as `writeSort` spells them; undefined leaves the order to the table. */
  readonly sort: string | undefined;
}

interface Search {
  readonly page?: number | undefined;
  readonly size?: number | undefined;
  readonly sort?: string | undefined;
}

export const readTableAddress = ({ page, size, sort }: Search): TableAddress => ({
  page: page ?? 1,
  size: readPageSize(size),
  sort,
});

/** The same in the address bar; what is as usual is left out. */
export const writeTableAddress = ({ page, size, sort }: TableAddress): Search => ({
  page: page === 1 ? undefined : page,
  size: size === 25 ? undefined : size,
  sort,
});
