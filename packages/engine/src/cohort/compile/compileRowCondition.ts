import { unreachable } from '@atrium/contract/errors/unreachable';
import { type RawBuilder, sql } from 'kysely';
import { kindOf } from '../../concepts/kinds.ts';
import type { EventPoint, RelativeCondition, RowCondition } from '../../concepts/rowCondition.ts';
import type { Concept } from '../../dictionary/dictionary.ts';
import { codesOfWords } from '../../dictionary/numberWords.ts';
import { ontologyNumber, storage } from '../../dictionary/storage.ts';
import { type ReleaseSql, tableOf } from '../../rows/release.ts';
import {
  columnOf,
  compileIsNull,
  compileValueTest,
  digitsOf,
  edgeOf,
  isWord,
  never,
  type RowRef,
  rowOf,
  rowRef,
  sourceOf,
  subjectOf,
  yearOf,
} from '../../rows/rows.ts';
import { parameter } from '../../sql/parameter.ts';
import { compileIsInBand } from './compilePathway.ts';

type Fragment = RawBuilder<unknown>;

/**
 * A boolean expression about `row`, true or false and never null, for use in WHERE, ON or FILTER.
 *
 * Not one of two severities:
 * ```sql
 * NOT (("row"."severity" IS NOT NULL AND "row"."severity" IN (SELECT unnest($1::VARCHAR[]))))
 * ```
 */
export function compileRowCondition(condition: RowCondition, row: RowRef, release: ReleaseSql): Fragment {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return compileConnective(condition, row, (part) => compileRowCondition(part, row, release));
    case 'not':
      return sql`NOT (${compileRowCondition(condition.condition, row, release)})`;
    case 'isNull':
      return compileIsNull(condition.concept, row, release);
    case 'happened':
      return compileHappened(condition, row, release);
    case 'relative':
      return compileRelative(condition, row, release);
    case 'pathway':
      return compileIsInBand(condition, row, { release, compileCondition: compileRowCondition });
    case 'hasDigits':
      return compileHasDigits(condition, row);
    default:
      return compileValueTest(
        {
          concept: condition.concept,
          row,
          test: (value) => compileTest(condition, value, release),
        },
        release,
      );
  }
}

/**
 * The same about one row of the statement itself, for use in its WHERE and below no NOT: null counts as false there, so
 * values are not asked first whether they are null.
 */
export function compileRowFilter(condition: RowCondition, row: RowRef, release: ReleaseSql): Fragment {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return compileConnective(condition, row, (part) => compileRowFilter(part, row, release));
    case 'oneOf':
    case 'isBoolean':
    case 'matches':
    case 'oneOfWords':
    case 'withinTerms':
    case 'unknownTerm':
      return condition.concept.isMultiple
        ? compileRowCondition(condition, row, release)
        : compileTest(condition, columnOf(row, condition.concept, release), release);
    case 'between':
    case 'betweenDays':
      return condition.concept.isMultiple || (condition.min === null && condition.max === null)
        ? compileRowCondition(condition, row, release)
        : compileTest(condition, columnOf(row, condition.concept, release), release);
    default:
      return compileRowCondition(condition, row, release);
  }
}

type ValueCondition = Exclude<
  RowCondition,
  { kind: 'and' | 'or' | 'not' | 'isNull' | 'happened' | 'relative' | 'pathway' | 'hasDigits' }
>;

function compileTest(condition: ValueCondition, value: Fragment, release: ReleaseSql): Fragment {
  switch (condition.kind) {
    case 'oneOf':
      return release.dialect.isAmong(value, condition.values);
    case 'isBoolean':
      return condition.value ? value : sql`NOT ${value}`;
    case 'matches':
      return release.dialect.matches(value, parameter(condition.pattern, 'VARCHAR'));
    case 'between':
      return compileNumberBounds(condition, value);
    case 'oneOfWords':
      return compileIsWord(condition, value);
    case 'betweenDays':
      return compileBounds(value, condition, (bound) => parameter(bound, 'DATE'));
    case 'withinTerms':
      return compileWithinTerms({ concept: condition.concept, codes: condition.codes, value }, release);
    case 'unknownTerm':
      return compileUnknownTerm(condition.concept, value, release);
    default:
      return unreachable(condition);
  }
}

function compileConnective(
  { kind, conditions }: Extract<RowCondition, { kind: 'and' | 'or' }>,
  row: RowRef,
  compile: (part: RowCondition) => Fragment,
): Fragment {
  if (conditions.length === 0) return kind === 'and' ? sql`TRUE` : never(subjectOf(row));
  const parts = conditions.map((part) => sql`(${compile(part)})`);
  return sql`(${sql.join(parts, kind === 'and' ? sql` AND ` : sql` OR `)})`;
}

/** Inclusive at both ends; an open pair accepts every value. */
function compileBounds<Bound>(
  value: Fragment,
  { min, max }: { min: Bound | null; max: Bound | null },
  toParameter: (bound: Bound) => Fragment,
): Fragment {
  const bounds: Fragment[] = [];
  if (min !== null) bounds.push(sql`${value} >= ${toParameter(min)}`);
  if (max !== null) bounds.push(sql`${value} <= ${toParameter(max)}`);
  return bounds.length === 0 ? sql`TRUE` : sql.join(bounds, sql` AND `);
}

/** Never met by a word beside the numbers, also where the upper bound is open. */
function compileNumberBounds(
  condition: Extract<RowCondition, { kind: 'between' }>,
  value: Fragment,
): Fragment {
  const { columnType, hasWords } = kindOf(condition.concept);
  // PostgreSQL knows how many values lie between bounds only where they are of the type of the column.
  const isWhole = (bound: number): boolean =>
    columnType === 'INTEGER' && Math.trunc(bound) === bound && Math.abs(bound) < 2 ** 31;
  const bounds = compileBounds(value, condition, (bound) =>
    parameter(bound, isWhole(bound) ? 'INTEGER' : 'DOUBLE PRECISION'),
  );
  return hasWords ? sql`${bounds} AND NOT ${isWord(value)}` : bounds;
}

/** Of single-valued concepts only, as their digits stand in the row. */
function compileHasDigits(
  { concept, digits }: Extract<RowCondition, { kind: 'hasDigits' }>,
  row: RowRef,
): Fragment {
  const value = digitsOf(row, concept);
  if (digits.length === 0) return sql`(${value} IS NOT NULL AND ${never(value)})`;
  const wanted = digits.map((each) => parameter(each, 'BIGINT'));
  return sql`(${value} IS NOT NULL AND ${value} IN (${sql.join(wanted)}))`;
}

function compileIsWord(
  { concept, words }: Extract<RowCondition, { kind: 'oneOfWords' }>,
  value: Fragment,
): Fragment {
  const codes = codesOfWords(concept, words).map((code) => parameter(code, 'DOUBLE PRECISION'));
  return codes.length === 0 ? never(value) : sql`${value} IN (${sql.join(codes)})`;
}

const pointParameter = (point: EventPoint): Fragment =>
  parameter(point, typeof point === 'number' ? 'INTEGER' : 'DATE');

function compileHappened(
  condition: Extract<RowCondition, { kind: 'happened' }>,
  row: RowRef,
  release: ReleaseSql,
): Fragment {
  const point = edgeOf(row, condition.edge, release);
  return sql`(${point} IS NOT NULL AND ${compileBounds(point, condition, pointParameter)})`;
}

/**
 * Whether another row of the same subject lies as far away. DuckDB joins pairs of rows once, and looks this one up among
 * them.
 */
function compileRelative(condition: RelativeCondition, row: RowRef, release: ReleaseSql): Fragment {
  const isJoined = release.dialect.name === 'duckdb';
  const own = isJoined ? rowRef(row.collection, 'own') : row;
  const other = rowRef(condition.target.collection, isJoined ? 'other' : otherThan(row));
  const inUnit = (point: Fragment): Fragment => (condition.unit === 'years' ? yearOf(point) : point);
  const point = inUnit(edgeOf(own, condition.reference, release));
  const away = ({ edge }: { edge: 'start' | 'end' }): Fragment =>
    sql`${point} - ${inUnit(edgeOf(other, edge, release))}`;
  const tests = [
    sql`${away(condition.from)} >= ${parameter(condition.from.distance, 'INTEGER')}`,
    sql`${away(condition.to)} <= ${parameter(condition.to.distance, 'INTEGER')}`,
    compileRowCondition(condition.target.condition, other, release),
  ];
  if (own.collection.id === other.collection.id) tests.push(sql`${rowOf(own)} <> ${rowOf(other)}`);
  if (!isJoined)
    return release.dialect.hasRow(subjectOf(row), {
      column: subjectOf(other),
      from: sourceOf(other, release),
      where: sql.join(tests, sql` AND `),
    });
  const shared = row.collection.sharedRows;
  const key = (of: RowRef): Fragment => (shared ? sql`${rowOf(of)}, ${subjectOf(of)}` : rowOf(of));
  return sql`(${key(row)}) IN (
    SELECT ${key(own)} FROM ${sourceOf(own, release)}, ${sourceOf(other, release)}
    WHERE ${subjectOf(other)} = ${subjectOf(own)} AND ${sql.join(tests, sql` AND `)})`;
}

/** An alias for a row beside `row`, which may be such a row itself. */
const otherThan = ({ alias }: RowRef): string => {
  const [, number] = /^other(\d+)$/.exec(alias) ?? [];
  return `other${Number(number ?? 0) + 1}`;
};

/** The terms of a filter and all below them: rows `code` and `label` in the order of the ontology, at most so many. */
export const compileCodeList = (
  { concept, codes, most }: { concept: Concept; codes: readonly string[]; most: number },
  release: ReleaseSql,
): Fragment => sql`SELECT t.code, t.label
  FROM ${tableOf(release, storage.terms(ontologyNumber(release.lookup.dictionary, concept)))} AS t
  WHERE ${compileWithinTerms({ concept, codes, value: sql`t.code` }, release)}
  ORDER BY t.ordinal LIMIT ${parameter(most, 'BIGINT')}`;

/** The code is one of these terms or below one; a code that was merged into another since counts as that other. */
function compileWithinTerms(
  { concept, codes, value }: { concept: Concept; codes: readonly string[]; value: Fragment },
  release: ReleaseSql,
): Fragment {
  const number = ontologyNumber(release.lookup.dictionary, concept);
  const within = tableOf(release, storage.within(number));
  const alternatives = tableOf(release, storage.alternatives(number));
  const { isAmong, isAmongAll, isDistributed } = release.dialect;
  // A statement within one over tables that lie everywhere would be gathered.
  if (isDistributed)
    return sql`${value} IN (SELECT w.code FROM ${within} AS w LEFT JOIN ${alternatives} AS m ON m.code = w.ancestor
      WHERE ${isAmong(sql`w.ancestor`, codes)} OR ${isAmong(sql`m.alternative`, codes)})`;
  const others = sql`SELECT m.code FROM ${alternatives} AS m WHERE ${isAmong(sql`m.alternative`, codes)}`;
  return sql`${value} IN (SELECT w.code FROM ${within} AS w WHERE ${isAmongAll(sql`w.ancestor`, codes, others)})`;
}

/** The code is in the data but not in the ontology; null is not unknown (rule 2.19). */
function compileUnknownTerm(concept: Concept, value: Fragment, release: ReleaseSql): Fragment {
  const terms = tableOf(release, storage.terms(ontologyNumber(release.lookup.dictionary, concept)));
  return sql`${value} IN (SELECT t.code FROM ${terms} AS t WHERE NOT t.is_known)`;
}
