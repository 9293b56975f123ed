import { formatQuantity } from '@atrium/contract/calendar/numerals';
import type { DuckDBConnection } from '@duckdb/node-api';
import { queryRows } from '../../duckdb/results.ts';
import type { FieldPlan, TablePlan } from '../../package/packagePlan.ts';
import type { ProblemKind } from '../../releases/problemKind.ts';
import type { Row } from '../../sql/row.ts';
import type { TableFile } from '../rows/tableFile.ts';
import type { ImportJob } from './importJob.ts';
import { maxExamples } from './problemLog.ts';
import { hasValue, hasValues, requiredKeys, staging } from './staging.ts';
import type { FoundProblem } from './textMeanings.ts';

interface Rows {
  readonly table: TablePlan;
  readonly job: ImportJob;
}

/** Rows with a kind of problem: `from` has them, `n` is their 0-based number in the file. */
interface Search {
  readonly field: FieldPlan | null;
  readonly kind: ProblemKind;
  readonly from: string;
  readonly n: string;
  /** Expression: what an example shows of a row. */
  readonly value: string;
}

/** Counts the rows that have a problem, and takes the first as examples. */
async function findRows(
  connection: DuckDBConnection,
  { field, kind, from, n, value }: Search,
): Promise<readonly FoundProblem[]> {
  const rows = await queryRows(
    connection,
    `SELECT ${n} AS n, ${value} AS value, count(*) OVER () AS total FROM ${from} ORDER BY n LIMIT ${maxExamples}`,
  );
  const [first] = rows;
  const exampleOf = (row: Row) => ({ n: Number(row['n']), value: String(row['value']) });
  return first === undefined
    ? []
    : [{ field, kind, count: Number(first['total']), examples: rows.map(exampleOf) }];
}

/** Rows of a file with more or fewer cells than columns. */
export async function findCellCounts(
  { lines }: TableFile,
  texts: string,
  connection: DuckDBConnection,
): Promise<readonly FoundProblem[]> {
  if (lines.kind === 'counted') return [];
  const from = `${texts} WHERE _cells IS NOT NULL`;
  const search = { field: null, kind: 'cellCount', from, n: 'rowid', value: '_cells' } as const;
  const found = await findRows(connection, search);
  const inWords = (cells: string): string => `${formatQuantity(Number(cells), 'cell')}, not ${lines.width}`;
  return found.map(({ examples, ...problem }) => ({
    ...problem,
    examples: examples.map(({ n, value }) => ({ n, value: inWords(value) })),
  }));
}

interface ListCells {
  readonly field: FieldPlan;
  /** The number of rows before those of the file. */
  readonly before: number;
  readonly texts: string;
  /** The column of the items among the texts, and an expression of the cell. */
  readonly list: string;
  readonly cell: string;
}

/** Cells of a list with fewer or more different values than its field allows. */
export async function findWrongLengths(
  { table, job }: Rows,
  { field, before, texts, list, cell }: ListCells,
): Promise<readonly FoundProblem[]> {
  const { minLength = null, maxLength = null } = field.limits ?? {};
  const values = `SELECT _n, count(*) AS length FROM ${staging.values(table, field)} GROUP BY _n`;
  const from = `${texts} t LEFT JOIN (${values}) v ON v._n = t.rowid + ${before + 1}
    WHERE t.${list} IS NOT NULL AND coalesce(v.length, 0)`;
  const found: FoundProblem[] = [];
  for (const { kind, limit, sign } of [
    { kind: 'tooShort', limit: minLength, sign: '<' },
    { kind: 'tooLong', limit: maxLength, sign: '>' },
  ] as const) {
    if (limit === null) continue;
    const search = { field, kind, from: `${from} ${sign} ${limit}`, n: 't.rowid', value: cell };
    found.push(...(await findRows(job.connection, search)));
  }
  return found;
}

/** Rows behind `before` without a required value or join text. */
export async function findMissing({ table, job }: Rows, before: number): Promise<readonly FoundProblem[]> {
  const keys = requiredKeys(table);
  const found: FoundProblem[] = [];
  const find = async (
    field: FieldPlan,
    kind: ProblemKind,
    [column, list]: [string, string],
  ): Promise<void> => {
    const isMissing = field.delimiter === null ? `${column} IS NULL` : `_n NOT IN (SELECT _n FROM ${list})`;
    const from = `${staging.rows(table)} WHERE _n > ${before} AND ${isMissing}`;
    const search = { field, kind, from, n: `_n - ${before + 1}`, value: "''" };
    found.push(...(await findRows(job.connection, search)));
  };
  for (const field of table.fields) {
    const kind = keys.get(field.name);
    if (field.isRequired && (hasValue(field) || hasValues(field)))
      await find(field, 'required', [staging.value(field), staging.values(table, field)]);
    if (field.isKey && kind !== undefined)
      await find(field, kind, [staging.key(field), staging.keys(table, field)]);
  }
  return found;
}

interface Place {
  /** The 0-based index of the file among those of the table. */
  readonly index: number;
  /** The number of rows before those of the file. */
  readonly before: number;
}

/** Reports problems of staged rows with the lines on which their examples begin. */
export async function reportProblems(
  found: readonly FoundProblem[],
  { table, job }: Rows,
  { index, before }: Place,
): Promise<void> {
  const rows = new Set(found.flatMap(({ examples }) => examples.map(({ n }) => n + before + 1)));
  if (rows.size === 0) return;
  const sql = `SELECT _n, _line FROM ${staging.rows(table)} WHERE _n IN (${[...rows].join(', ')})`;
  const lines = new Map(
    (await queryRows(job.connection, sql)).map((row) => [row['_n'], Number(row['_line'])]),
  );
  const file = table.files[index]?.path ?? '';
  for (const { field, kind, count, examples } of found)
    job.problems.addMany(
      { collection: table.name, field: field?.name ?? null, kind },
      count,
      examples.map(({ n, value }) => ({ file, line: lines.get(n + before + 1) ?? 0, value })),
    );
}
