import {
  fieldRefusal,
  type ListRequest,
  largestListPage,
  PortalError,
  usualListPage,
  utcDayOf,
} from '@atrium/contract';
import { disarmed } from '@atrium/engine';
import { csvText, inSlices } from '@atrium/warehouse';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { DisclosureLine } from '../../audit/index.ts';
import { containing, type Schema } from '../../database/index.ts';
import { type Answered, type Download, disclosed } from '../../http/index.ts';

/** Where the rows of a list come from. */
export interface ListSource<Row> {
  /** A statement whose columns the other parts name. */
  readonly rows: RawBuilder<unknown>;
  readonly row: z.ZodType<Row>;
}

/** The description of a list of a staff room (rule 15.4). */
export interface ListRules<Row, Sort extends string, Filter> {
  /** The room's word in the audit and in names of files. */
  readonly room: string;
  readonly source: (filter: Filter) => ListSource<Row>;
  /** The columns in which words are looked for. */
  readonly searched: readonly string[];
  /** The columns of each order; empty values are last in both directions. */
  readonly sorts: Readonly<Record<Sort, RawBuilder<unknown>>>;
  readonly usualSort: readonly [NoInfer<Sort>, 1 | -1];
  /** A column that is different in each row, so that every order is total. */
  readonly key: string;
  /** The columns of the CSV. */
  readonly columns: readonly (readonly [heading: string, cell: (row: Row) => Cell])[];
}

type Cell = string | number | boolean | Date | null;

/** So many rows are saved at most. */
const mostRows = 100_000;

export interface StaffList<Row, Sort extends string, Filter> {
  /** One page; refuses with bad_request a page or size that there cannot be. */
  load(request: ListRequest<Sort> & Filter): Promise<{ count: number; results: readonly Row[] }>;
  /** All rows as CSV, with texts that a spreadsheet would run disarmed; the audit records how many. */
  save(request: ListRequest<Sort> & Filter): Promise<Answered<Download, DisclosureLine, undefined>>;
}

/** The one way in which lists of staff rooms are searched, ordered, paged and saved (rule 15.4). */
export function createList<Row, Sort extends string, Filter>(
  { db, clock }: { readonly db: Kysely<Schema>; readonly clock: () => Date },
  rules: ListRules<Row, Sort, Filter>,
): StaffList<Row, Sort, Filter> {
  return {
    load: async (request) => {
      const { page = 1, pageSize = usualListPage } = request;
      requireBetween('page', page, 1_000_000);
      requireBetween('page_size', pageSize, largestListPage);
      const { row } = rules.source(request);
      const found = foundRows(rules, request);
      const counted = await sql`select count(*)::integer as count from (${found}) as found`.execute(db);
      const ordered = sql`select * from (${found}) as found order by ${orderOf(rules, request)}
        limit ${pageSize} offset ${(page - 1) * pageSize}`;
      const { rows } = await ordered.execute(db);
      const [{ count }] = z.tuple([z.object({ count: z.int() })]).parse(counted.rows);
      return { count, results: z.array(row).parse(rows) };
    },
    save: async (request) => {
      const { row } = rules.source(request);
      const all = sql`select * from (${foundRows(rules, request)}) as found
        order by ${orderOf(rules, request)} limit ${mostRows + 1}`;
      const { rows } = await all.execute(db);
      if (rows.length > mostRows)
        throw new PortalError(
          'bad_request',
          `A file has ${mostRows} rows at most: narrow the list before it is saved.`,
        );
      const parsed = await inSlices(parseInSteps(row, rows));
      const { room } = rules;
      const file: Download = {
        fileName: `${room}_${utcDayOf(clock())}.csv`,
        body: csvOf(rules.columns, parsed),
      };
      return disclosed(file, [{ action: 'staff_export', detail: { room, rows: parsed.length } }]);
    },
  };
}

/** A saved list may have 100,000 rows, so that others are answered between two of them (rule 8.29). */
function* parseInSteps<Row>(
  row: z.ZodType<Row>,
  rows: readonly unknown[],
): Generator<undefined, readonly Row[], undefined> {
  const parsed: Row[] = [];
  for (const given of rows) {
    parsed.push(row.parse(given));
    yield;
  }
  return parsed;
}

function requireBetween(field: string, given: number, most: number): void {
  if (given < 1 || given > most) throw fieldRefusal('bad_request', field, `must lie between 1 and ${most}`);
}

/** The rows that have every word of the search in one of the searched columns. */
function foundRows<Row, Sort extends string, Filter>(
  { source, searched }: ListRules<Row, Sort, Filter>,
  request: ListRequest<Sort> & Filter,
): RawBuilder<unknown> {
  const words = (request.search ?? '').split(/\s+/).filter((word) => word !== '');
  const text = sql`concat_ws(' ', ${sql.join(searched.map((column) => sql`${sql.ref(column)}::text`))})`;
  const tests = words.map((word) => sql`${text} ilike ${containing(word)}`);
  return sql`select * from (${source(request).rows}) as row
    where ${tests.length === 0 ? sql`true` : sql.join(tests, sql` and `)}`;
}

const directions = { [1]: sql`asc`, [-1]: sql`desc` } as const;

function orderOf<Row, Sort extends string, Filter>(
  { sorts, usualSort: [usual, usualWay], key }: ListRules<Row, Sort, Filter>,
  { sort = usual, sortDirection = sort === usual ? usualWay : 1 }: ListRequest<Sort>,
): RawBuilder<unknown> {
  return sql`${sorts[sort]} ${directions[sortDirection]} nulls last, ${sql.ref(key)}`;
}

const rowsAtOnce = 1000;

async function* csvOf<Row>(
  columns: ListRules<Row, string, unknown>['columns'],
  rows: readonly Row[],
): AsyncGenerator<string> {
  yield csvText([columns.map(([heading]) => heading)]);
  for (let start = 0; start < rows.length; start += rowsAtOnce)
    yield csvText(
      rows
        .slice(start, start + rowsAtOnce)
        .map((row) => columns.map(([, cell]) => disarmed(textOf(cell(row))))),
    );
}

const textOf = (cell: Cell): string =>
  cell === null ? '' : cell instanceof Date ? cell.toISOString() : String(cell);
