/** How many rows a page may have (rule 11.7); of the largest, only the rows in sight are drawn. */
export const pageSizes = [25, 50, 75, 100, 1000] as const;
export type PageSize = (typeof pageSizes)[number];

export const defaultPageSize: PageSize = 25;

/** The page size of an address; anything but an offered size is the default. */
export const readPageSize = (given: number | undefined): PageSize =>
  pageSizes.find((size) => size === given) ?? defaultPageSize;
