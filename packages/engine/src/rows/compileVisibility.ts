import { unreachable } from '@atrium/contract/errors/unreachable';
import { type RawBuilder, sql } from 'kysely';
import { kindOf } from '../concepts/kinds.ts';
import type { Collection, Concept } from '../dictionary/dictionary.ts';
import type { Lookup } from '../dictionary/lookup.ts';
import { parameter } from '../sql/parameter.ts';
import { type Query, toQuery } from '../sql/query.ts';
import type { ClosedSubjects } from '../visibility/visibility.ts';
import type { ReleaseSql } from './release.ts';
import {
  compileIsNull,
  compileValueTest,
  digitsOf,
  never,
  type RowRef,
  rowOf,
  rowRef,
  sourceOf,
  subjectOf,
} from './rows.ts';

type Fragment = RawBuilder<unknown>;

/** Whether the member may see the subject of this row of the root; null where everyone is visible. */
export function compileIsVisible(subject: RowRef, release: ReleaseSql): Fragment | null {
  const tests = [
    compileIsOpened(subject, release),
    compileHasAgreed(subject, release),
    compileIsOpenStill(subject, release),
  ];
  const needed = tests.filter((test) => test !== null);
  return needed.length === 0 ? null : sql`(${sql.join(needed, sql` AND `)})`;
}

/** Whether the groups of the member open the subject (rule 1.12). */
function compileIsOpened(subject: RowRef, release: ReleaseSql): Fragment | null {
  const { subjects } = release.visibility;
  if (subjects.kind === 'all') return null;
  if (subjects.concepts.length === 0) return never(subjectOf(subject));
  const tests = subjects.concepts.map((concept) => compileIsTruthy(concept, subject, release));
  return sql`(${sql.join(tests, sql` OR `)})`;
}

/** Whether the codes of the subject allow the purpose of the member (rule 1.25). */
function compileHasAgreed(subject: RowRef, release: ReleaseSql): Fragment | null {
  const { agreed } = release.visibility;
  switch (agreed.kind) {
    case 'all':
      return null;
    case 'none':
      return never(subjectOf(subject));
    case 'withCodes': {
      const test = (value: Fragment): Fragment => release.dialect.isAmong(value, agreed.codes);
      return compileValueTest({ concept: agreed.concept, row: subject, test }, release);
    }
    default:
      return unreachable(agreed);
  }
}

/**
 * The row has a value of the concept that makes its subject visible; for some types not every value does (rule 1.12).
 */
function compileIsTruthy(concept: Concept, row: RowRef, release: ReleaseSql): Fragment {
  const test = kindOf(concept).isTruthy;
  return test === null
    ? sql`NOT (${compileIsNull(concept, row, release)})`
    : compileValueTest({ concept, row, test }, release);
}

/** `SELECT _row` of the collection's rows that belong to a visible subject; null where everyone is visible. */
export function compileVisibleRows(collection: Collection, release: ReleaseSql): Fragment | null {
  const subject = rowRef(release.lookup.root, 'seen');
  const isVisible = compileIsVisible(subject, release);
  if (isVisible === null) return null;
  const row = rowRef(collection, 'held');
  const from = sourceOf(subject, release);
  const isSeen = release.dialect.hasRow(subjectOf(row), {
    column: subjectOf(subject),
    from,
    where: isVisible,
  });
  return sql`SELECT ${rowOf(row)} FROM ${sourceOf(row, release)} WHERE ${isSeen}`;
}

/** Whether the subject of an earlier release is open on the live one, too (rule 7.13). */
function compileIsOpenStill(subject: RowRef, release: ReleaseSql): Fragment | null {
  const { closed } = release.visibility;
  switch (closed.kind) {
    case 'none':
      return null;
    case 'all':
      return never(subjectOf(subject));
    case 'listed':
      return sql`${subjectOf(subject)} NOT IN (SELECT unnest(${parameter(closed.subjects, 'INTEGER[]')}))`;
    case 'unseenOn':
      return compileIsSeenOn(subject, release, closed);
    default:
      return unreachable(closed);
  }
}

function compileIsSeenOn(
  subject: RowRef,
  { lookup, dialect }: ReleaseSql,
  { live, matchedBy }: Extract<ClosedSubjects, { kind: 'unseenOn' }>,
): Fragment {
  const release = { ...live, dialect };
  const row = rowRef(live.lookup.root, 'on_live');
  const own = identityOf(subject, lookup, matchedBy);
  const other = identityOf(row, live.lookup, matchedBy);
  if (own === null || other === null) return never(subjectOf(subject));
  const isVisible = compileIsVisible(row, release);
  const where = sql`${other} IS NOT NULL${isVisible === null ? sql`` : sql` AND ${isVisible}`}`;
  return dialect.hasRow(own, {
    column: other,
    from: sourceOf(row, release),
    where,
    isApart: matchedBy === 'id',
  });
}

/** What says in two releases that a subject is the same one; null where nothing does. */
function identityOf(row: RowRef, { subjectId }: Lookup, matchedBy: 'id' | 'subject'): Fragment | null {
  if (matchedBy === 'subject') return subjectOf(row);
  if (subjectId === undefined) return null;
  if (subjectId.keepsDigits) return sql`CAST(${digitsOf(row, subjectId)} AS VARCHAR)`;
  const id = sql.id(row.alias, subjectId.id);
  return subjectId.isInteger ? sql`CAST(CAST(${id} AS BIGINT) AS VARCHAR)` : sql`CAST(${id} AS VARCHAR)`;
}

/**
 * Compiles a statement that finds subjects whom the member saw on an earlier release and who are closed on the live one.
 * @returns a row with `subject` for each, `most` at most
 */
export function compileClosedSubjects(release: ReleaseSql, most: number): Query {
  const subject = rowRef(release.lookup.root, 'kept');
  const tests = [
    compileIsOpened(subject, release) ?? sql`TRUE`,
    compileHasAgreed(subject, release) ?? sql`TRUE`,
    sql`(${compileIsOpenStill(subject, release) ?? sql`TRUE`}) IS NOT TRUE`,
  ];
  return toQuery(sql`SELECT ${subjectOf(subject)} AS subject FROM ${sourceOf(subject, release)}
    WHERE ${sql.join(tests, sql` AND `)} ORDER BY 1 LIMIT ${parameter(most, 'BIGINT')}`);
}

/**
 * Compiles a statement that finds what subjects of two releases agreed to on each, matched by the id in the data; null where
 * nothing says who is who. Both releases must have codes (rule 1.30).
 * @returns a row with `before`, `after` and `subjects` for each pair of codes
 */
export function compileUseChanges(before: ReleaseSql, after: ReleaseSql): Query | null {
  const isKnown = before.lookup.subjectId?.id === after.lookup.subjectId?.id;
  const [earlier, later] = [compileUses(before, 'before'), compileUses(after, 'after')];
  if (!isKnown || earlier === null || later === null) return null;
  return toQuery(sql`SELECT before, after, count(*) AS subjects
    FROM (SELECT max(before) AS before, max(after) AS after
      FROM (${earlier} UNION ALL ${later}) AS each_release
      GROUP BY id HAVING count(DISTINCT side) = 2) AS both_releases
    GROUP BY before, after ORDER BY subjects DESC, before, after`);
}

function compileUses(release: ReleaseSql, side: 'before' | 'after'): Fragment | null {
  const { lookup } = release;
  const { dataUse } = lookup.dictionary;
  const subject = rowRef(lookup.root, 'one');
  const id = identityOf(subject, lookup, 'id');
  if (dataUse === undefined || id === null) return null;
  const codes =
    dataUse.conceptId === null
      ? sql`CAST(${parameter(dataUse.occurring[0]?.codes ?? '', 'VARCHAR')} AS VARCHAR)`
      : sql`CAST(${sql.id(subject.alias, dataUse.conceptId)} AS VARCHAR)`;
  const none = sql`CAST(NULL AS VARCHAR)`;
  const [own, other] = side === 'before' ? [codes, none] : [none, codes];
  return sql`SELECT ${id} AS id, ${sql.lit(side)} AS side, ${own} AS before, ${other} AS after
    FROM ${sourceOf(subject, release)} WHERE ${id} IS NOT NULL`;
}
