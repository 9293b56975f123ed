import { sql } from 'kysely';
import { compileSubjects } from '../../cohort/compile/compileSubjects.ts';
import type { CohortPlan } from '../../cohort/plan/cohortPlan.ts';
import type { ReleaseSql } from '../../rows/release.ts';
import { parameter } from '../../sql/parameter.ts';
import { pieceTable } from '../../sql/pieceTable.ts';
import { type LinesInPieces, type LongQuery, type OrderTerm, type Query, toQuery } from '../../sql/query.ts';
import type { CheckedTable, SoundColumn } from '../check/checkedTable.ts';
import { cellType } from '../present/cells.ts';
import { compileBase } from './compileBase.ts';
import { allGroups, cellsOf, compileGroups, type Question } from './compileGroups.ts';
import type { Part } from './compileScope.ts';
import { cell, cellKey, type Fragment, recordKey, tally, tallyKey } from './names.ts';
import { type Slot, type SortKey, type TableLayout, tableLayout } from './tableLayout.ts';

/** Which rows of the table, counted from 0. */
export interface PageWindow {
  readonly limit: number;
  readonly offset: number;
}

/** The statements of a table over a cohort, each compiled when it is wanted. Rows of the table hold their cells under the keys that `presentRow` reads. */
export interface CompiledTable {
  /** One row: `count`, the rows of the whole table (rule 5.4). */
  readonly recordCount: Query;
  readonly page: (window: PageWindow) => Query;
  /** Every row in the order of the pages. */
  readonly everything: LongQuery;
}

/**
 * Compiles a table (rules 5.1, 5.14 and 5.15): grouped by its stacked columns, in a total order, without broken
 * columns. A table without any sound column has no rows.
 *
 * The first page of sex, with a count of severities; `picked` are the groups of the page, `rows_0` their diagnoses:
 * ```sql
 * WITH "cohort" AS (SELECT "subject"."_subject" FROM "r1"."subject" AS "subject" WHERE TRUE),
 * "lines" AS MATERIALIZED (
 *   SELECT s._subject, "root"."sex" AS "c0"
 *   FROM cohort AS s JOIN "r1"."subject" AS root ON root._subject = s._subject),
 * "picked" AS MATERIALIZED (
 *   SELECT row_number() OVER () AS _group, d.* FROM (
 *     SELECT DISTINCT "c0" FROM lines
 *     ORDER BY "c0" ASC NULLS LAST LIMIT $1::BIGINT OFFSET $2::BIGINT) AS d),
 * "base" AS MATERIALIZED (
 *   SELECT picked._group, lines.* FROM lines JOIN picked ON picked."c0" IS NOT DISTINCT FROM lines."c0"),
 * "rows_0" AS MATERIALIZED (
 *   SELECT m._group, "r"."_row" AS _row, "r"."_start" AS _start, "r"."severity" AS "v8"
 *   FROM "r1"."diagnosis" AS "r" JOIN (
 *     SELECT DISTINCT _group, _subject FROM base WHERE _group IN (SELECT p._group FROM picked AS p)) AS m
 *   ON m._subject = "r"."_subject"),
 * "cells_0" AS MATERIALIZED (SELECT _group, count("v8") AS "c1" FROM "rows_0" GROUP BY _group)
 * SELECT "c0", coalesce("c1", 0) AS "c1" FROM picked LEFT JOIN "cells_0" ON "cells_0"._group = picked._group
 * ORDER BY "c0" ASC NULLS LAST
 * ```
 */
export function compileTable(table: CheckedTable, plan: CohortPlan, release: ReleaseSql): CompiledTable {
  const layout = tableLayout(table);
  if (layout.stacked.length + layout.aggregated.length === 0) {
    const nothing = toQuery(sql`SELECT 1 AS none WHERE FALSE`);
    return { recordCount: toQuery(sql`SELECT 0 AS count`), page: () => nothing, everything: nothing };
  }
  const question = { layout, plan, release };
  return {
    get recordCount() {
      return toQuery(compileRecordCount(question));
    },
    page: (window) => toQuery(packTextLists(compileRows(question, window), layout)),
    get everything() {
      const inParts = {
        lines: toQuery(compileLines(question)),
        repeats: layout.aggregated.length === 0,
        order: layout.sort.flatMap(orderTerms),
        inPieces: compilePieces(question),
      };
      return { ...toQuery(compileRows(question, null)), inParts };
    },
  };
}

/**
 * Each list of texts as the text of its JSON, which is decoded many times as fast as its items one by one (rule 8.17).
 * Both engines keep the order of the rows.
 */
function packTextLists(rows: Fragment, { stacked, aggregated }: TableLayout): Fragment {
  if (!aggregated.some(isTextList)) return rows;
  const cells = [
    ...stacked.map(({ index }) => cell(index)),
    ...aggregated.flatMap((slot) => [
      isTextList(slot) ? sql`to_json(${cell(slot.index)}) AS ${cell(slot.index)}` : cell(slot.index),
      ...(isTallied(slot.column) ? [tally(slot.index)] : []),
    ]),
  ];
  return sql`SELECT ${sql.join(cells)} FROM (${rows}) AS page`;
}

function isTextList({ column }: Slot): boolean {
  const { kind, isList } = cellType(column);
  return isList && kind === 'text';
}

function compileRecordCount({ layout, plan, release }: Question): Fragment {
  if (layout.stacked.length === 0) return sql`SELECT 1 AS count`;
  return sql`WITH cohort AS (${compileSubjects(plan, release)}), base AS (${compileBase(layout, { plan, release })})
    SELECT count(*) AS count FROM (SELECT ${distinct({ layout, plan, release })} ${cellsOf(layout.stacked)} FROM base) AS records`;
}

/** Nothing where each line is of another subject, and says which: then no two are the same. */
function distinct({ layout: { stacked, joins }, release: { lookup } }: Question): Fragment {
  const isOfSubject = stacked.some(({ column }) => column.subject.concept.id === lookup.subjectId?.id);
  const isSingle = joins.length === 0 && stacked.every(({ column }) => !column.subject.concept.isMultiple);
  return isOfSubject && isSingle ? sql`` : sql`DISTINCT`;
}

function compileRows(question: Question, window: PageWindow | null): Fragment {
  const { layout, plan, release } = question;
  const { stacked, aggregated, sort } = layout;
  const base = compileBase(layout, { plan, release });
  const cohort = cohortOf(question);
  if (aggregated.length === 0) {
    const rows =
      layout.eachRecord === true ? eachRecord(layout) : { cells: cellsOf(stacked), order: orderBy(sort) };
    return sql`WITH cohort AS (${cohort.query}), base AS (${base}) SELECT ${distinct(question)} ${rows.cells} FROM base
      ${rows.order} ${limit(window)}`;
  }
  const isCutEarly = window !== null && sort.every(({ slot }) => slot.column.kind === 'stacked');
  const groups = isCutEarly ? groupsOfPage(layout, base, window) : allGroups(layout, base);
  return sql`${compileGroups(question, groups, [cohort])} ${orderBy(sort)} ${isCutEarly ? sql`` : limit(window)}`;
}

/** The rows in no order, and those of stacked columns as often as they come. */
function compileLines(question: Question): Fragment {
  const { layout, plan, release } = question;
  const base = compileBase(layout, { plan, release });
  const cohort = cohortOf(question);
  if (layout.aggregated.length > 0) return compileGroups(question, allGroups(layout, base), [cohort]);
  return sql`WITH cohort AS (${cohort.query}), base AS (${base}) SELECT ${cellsOf(layout.stacked)} FROM base`;
}

const cohortOf = ({ plan, release }: Question): Part => ({
  name: sql.id('cohort'),
  query: compileSubjects(plan, release),
});

/** The groups of one page. Where only stacked columns sort the table, it is cut before anything is aggregated. */
function groupsOfPage({ stacked, sort }: TableLayout, base: Fragment, window: PageWindow): readonly Part[] {
  const same = stacked.map(
    ({ index }) => sql`picked.${cell(index)} IS NOT DISTINCT FROM lines.${cell(index)}`,
  );
  return [
    { name: sql.id('lines'), query: base },
    {
      name: sql.id('picked'),
      query: sql`SELECT row_number() OVER () AS _group, d.* FROM (
        SELECT DISTINCT ${cellsOf(stacked)} FROM lines ${orderBy(sort)} ${limit(window)}) AS d`,
    },
    {
      name: sql.id('base'),
      query: sql`SELECT picked._group, lines.* FROM lines JOIN picked ON ${sql.join(same, sql` AND `)}`,
    },
  ];
}

const limit = (window: PageWindow | null): Fragment =>
  window === null
    ? sql``
    : sql`LIMIT ${parameter(window.limit, 'BIGINT')} OFFSET ${parameter(window.offset, 'BIGINT')}`;

const orderBy = (sort: readonly SortKey[]): Fragment => inOrder(sort.flatMap(orderTerms));

const inOrder = (terms: readonly OrderTerm[]): Fragment =>
  terms.length === 0
    ? sql``
    : sql`ORDER BY ${sql.join(terms.map(({ cell, way }) => sql`${sql.id(cell)} ${sql.raw(way)}`))}`;

/** The cells and the numbers of the records, ordered so that the several values of one record stand together. */
function eachRecord({ stacked, joins, sort }: TableLayout): {
  readonly cells: Fragment;
  readonly order: Fragment;
} {
  const numbers = joins.map(({ collection }) => recordKey(collection));
  const isMultiple = ({ slot }: SortKey): boolean => slot.column.subject.concept.isMultiple;
  return {
    cells: sql.join([...stacked.map(({ index }) => cell(index)), ...numbers.map((key) => sql.id(key))]),
    order: inOrder([
      ...sort.filter((key) => !isMultiple(key)).flatMap(orderTerms),
      ...numbers.map((key) => ({ cell: key, way: 'ASC NULLS LAST' }) as const),
      ...sort.filter(isMultiple).flatMap(orderTerms),
    ]),
  };
}

const isTallied = (column: SoundColumn): boolean =>
  column.kind === 'aggregated' && column.aggregation.content.kind === 'valueWithCount';

/** Nulls last ascending and first descending; a value shown with its count sorts by the count. */
function orderTerms({ slot: { index, column }, direction }: SortKey): readonly OrderTerm[] {
  const way = direction === 1 ? 'ASC NULLS LAST' : 'DESC NULLS FIRST';
  const keys = isTallied(column) ? [tallyKey(index), cellKey(index)] : [cellKey(index)];
  return keys.map((cell) => ({ cell, way }));
}

/** The lines of a table that aggregates, by pieces of whole groups; null where there are no groups to part. */
function compilePieces(question: Question): LinesInPieces | null {
  const { layout, plan, release } = question;
  if (layout.aggregated.length === 0 || layout.stacked.length === 0) return null;
  return {
    base: toQuery(
      sql`WITH cohort AS (${compileSubjects(plan, release)}) ${compileBase(layout, { plan, release })}`,
    ),
    keys: layout.stacked.map(({ index }) => cellKey(index)),
    lines: toQuery(compileGroups(question, allGroups(layout, sql`SELECT * FROM ${sql.id(pieceTable)}`), [])),
  };
}
