import { z } from 'zod';
import { direction } from '../wire/report.ts';
import { queryInteger } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { administration, staffRows } from './declaration.ts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import { noBody, nothing } from './shapes.ts';

/** The common parts of the calls of the staff rooms: they are below `/{app}/api/admin/`, and for staff (rule 15.1). */
const staff = { permission: 'staff', params: nothing, query: nothing, body: noBody } as const;

export const staffRead = { ...staff, method: 'GET' } as const;
export const staffWrite = { ...staff, method: 'POST' } as const;

/** The whole of a list as CSV. */
export const staffFile = { ...staffRead, reply: z.string(), streams: 'text/csv' } as const;

/** The largest page of a list of the staff rooms (rule 15.4). */
export const maxListPage = 200;
export const defaultListPage = 50;

/** The question for one page of a list, in domain words. */
export interface ListRequest<Sort extends string = string> {
  readonly search?: string | undefined;
  readonly sort?: Sort | undefined;
  readonly sortDirection?: 1 | -1 | undefined;
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
}

/** One page of a list, and how many rows there are in all. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  wireObject({ count: z.int(), results: z.array(item) });

/** The call for a page of a list, with what server and client both need to know of the list. */
export interface ListCall extends Endpoint {
  /** The room's word in the audit and in names of files. */
  readonly room: string;
  readonly item: z.ZodType;
  /** The field that is different in each item. */
  readonly key: string;
  readonly sorts: readonly string[];
  /** One of the sorts; a minus stands before it where it descends. */
  readonly defaultSort: string;
}

interface ListRules<
  Item extends z.ZodType,
  Sorts extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape,
> extends Pick<ListCall, 'key' | 'room'> {
  /** Below `/{app}/api/admin/`; absent: the room. */
  readonly path?: string;
  readonly summary: string;
  readonly item: Item;
  readonly sorts: Sorts;
  readonly defaultSort: Sorts[number] | `-${Sorts[number]}`;
  readonly filters: Filters;
}

/** The two calls of a list of a staff room: a page of it, and the whole of it as CSV (rule 15.4). */
export function defineList<
  Item extends z.ZodType,
  const Sorts extends readonly [string, ...string[]],
  Filters extends z.ZodRawShape,
>({ path, summary, sorts, filters, ...rules }: ListRules<Item, Sorts, Filters>) {
  const order = {
    /** Words that a row must all have, in any of its searched columns. */
    search: z.string().max(255).optional(),
    sort: z.enum(sorts).optional(),
    sortDirection: direction.optional(),
  };
  const root = `/{app}/api/admin/${path ?? rules.room}`;
  const call = defineEndpoint({
    declares: administration,
    ...staffRead,
    path: root,
    summary: `${summary}, page by page`,
    /** Pages are counted from 1. */
    query: wireObject({
      ...order,
      page: queryInteger.optional(),
      pageSize: queryInteger.optional(),
      ...filters,
    }),
    reply: listOf(rules.item),
  });
  return {
    list: { ...call, ...rules, sorts },
    exportCsv: defineEndpoint({
      declares: staffRows,
      ...staffFile,
      path: `${root}/export_csv`,
      summary: `${summary}, all of them, as CSV`,
      query: wireObject({ ...order, ...filters }),
    }),
  };
}
