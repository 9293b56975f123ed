import { z } from 'zod';
import { wireObject } from './wireObject.ts';

/** Where a page lies in the whole; firstIndex is 1-based, and 0 when there is nothing (rule 9.9). */
export const paginator = wireObject({
  firstIndex: z.int(),
  lastIndex: z.int(),
  currentPage: z.int(),
  previousPage: z.int().nullable().default(null),
  nextPage: z.int().nullable().default(null),
  lastPage: z.int(),
  totalRecords: z.int().default(0),
});
export type Paginator = z.output<typeof paginator>;

/** The paginator of `page` (from 1) of `size` records out of `total`. */
export function paginate(page: number, size: number, total: number): Paginator {
  const lastPage = Math.ceil(total / size);
  const firstIndex = total === 0 ? 0 : (page - 1) * size + 1;
  return {
    firstIndex,
    lastIndex: Math.min(page * size, total),
    currentPage: page,
    previousPage: page > 1 ? page - 1 : null,
    nextPage: page < lastPage ? page + 1 : null,
    lastPage,
    totalRecords: total,
  };
}
