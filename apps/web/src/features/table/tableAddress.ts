import { type PageSize, parsePageSize } from './paging/pageSizes.ts';

/** The part of the table's state that lives in the address of the screen. */
export interface TableAddress {
  /** From 1. */
  readonly page: number;
  readonly size: PageSize;
  /** The sort keys as `writeSort` spells them; undefined leaves the order to the table. */
  readonly sort: string | undefined;
}

/** A dialog on top of the table: the column picker, on request with the options of a column, or those options alone. */
export interface TableDialog {
  readonly kind: 'columns' | 'options';
  /** The key of a column in the picker, or the entry id of a column of the table. */
  readonly column: string | undefined;
}

interface DialogSearch {
  readonly dialog?: TableDialog['kind'] | undefined;
  readonly column?: string | undefined;
}

export const parseTableDialog = ({ dialog, column }: DialogSearch): TableDialog | undefined =>
  dialog === undefined ? undefined : { kind: dialog, column };

export const writeTableDialog = (dialog: TableDialog | undefined): DialogSearch => ({
  dialog: dialog?.kind,
  column: dialog?.column,
});

interface Search {
  readonly page?: number | undefined;
  readonly size?: number | undefined;
  readonly sort?: string | undefined;
}

export const parseTableAddress = ({ page, size, sort }: Search): TableAddress => ({
  page: page ?? 1,
  size: parsePageSize(size),
  sort,
});

/** The address as the address bar has it, without default values. */
export const writeTableAddress = ({ page, size, sort }: TableAddress): Search => ({
  page: page === 1 ? undefined : page,
  size: size === 25 ? undefined : size,
  sort,
});
