import { z } from 'zod';
import { direction } from './report.ts';
import { queryInteger } from './tolerant.ts';
import { wireObject } from './wireObject.ts';

/** The largest page of a list of the staff rooms (rule 15.4). */
export const largestListPage = 200;
export const usualListPage = 50;

/** The query of every list of the staff rooms; `sorts` are the words of its orders (rule 15.4). */
export const listOrder = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) => ({
  /** Words that a row must all have, in any of its searched columns. */
  search: z.string().max(255).optional(),
  sort: z.enum(sorts).optional(),
  sortDirection: direction.optional(),
});

/** The same with the page, from 1. */
export const listPage = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) => ({
  ...listOrder(sorts),
  page: queryInteger.optional(),
  pageSize: queryInteger.optional(),
});

/** One page of a list, and how many rows there are in all. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  wireObject({ count: z.int(), results: z.array(item) });

/** The question for one page of a list, in domain words. */
export interface ListRequest<Sort extends string = string> {
  readonly search?: string | undefined;
  readonly sort?: Sort | undefined;
  readonly sortDirection?: 1 | -1 | undefined;
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
}
