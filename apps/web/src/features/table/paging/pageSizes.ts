/** The sizes of a page (rule 11.7). Of the largest, only the rows in view are rendered. */
export const pageSizes = [25, 50, 75, 100, 1000] as const;
export type PageSize = (typeof pageSizes)[number];

export const defaultPageSize: PageSize = 25;

/** The page size of an address, or the default if the size is not one of these. */
export const parsePageSize = (given: number | undefined): PageSize =>
  pageSizes.find((size) => size === given) ?? defaultPageSize;
