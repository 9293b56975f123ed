import type { ListRequest } from '@atrium/contract/endpoints/staff';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { z } from 'zod';

const word = z.union([z.string(), z.number()]).transform(String).optional().catch(undefined);
const count = z.int().positive().optional().catch(undefined);

/** The part of a room's address that is about its list; a room adds its own filters. */
export const listAddress = { search: word, sort: word, page: count };

/** The list that an address chooses. */
export interface ListAddress {
  readonly search?: string | undefined;
  /** The word of the order; a minus stands before it where it descends. */
  readonly sort?: string | undefined;
  /** From 1. */
  readonly page?: number | undefined;
}

export interface ListSort {
  readonly key: string;
  readonly direction: 1 | -1;
}

export function parseSort(word: string | undefined): ListSort | undefined {
  if (word === undefined || word === '' || word === '-') return undefined;
  return word.startsWith('-') ? { key: word.slice(1), direction: -1 } : { key: word, direction: 1 };
}

export const writeSort = ({ key, direction }: ListSort): string => (direction === 1 ? key : `-${key}`);

/** The order after a click on a heading: the other way round where the list has this order already. */
export const sortAfterClick = (held: ListSort | undefined, key: string): ListSort =>
  held?.key === key ? { key, direction: held.direction === 1 ? -1 : 1 } : { key, direction: 1 };

/** A change of what is listed begins on the first page. */
export const changed = <Address extends ListAddress>(held: Address, change: Partial<Address>): Address => ({
  ...held,
  page: undefined,
  ...change,
});

export const listPageSize = 50;

/** The list as the server is asked for it; an order that it does not know is left out. */
export function requestOf<const Sort extends string>(
  { search, sort, page }: ListAddress,
  sorts: readonly Sort[],
): ListRequest<Sort> {
  const order = parseSort(sort);
  const key = sorts.find((one) => one === order?.key);
  const sortDirection = key === undefined ? undefined : order?.direction;
  return { search, sort: key, sortDirection, page, pageSize: listPageSize };
}

/** The data that a room shows for its address; the earlier data stay while new data load. */
export const roomOptions = <Reply>(
  key: readonly [room: string, ...unknown[]],
  load: (signal: AbortSignal) => Promise<Reply>,
) =>
  queryOptions({
    queryKey: ['admin', ...key] as const,
    queryFn: ({ signal }) => load(signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
