import { utcDayOf } from '@atrium/contract/calendar/days';
import type { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { Endpoint } from '@atrium/contract/endpoints/endpoint';
import {
  defaultListPage,
  type ListCall,
  type ListRequest,
  maxListPage,
} from '@atrium/contract/endpoints/staff';
import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import { disarmed } from '@atrium/engine';
import { csvText, inTimeSlices } from '@atrium/warehouse';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { PortalApi } from '../../access/index.ts';
import type { DisclosureLine } from '../../audit/index.ts';
import { containing, type Schema } from '../../database/index.ts';
import { type Answered, type Download, disclosed, route } from '../../http/index.ts';

/** A row as the database gives it. */
export type Row = Readonly<Record<string, unknown>>;

type Filters<List extends ListCall> = Omit<z.output<List['query']>, keyof ListRequest>;

/** What a file of a list has, and where its rows come from. */
interface FileRules<Filter> {
  /** The room's word in the audit and in names of files. */
  readonly room: string;
  /** A statement whose columns the other parts name; a filter that it tests itself is null in `tests`. */
  readonly rows: (now: Date, filters: Filter) => RawBuilder<unknown>;
  /** The columns of the CSV: for each heading the column of the row. */
  readonly file: Readonly<Record<string, string>>;
  /** What a row gets before it is shown or saved; what it lacks is not shown, and is saved as it was. */
  readonly complete?: (row: Row) => Row;
  /** What must be done, or refused, before rows are looked for. */
  readonly prepare?: (filters: Filter) => Promise<void>;
}

/**
 * A list of a staff room (rule 15.4). Its statement has a column for each field of the item, spelled as on the wire, and
 * what the other parts name besides.
 */
export interface ListRules<List extends ListCall> extends Omit<FileRules<Filters<List>>, 'room'> {
  /** The columns in which words are looked for. */
  readonly searched: readonly string[];
  /** What an order is by where that is not the column of its name; empty values are last in both directions. */
  readonly orders?: Readonly<Partial<Record<List['sorts'][number], RawBuilder<unknown>>>>;
  /** The tests of filters that are not equality with the column of their name; null where `rows` has the test. */
  readonly tests?: {
    readonly [Name in keyof Filters<List>]?:
      | ((value: NonNullable<Filters<List>[Name]>) => RawBuilder<unknown>)
      | null;
  };
}

const cell = z.union([z.string(), z.number(), z.boolean(), z.date(), z.array(z.string()), z.null()]);
type Cell = z.infer<typeof cell>;

/** So many rows are saved at most. */
const maxFileRows = 100_000;

interface Deps {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
}

export interface StaffList<List extends ListCall> {
  /** One page, also of rows with these values only; refuses with bad_request a page or size that there cannot be. */
  load(
    request: z.output<List['query']>,
    only?: Row,
  ): Promise<{ count: number; results: z.output<List['item']>[] }>;
  /** All rows as CSV, with texts that a spreadsheet would run disarmed; the audit records how many. */
  save(request: z.output<List['query']>): Promise<Answered<Download, DisclosureLine, undefined>>;
}

type AnyRequest = ListRequest & { readonly [filter: string]: unknown };
interface AnyRules extends FileRules<AnyRequest> {
  readonly searched: readonly string[];
  readonly orders?: Readonly<Record<string, RawBuilder<unknown> | undefined>>;
  readonly tests?: Readonly<Record<string, ((value: unknown) => RawBuilder<unknown>) | null | undefined>>;
}

/** The one way in which lists of staff rooms are searched, filtered, ordered, paged and saved (rule 15.4). */
export function createList<List extends ListCall>(
  deps: Deps,
  call: List,
  rules: ListRules<List>,
): StaffList<List>;
export function createList(deps: Deps, call: ListCall, given: Omit<AnyRules, 'room'>): StaffList<ListCall> {
  const rules = { ...given, room: call.room };
  const found = (request: AnyRequest, only: Row = {}) =>
    foundRows(rules, request, { now: deps.clock(), only });
  const load = async (request: AnyRequest, only?: Row) => {
    const { page = 1, pageSize = defaultListPage } = request;
    requireBetween('page', page, 1_000_000);
    requireBetween('page_size', pageSize, maxListPage);
    await rules.prepare?.(request);
    const rows = found(request, only);
    const counted = await sql`select count(*)::integer as count from (${rows}) as found`.execute(deps.db);
    const ordered = await sql<Row>`select * from (${rows}) as found order by ${orderOf(call, rules, request)}
      limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(deps.db);
    const [{ count }] = z.tuple([z.object({ count: z.int() })]).parse(counted.rows);
    return { count, results: ordered.rows.map((row) => call.item.parse(onWire(rules, row))) };
  };
  const save = async (request: AnyRequest) => {
    await rules.prepare?.(request);
    return saveRows(deps, rules, sql`${found(request)} order by ${orderOf(call, rules, request)}`);
  };
  return { load, save };
}

type Accounts = (typeof adminEndpoints)['accounts'];
/** A list that discloses nothing, and so leaves no line. */
type SilentList = ListCall & Pick<Accounts['list'], 'declares' | 'permission'>;
interface ListCalls<List extends SilentList> {
  readonly list: List;
  readonly exportCsv: Endpoint & Pick<Accounts['exportCsv'], 'declares' | 'permission' | 'streams'>;
}

/** Serves both calls of a list. */
export function registerList<List extends SilentList>(
  api: PortalApi,
  deps: Deps,
  { calls, ...rules }: ListRules<List> & { readonly calls: ListCalls<List> },
): StaffList<List>;
export function registerList(
  api: PortalApi,
  deps: Deps,
  { calls, ...rules }: Omit<AnyRules, 'room'> & { readonly calls: ListCalls<SilentList> },
): StaffList<ListCall> {
  const list = createList(deps, calls.list, rules);
  route(api, calls.list, ({ query }) => list.load(query));
  route(api, calls.exportCsv, ({ query }) => list.save(query));
  return list;
}

/** Instants as the wire has them. */
function onWire({ complete = (row) => row }: Pick<AnyRules, 'complete'>, row: Row): Row {
  return Object.fromEntries(
    Object.entries(complete(row)).map(([name, value]) => [
      name,
      value instanceof Date ? value.toISOString() : value,
    ]),
  );
}

function requireBetween(field: string, given: number, max: number): void {
  if (given < 1 || given > max) throw fieldRefusal('bad_request', field, `must lie between 1 and ${max}`);
}

/** The rows that pass each filter, and have every word of the search in one of the searched columns. */
function foundRows(
  { rows, searched, tests = {} }: AnyRules,
  request: AnyRequest,
  { now, only }: { readonly now: Date; readonly only: Row },
): RawBuilder<unknown> {
  const { search = '', sort: _, sortDirection: __, page: ___, pageSize: ____, ...filters } = request;
  const text = sql`concat_ws(' ', ${sql.join(searched.map((column) => sql`${sql.ref(column)}::text`))})`;
  const words = search.split(/\s+/).filter((word) => word !== '');
  const equals = (column: string, value: unknown) => sql`${sql.ref(column)} = ${value}`;
  const all = [
    sql`true`,
    ...Object.entries(only).map(([column, value]) => equals(column, value)),
    ...Object.entries(filters).flatMap(([name, value]) => {
      const { [name]: test = (given: unknown) => equals(name, given) } = tests;
      return value === undefined || test === null ? [] : [test(value)];
    }),
    ...words.map((word) => sql`${text} ilike ${containing(word)}`),
  ];
  return sql`select * from (${rows(now, request)}) as row where ${sql.join(all, sql` and `)}`;
}

const directions = { [1]: sql`asc`, [-1]: sql`desc` } as const;

function orderOf(call: ListCall, { orders = {} }: AnyRules, request: AnyRequest): RawBuilder<unknown> {
  const byDefault = call.defaultSort.replace(/^-/, '');
  const defaultDirection = call.defaultSort.startsWith('-') ? -1 : 1;
  const { sort = byDefault, sortDirection = sort === byDefault ? defaultDirection : 1 } = request;
  return sql`${orders[sort] ?? sql.ref(sort)} ${directions[sortDirection]} nulls last, ${sql.ref(call.key)}`;
}

/** The rows of a statement as CSV, with texts that a spreadsheet would run disarmed; the audit records how many. */
export async function saveRows(
  { db, clock }: Deps,
  { room, file, complete = (row) => row }: Pick<AnyRules, 'room' | 'file' | 'complete'>,
  statement: RawBuilder<unknown>,
): Promise<Answered<Download, DisclosureLine, undefined>> {
  const { rows } = await sql<Row>`${statement} limit ${maxFileRows + 1}`.execute(db);
  if (rows.length > maxFileRows)
    throw new PortalError(
      'bad_request',
      `A file has ${maxFileRows} rows at most: narrow the list before it is saved.`,
    );
  const lines = await inTimeSlices(
    linesOf(rows, (row) => {
      const whole = { ...row, ...complete(row) };
      return Object.values(file).map((column) => disarmed(textOf(cell.parse(whole[column]))));
    }),
  );
  const download: Download = {
    fileName: `${room}_${utcDayOf(clock())}.csv`,
    body: csvOf(Object.keys(file), lines),
  };
  return disclosed(download, [{ action: 'staff_export', detail: { room, rows: rows.length } }]);
}

type Line = readonly string[];

/** A saved list may have 100,000 rows, so that others are answered between two of them (rule 8.29). */
function* linesOf(rows: readonly Row[], lineOf: (row: Row) => Line): Generator<undefined, Line[], undefined> {
  const lines: Line[] = [];
  for (const row of rows) {
    lines.push(lineOf(row));
    yield;
  }
  return lines;
}

const rowsAtOnce = 1000;

async function* csvOf(headings: Line, lines: readonly Line[]): AsyncGenerator<string> {
  yield csvText([headings]);
  for (let start = 0; start < lines.length; start += rowsAtOnce)
    yield csvText(lines.slice(start, start + rowsAtOnce));
}

function textOf(value: Cell): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.join(' ') : String(value);
}
