import type { DuckDBConnection } from '@duckdb/node-api';
import { queryRows } from '../duckdb/results.ts';
import { sampledValues } from '../identify/findIdentifier.ts';
import { literal } from '../sql/quoted.ts';
import { textOfCell } from './cellText.ts';
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
  /** Rows that hold them. */
  readonly valueCells: number;
  readonly first: string;
  readonly last: string;
  /** Without regard to case. */
  readonly folded: readonly [count: number, first: string, last: string];
  readonly integers: number;
  /** Numerals that begin with a 0 before another figure. */
  readonly padded: number;
  /** Numerals as those of codes: `1E5`. */
  readonly exponents: number;
  readonly decimals: number;
  /** Of digits, signs, points, commas and exponents only. */
  readonly numerals: number;
  /** The least and the greatest of the numbers; null where there is none. */
  readonly range: readonly [low: number, high: number] | null;
}

/** How many texts meet a condition. */
export interface FitCount {
  readonly fits: number;
  /** The rows that hold them. */
  readonly cells: number;
}

/** The same, with some texts that do not meet it. */
export interface TestResult extends FitCount {
  readonly counterExamples: readonly string[];
}

export interface ColumnTexts {
  readonly profile: ColumnProfile;
  /** Tests all distinct texts, markers aside; the condition is about the text `v`. */
  test(condition: string): Promise<TestResult>;
  /** The same without counter-examples, which take a statement of their own. */
  count(condition: string): Promise<FitCount>;
  /** How many distinct texts, markers aside, meet each of the conditions, of which there is one at least. */
  countEach(conditions: readonly string[]): Promise<readonly number[]>;
  /**
   * Distinct texts that meet the condition by what an expression makes of them: groups of at least so many texts, the
   * largest first.
   */
  groups(expression: string, where: { condition: string; least: number }): Promise<readonly TextGroup[]>;
  /** Rows whose cell has blanks around its text. */
  padded(): Promise<number>;
  /** All distinct texts, markers among them, with their rows. */
  eachPage(take: (texts: readonly CountedText[]) => void): Promise<void>;
  /** The markers, and the texts that most rows hold; none of them is long. */
  frequent(): Promise<readonly CountedText[]>;
  /** Some of the distinct texts, markers aside. */
  sample(): Promise<readonly string[]>;
  /** What the distinct texts, markers aside, are made of when they are split. */
  items(delimiter: string): Promise<ItemCounts>;
}

export interface CountedText {
  readonly text: string;
  readonly rows: number;
}

export interface TextGroup {
  readonly key: string;
  readonly texts: number;
  readonly cells: number;
  readonly examples: readonly string[];
}

export interface ItemCounts {
  readonly items: number;
  readonly distinct: number;
  readonly longest: number;
  readonly empty: number;
  /** Distinct items that stand at the begin of some texts and later in others. */
  readonly moving: number;
  /** Items with two letters side by side. */
  readonly words: number;
  /** Texts that hold an item twice. */
  readonly repeating: number;
}

const maxGroups = 1000;
const textsOfPage = 20_000;
const maxExamples = 12;
const maxFrequent = 30;
const maxFrequentLength = 100;
const words = ['na', 'n/a', '#n/a', 'nan', 'null', 'nil', 'none', 'missing', 'unknown', '-', '--', '.', '?'];
const codes = ['-9', '-99', '-999', '-9999', '999', '9999', '99999'];
const listed = (texts: readonly string[]): string => texts.map(literal).join(', ');

export const pattern = {
  integer: String.raw`[+-]?\d{1,15}`,
  padded: String.raw`[+-]?0\d[\d.,]*`,
  exponent: String.raw`[+-]?[\d.]+E\d+`,
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
  const count = async (condition: string): Promise<FitCount> => {
    const met = `FILTER (WHERE ${isValue} AND (${condition}))`;
    const counted = await aggregate(`count(*) ${met} AS fits, sum(n) ${met} AS cells`);
    return { fits: Number(counted['fits']), cells: Number(counted['cells'] ?? 0) };
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
      const counted = await count(condition);
      if (counted.fits === values) return { ...counted, counterExamples: [] };
      const sql = `SELECT v FROM ${scratch} WHERE kind = 'value' AND (${condition}) IS NOT TRUE ORDER BY n DESC, v LIMIT ${maxCounterExamples}`;
      const others = await queryRows(connection, sql);
      return { ...counted, counterExamples: others.map(({ v }) => String(v)) };
    },
    count,
    countEach: async (conditions) => {
      const list = conditions.map(
        (condition, index) => `count(*) FILTER (WHERE ${isValue} AND (${condition})) AS c${index}`,
      );
      const counted = await aggregate(list.join(', '));
      return conditions.map((_, index) => Number(counted[`c${index}`]));
    },
    groups: async (expression, { condition, least }) => {
      const sql = `WITH keyed AS (SELECT v, n, ${expression} AS k FROM ${scratch} WHERE ${isValue} AND (${condition})),
          large AS (SELECT k FROM keyed WHERE k IS NOT NULL GROUP BY k HAVING count(*) >= ${least})
        SELECT k, count(*) AS texts, sum(n) AS cells, list(v ORDER BY n DESC, v)[:${maxExamples}] AS examples
        FROM keyed SEMI JOIN large USING (k) GROUP BY k ORDER BY texts DESC, cells DESC, k LIMIT ${maxGroups}`;
      return (await queryRows(connection, sql)).map(({ k, texts, cells, examples }) => ({
        key: String(k),
        texts: Number(texts),
        cells: Number(cells),
        examples: Array.isArray(examples) ? examples.map(String) : [],
      }));
    },
    padded: async () => {
      const sql = `SELECT count(*) AS n FROM ${table.sql} WHERE ${column.sql} <> ${textOfCell(column)}`;
      return Number((await queryRows(connection, sql))[0]?.['n']);
    },
    eachPage: async (take) => {
      for (let from = 0; from < distinct; from += textsOfPage) {
        const sql = `SELECT v, n FROM ${scratch} WHERE rowid >= ${from} AND rowid < ${from + textsOfPage}`;
        take((await queryRows(connection, sql)).map(countedText));
      }
    },
    frequent: async () => {
      const sql = `SELECT v, n FROM ${scratch} WHERE length(v) <= ${maxFrequentLength}
        ORDER BY kind = 'value', n DESC, v LIMIT ${maxFrequent}`;
      return (await queryRows(connection, sql)).map(countedText);
    },
    sample: async () => {
      const sql = `SELECT v FROM ${scratch} WHERE ${isValue} ORDER BY hash(v), v LIMIT ${sampledValues}`;
      return (await queryRows(connection, sql)).map(({ v }) => String(v));
    },
    items: (delimiter) => countItems(delimiter, connection),
  };
}

/** Counts the items of the texts that are values. */
async function countItems(delimiter: string, connection: DuckDBConnection): Promise<ItemCounts> {
  const split = `string_split(v, ${literal(delimiter)})`;
  const sql = `SELECT count(*) AS items, count(DISTINCT i) AS d, max(length(i)) AS longest, count(*) FILTER (WHERE i = '') AS empty,
      count(DISTINCT i) FILTER (WHERE i IN (SELECT trim(${split}[1]) FROM ${scratch} WHERE kind = 'value') AND nth > 1) AS moving,
      count(*) FILTER (WHERE regexp_matches(i, '\\pL\\pL')) AS words,
      (SELECT count(*) FROM ${scratch} WHERE kind = 'value' AND len(list_distinct(${split})) < len(${split})) AS repeating
    FROM (SELECT trim(unnest(${split})) AS i, generate_subscripts(${split}, 1) AS nth FROM ${scratch} WHERE kind = 'value')`;
  const [row] = await queryRows(connection, sql);
  const count = (key: string): number => Number(row?.[key] ?? 0);
  return {
    items: count('items'),
    distinct: count('d'),
    longest: count('longest'),
    empty: count('empty'),
    moving: count('moving'),
    words: count('words'),
    repeating: count('repeating'),
  };
}

const countedText = ({ v, n }: Readonly<Record<string, unknown>>): CountedText => ({
  text: String(v),
  rows: Number(n),
});

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
  `${ofValues('sum(n)')} AS value_cells`,
  `${ofValues('min(v)')} AS first`,
  `${ofValues('max(v)')} AS last`,
  `${ofValues('count(DISTINCT lower(v))')} AS folded`,
  `${ofValues('min(lower(v))')} AS folded_first`,
  `${ofValues('max(lower(v))')} AS folded_last`,
  ...(['integer', 'padded', 'exponent', 'decimal', 'numeral'] as const).map(
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
    valueCells: count('value_cells'),
    first: text('first'),
    last: text('last'),
    folded: [count('folded'), text('folded_first'), text('folded_last')] as const,
    integers: count('integers'),
    padded: count('paddeds'),
    exponents: count('exponents'),
    decimals: count('decimals'),
    numerals: count('numerals'),
    range: hasRange ? ([count('low'), count('high')] as const) : null,
  };
}
