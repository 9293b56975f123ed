import type { DuckDBConnection } from '@duckdb/node-api';
import { queryRows } from '../duckdb/results.ts';
import { sampledValues } from '../identify/findIdentifier.ts';
import { literal } from '../sql/quoted.ts';
import { maxCounterExamples } from './guess.ts';
import type { DescribeJob, StagedColumn, StagedTable } from './stageTable.ts';

/** A text that often means "no value", and the number of rows that hold it. */
export interface Marker {
  readonly text: string;
  readonly rows: number;
}

/** The distinct texts of a column, blanks around them aside, counted in all rows. */
export interface ColumnProfile {
  /** Rows of the table. */
  readonly rows: number;
  /** Rows with text. */
  readonly filled: number;
  readonly distinct: number;
  readonly longest: number;
  /** Markers in words, such as `NA`. */
  readonly words: readonly Marker[];
  /** Markers in figures, such as `-99`. */
  readonly codes: readonly Marker[];
  /** What follows is about the distinct texts that are no marker. */
  readonly values: number;
  readonly first: string;
  readonly last: string;
  /** Without regard to case. */
  readonly folded: readonly [count: number, first: string, last: string];
  readonly integers: number;
  readonly padded: number;
  readonly decimals: number;
  /** Of digits, signs, points, commas and exponents only. */
  readonly numerals: number;
  /** The least and the greatest of the numbers; null where there is none. */
  readonly range: readonly [low: number, high: number] | null;
}

/** How many texts meet a condition, and some that do not. */
export interface TestResult {
  readonly fits: number;
  readonly counterExamples: readonly string[];
}

export interface ColumnTexts {
  readonly profile: ColumnProfile;
  /** Tests all distinct texts, markers aside; the condition is about the text `v`. */
  test(condition: string): Promise<TestResult>;
  /** Some of the distinct texts, markers aside. */
  sample(): Promise<readonly string[]>;
  /** What the distinct texts, markers aside, are made of when they are split. */
  items(delimiter: string): Promise<ItemCounts>;
}

export interface ItemCounts {
  readonly items: number;
  readonly distinct: number;
  readonly longest: number;
  readonly empty: number;
}

const words = ['na', 'n/a', '#n/a', 'nan', 'null', 'nil', 'none', 'missing', 'unknown', '-', '--', '.', '?'];
const codes = ['-9', '-99', '-999', '-9999', '999', '9999', '99999'];
const listed = (texts: readonly string[]): string => texts.map(literal).join(', ');

const blanks = literal(' \t\r\n\u00a0\ufeff');

/** The text of a cell without the blanks around it; null where nothing is left (rule 10.3). */
export const textOfCell = (column: StagedColumn): string => `nullif(trim(${column.sql}, ${blanks}), '')`;

export const pattern = {
  integer: String.raw`[+-]?\d{1,15}`,
  padded: String.raw`[+-]?0\d+`,
  decimal: String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?`,
  numeral: String.raw`[+-]?[\d.,]*\d[\d.,]*(?:[eE][+-]?\d{1,3})?`,
} as const;

/** Whether the whole text `v` is like a pattern. */
export const isLike = (source: string): string => `regexp_full_match(v, ${literal(source)})`;

const scratch = 'texts';

/** Counts the texts of a column; what it returns can be asked until the next column is opened. */
export async function openColumn(
  table: StagedTable,
  column: StagedColumn,
  { connection }: DescribeJob,
): Promise<ColumnTexts> {
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${scratch} AS
    SELECT v, n, CASE WHEN lower(v) IN (${listed(words)}) THEN 'word' WHEN v IN (${listed(codes)}) THEN 'code' ELSE 'value' END AS kind
    FROM (SELECT ${textOfCell(column)} AS v, count(*) AS n FROM ${table.sql} GROUP BY 1) WHERE v IS NOT NULL`);
  const aggregate = async (list: string) => {
    const [row] = await queryRows(connection, `SELECT ${list} FROM ${scratch}`);
    return row ?? {};
  };
  const found = await aggregate(profileList);
  const values = Number(found['d']);
  const distinct = Number(found['distinct']);
  const markers = distinct === values ? [] : await queryMarkers(connection);
  return {
    profile: {
      ...profileOf(found),
      rows: table.rows,
      distinct,
      words: markers.filter(({ kind }) => kind === 'word'),
      codes: markers.filter(({ kind }) => kind === 'code'),
    },
    test: async (condition) => {
      const counted = await aggregate(`count(*) FILTER (WHERE ${isValue} AND ${condition}) AS fits`);
      const sql = `SELECT v FROM ${scratch} WHERE kind = 'value' AND (${condition}) IS NOT TRUE ORDER BY n DESC, v LIMIT ${maxCounterExamples}`;
      const others = await queryRows(connection, sql);
      return { fits: Number(counted['fits']), counterExamples: others.map(({ v }) => String(v)) };
    },
    sample: async () => {
      const sql = `SELECT v FROM ${scratch} WHERE ${isValue} ORDER BY hash(v), v LIMIT ${sampledValues}`;
      return (await queryRows(connection, sql)).map(({ v }) => String(v));
    },
    items: async (delimiter) => {
      const sql = `SELECT count(*) AS items, count(DISTINCT i) AS d, max(length(i)) AS longest, count(*) FILTER (WHERE i = '') AS empty
        FROM (SELECT trim(unnest(string_split(v, ${literal(delimiter)}))) AS i FROM ${scratch} WHERE kind = 'value')`;
      const [row] = await queryRows(connection, sql);
      const count = (key: string): number => Number(row?.[key] ?? 0);
      return {
        items: count('items'),
        distinct: count('d'),
        longest: count('longest'),
        empty: count('empty'),
      };
    },
  };
}

async function queryMarkers(connection: DuckDBConnection) {
  const sql = `SELECT v, n, kind FROM ${scratch} WHERE NOT ${isValue} ORDER BY n DESC, v`;
  const rows = await queryRows(connection, sql);
  return rows.map(({ v, n, kind }) => ({ text: String(v), rows: Number(n), kind: String(kind) }));
}

const isValue = `(kind = 'value')`;
const ofValues = (aggregate: string): string => `${aggregate} FILTER (WHERE ${isValue})`;

const profileList = [
  'count(*) AS "distinct"',
  'sum(n) AS filled',
  'max(length(v)) AS longest',
  `${ofValues('count(*)')} AS d`,
  `${ofValues('min(v)')} AS first`,
  `${ofValues('max(v)')} AS last`,
  `${ofValues('count(DISTINCT lower(v))')} AS folded`,
  `${ofValues('min(lower(v))')} AS folded_first`,
  `${ofValues('max(lower(v))')} AS folded_last`,
  ...(['integer', 'padded', 'decimal', 'numeral'] as const).map(
    (name) => `count(*) FILTER (WHERE ${isValue} AND ${isLike(pattern[name])}) AS ${name}s`,
  ),
  `${ofValues('min(try_cast(v AS DOUBLE))')} AS low`,
  `${ofValues('max(try_cast(v AS DOUBLE))')} AS high`,
].join(', ');

function profileOf(row: Readonly<Record<string, unknown>>) {
  const text = (key: string): string => String(row[key] ?? '');
  const count = (key: string): number => Number(row[key] ?? 0);
  const hasRange = typeof row['low'] === 'number' && typeof row['high'] === 'number';
  return {
    filled: count('filled'),
    longest: count('longest'),
    values: count('d'),
    first: text('first'),
    last: text('last'),
    folded: [count('folded'), text('folded_first'), text('folded_last')] as const,
    integers: count('integers'),
    padded: count('paddeds'),
    decimals: count('decimals'),
    numerals: count('numerals'),
    range: hasRange ? ([count('low'), count('high')] as const) : null,
  };
}
