import type { ConceptType } from '@atrium/contract/documents/dataPackage';
import { unreachable } from '@atrium/contract/errors/unreachable';
import { DuckDBTypeId } from '@duckdb/node-api';
import type { CastRule, FieldPlan } from '../../package/packagePlan.ts';
import { literal } from '../../sql/quoted.ts';
import { type Codes, castField, keyText, type Report, writtenText } from '../cast/castField.ts';
import { largeIntegerOf, plainRule, type Scalar } from '../cast/parseText.ts';
import { fitsPattern } from '../cast/textPattern.ts';
import { spelled } from '../rows/parquetFile.ts';
import type { FileColumn } from '../rows/tableFile.ts';
import { momentFormat } from './moments.ts';
import { mayBeLarge } from './staging.ts';

/**
 * How the cells of a column become values. A text whose value is obvious is cast by SQL; each other text is parsed once,
 * however often it occurs.
 */
export interface ColumnCast {
  /** Expression: true where SQL casts the cell; must be false or null for any cell whose meaning is not obvious. */
  readonly isObvious: string;
  /** Expression: the value of an obvious cell. */
  readonly obvious: string;
  /** Expression: the text to parse, null for an obvious or empty cell. */
  readonly unparsed: string;
  readonly parse: (text: string, report: Report) => Scalar | null;
  /** The whole number of a parsed text that a number cannot hold; null where the column has none. */
  readonly largeInteger: ((text: string) => bigint | null) | null;
  /** Null where the field has no pattern. */
  readonly pattern: {
    /** What of a text is compared with the pattern. */
    readonly written: (text: string) => string;
    /** Expression: whether what is compared fits. */
    readonly fits: (written: string) => string;
  } | null;
}

/** Expression: the text of a cell; a list in a field without a delimiter is one text. */
export const cellText = ({ sql, type }: FileColumn): string => {
  if (type === DuckDBTypeId.VARCHAR) return sql;
  if (type !== DuckDBTypeId.LIST) return `CAST(${spelled(sql, type)} AS VARCHAR)`;
  return `array_to_string(list_transform(CAST(${sql} AS VARCHAR[]), lambda item: coalesce(item, '')), ', ')`;
};

/** The cast of a value; `type` is that of the column, so that numbers need no way through text. */
export function valueCast(field: FieldPlan, column: FileColumn, codes: Codes): ColumnCast {
  const text = cellText(column);
  const rule = column.isTyped ? typedRule(field.rule) : field.rule;
  const known = field.ontologyId === null ? null : (codes.get(field.ontologyId) ?? null);
  const cast = castField({ ...field, rule, delimiter: null, isRequired: false }, known);
  const parse = (given: string, report: Report): Scalar | null => cast(given, report)[0] ?? null;
  const isFree =
    known === null && field.allowedValues === null && field.labels === null && field.spellings === null;
  const shape = isFree ? (typedShape(field, column) ?? textShape(rule, text)) : null;
  const tests = shape === null ? null : valueTests({ ...field, rule }, shape.value, text);
  const largeInteger = mayBeLarge(field) ? largeIntegerOf(rule) : null;
  const { pattern: described = null } = field.limits ?? {};
  const pattern =
    described === null
      ? null
      : { written: writtenText(field), fits: (written: string) => fitsPattern(written, described) };
  if (shape === null || tests === null)
    return castOf({ isObvious: 'false', obvious: 'NULL', text, parse, largeInteger, pattern });
  const isObvious = [shape.test, ...tests].join(' AND ');
  return castOf({ isObvious, obvious: shape.value, text, parse, largeInteger });
}

/** Tests that an obvious value is neither missing nor outside of its limits; null where the parser has to tell. */
function valueTests(
  { rule, missingValues, limits }: FieldPlan,
  value: string,
  text: string,
): string[] | null {
  const missing = [...missingValues].filter((each) => each.trim() !== '');
  const isNumber = rule.target === 'number';
  const isTextual = rule.lexical !== 'integer' && rule.lexical !== 'number';
  const numbers = isTextual ? [] : missing.filter((each) => /\d/.test(each)).map(Number);
  const bounds = (limits?.bounds ?? []).map(({ side, isExclusive, value: bound }) => ({
    sign: `${side === 'minimum' ? '>' : '<'}${isExclusive ? '' : '='}`,
    bound: Number(bound),
  }));
  const isOwn = limits !== null && (limits.pattern ?? limits.minLength ?? limits.maxLength) !== null;
  if (isOwn || (bounds.length > 0 && !isNumber)) return null;
  if (![...numbers, ...bounds.map(({ bound }) => bound)].every(Number.isFinite)) return null;
  if (numbers.length > 0 && !isNumber) return null;
  return [
    ...(missing.length === 0 ? [] : [`${text} NOT IN (${missing.map(literal).join(', ')})`]),
    ...(numbers.length === 0 ? [] : [`${value} NOT IN (${numbers.join(', ')})`]),
    ...bounds.map(({ sign, bound }) => `${value} ${sign} ${bound}`),
  ];
}

/** One item of a list as a column `item`, with the plan of a field that holds one such item: lengths are the list's. */
export function itemColumn(
  field: FieldPlan,
  { isTyped }: FileColumn,
): FileColumn & { readonly field: FieldPlan } {
  const limits = field.limits === null ? null : { ...field.limits, minLength: null, maxLength: null };
  return { sql: 'item', type: DuckDBTypeId.VARCHAR, isTyped, field: { ...field, limits, delimiter: null } };
}

/** Expression: the items of a cell as a list of texts, null for a cell that says "missing" as a whole. */
export function cellItems(field: FieldPlan, column: FileColumn): string {
  if (column.type === DuckDBTypeId.LIST) return `CAST(${column.sql} AS VARCHAR[])`;
  const text = cellText(column);
  const missing = [...field.missingValues].map(literal);
  const given = missing.join(', ');
  const isMissing = missing.length === 0 ? 'false' : `${text} IN (${given}) OR trim(${text}) IN (${given})`;
  return `CASE WHEN NOT (${isMissing}) THEN string_split(${text}, ${literal(field.delimiter ?? '')}) END`;
}

/** The cast of a join text. */
export function keyCast(field: FieldPlan, column: FileColumn): ColumnCast {
  const text = cellText(column);
  const isNumber = field.rule.lexical === 'integer' || field.rule.lexical === 'number';
  const test = isNumber ? `regexp_full_match(${text}, '0|-?[1-9][0-9]*')` : isTrimmed(text);
  const missing = [...field.missingValues].filter((each) => each !== '');
  const isValue = missing.length === 0 ? [] : [`${text} NOT IN (${missing.map(literal).join(', ')})`];
  const parse = (given: string): string | null => keyText(given, field);
  return castOf({ isObvious: [test, ...isValue].join(' AND '), obvious: text, text, parse });
}

const castOf = ({
  isObvious,
  obvious,
  text,
  parse,
  largeInteger = null,
  pattern = null,
}: Pick<ColumnCast, 'isObvious' | 'obvious' | 'parse'> &
  Partial<Pick<ColumnCast, 'largeInteger' | 'pattern'>> & { text: string }): ColumnCast => ({
  isObvious,
  obvious: `CASE WHEN ${isObvious} THEN ${obvious} END`,
  unparsed:
    isObvious === 'false'
      ? `nullif(${text}, '')`
      : `CASE WHEN NOT (${isObvious}) THEN nullif(${text}, '') END`,
  parse,
  largeInteger,
  pattern,
});

interface Shape {
  readonly test: string;
  readonly value: string;
}

/** Begins and ends with a visible ASCII character: there is nothing to trim. */
const isTrimmed = (text: string): string => `regexp_full_match(${text}, '(?s)[!-~](.*[!-~])?')`;

/** Texts whose value no reader could doubt; null where there are none. */
function textShape(rule: CastRule, text: string): Shape | null {
  const matches = (pattern: string): string => `regexp_full_match(${text}, '${pattern}')`;
  const isBare =
    rule.decimalChar === '.' && rule.groupChar === null && rule.bareNumber && rule.units === null;
  const day = '[1-9][0-9]{3}-[0-9]{2}-[0-9]{2}';
  switch (rule.target) {
    case 'category':
    case 'text':
    case 'ontology':
      return { test: isTrimmed(text), value: text };
    case 'boolean':
      return null;
    case 'date': {
      if (rule.datePatterns !== null) return null;
      if (rule.keepsTime) {
        const clock = '([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,6})?)?';
        const value = `strftime(TRY_CAST(${text} AS TIMESTAMP), '${momentFormat}')`;
        return { test: `${matches(`${day}[T ]${clock}`)} AND ${value} IS NOT NULL`, value };
      }
      const instant = `${day}([T ][0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]+)?)?(Z|[+-][0-9]{2}:?[0-9]{2})?)?`;
      const isInstant = rule.lexical === 'datetime';
      const value = isInstant ? `left(${text}, 10)` : text;
      return {
        test: `${matches(isInstant ? instant : day)} AND TRY_CAST(${value} AS DATE) IS NOT NULL`,
        value,
      };
    }
    case 'number':
    case 'number_with_categories':
      return isBare ? numberShape(rule, text) : null;
    case 'age':
      return rule.lexical === 'integer' && rule.ageUnit === 'days' && isBare
        ? { test: matches('-?[0-9]{1,9}'), value: `TRY_CAST(${text} AS INTEGER)` }
        : null;
    default:
      return unreachable(rule.target);
  }
}

function numberShape({ lexical, target }: CastRule, text: string): Shape {
  const hasWords = target === 'number_with_categories';
  const part = hasWords || lexical === 'number' || lexical === 'string' ? '(\\.[0-9]{1,15})?' : '';
  const digits = lexical === 'year' ? '[0-9]{1,6}' : `-?[0-9]{1,15}${part}`;
  const number = `TRY_CAST(${text} AS DOUBLE)`;
  return {
    test: `regexp_full_match(${text}, '${digits}')`,
    value: hasWords ? `CAST(${number} AS VARCHAR)` : number,
  };
}

const wholeTypes: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
]);
const longTypes: ReadonlySet<DuckDBTypeId> = new Set([DuckDBTypeId.BIGINT, DuckDBTypeId.UBIGINT]);

/** A timestamp as a moment; one with a time zone is written in UTC. */
function momentShape(sql: string, isZoned: boolean): Shape {
  const instant = isZoned ? `(${sql} AT TIME ZONE 'UTC')` : `CAST(${sql} AS TIMESTAMP)`;
  const test = `${instant} BETWEEN TIMESTAMP '1000-01-01' AND TIMESTAMP '9999-12-31 23:59:59.999999'`;
  const written = `strftime(${instant}, '${momentFormat}')`;
  return { test, value: isZoned ? `${written} || ' ' || ${written} || '+00:00'` : written };
}

/** Without a time zone, and no finer than a moment. */
const timestampTypes: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.TIMESTAMP,
  DuckDBTypeId.TIMESTAMP_S,
  DuckDBTypeId.TIMESTAMP_MS,
]);

/** Numbers, days and truth values of a column with that type. */
function typedShape({ rule, delimiter }: FieldPlan, { sql, type }: FileColumn): Shape | null {
  if (delimiter !== null) return null;
  const target: ConceptType = rule.target;
  if (target === 'boolean' && type === DuckDBTypeId.BOOLEAN)
    return { test: `${sql} IS NOT NULL`, value: sql };
  if (target === 'date' && rule.keepsTime) {
    const isZoned = type === DuckDBTypeId.TIMESTAMP_TZ;
    if (isZoned || timestampTypes.has(type)) return momentShape(sql, isZoned);
  }
  if (target === 'date' && type === DuckDBTypeId.DATE)
    return { test: `${sql} BETWEEN '1000-01-01' AND '9999-12-31'`, value: `CAST(${sql} AS VARCHAR)` };
  if (target !== 'number' || rule.lexical === 'year') return null;
  const value = `TRY_CAST(${sql} AS DOUBLE)`;
  if (wholeTypes.has(type)) return { test: `${sql} IS NOT NULL`, value };
  const most = Number.MAX_SAFE_INTEGER;
  if (longTypes.has(type)) return { test: `${sql} BETWEEN ${-most} AND ${most}`, value };
  if (type === DuckDBTypeId.DOUBLE && rule.lexical !== 'integer')
    return { test: `isfinite(${sql})`, value: sql };
  return null;
}

/** The rule for a format whose columns have types: ISO days, plain numbers, `true` and `false`. */
export const typedRule = (rule: CastRule): CastRule => ({
  ...plainRule(rule),
  lexical: rule.target === 'date' ? 'datetime' : rule.lexical,
});
