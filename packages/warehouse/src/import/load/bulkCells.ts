import type { DuckDBConnection, DuckDBType } from '@duckdb/node-api';
import { BIGINT, VARCHAR } from '@duckdb/node-api';
import { queryRows } from '../../duckdb/results.ts';
import { createTable } from '../../duckdb/tableWriter.ts';
import type { FieldPlan } from '../../package/packagePlan.ts';
import { type ProblemKind, problemKinds } from '../../release/problemKind.ts';
import { literal } from '../../sql/quoted.ts';
import type { BulkCast } from './bulkColumns.ts';
import { maxExamples } from './problemLog.ts';

/** Cells of one column, or items of its lists, on their way from a table of texts to the staging tables. */
export interface BulkCells {
  readonly field: FieldPlan;
  readonly cast: BulkCast;
  /** Distinguishes the names of columns and tables. */
  readonly name: string;
  readonly type: DuckDBType;
}

/** Names in the table of the texts: the values that SQL has cast, and the texts that are to be parsed. */
export const plainOf = ({ name }: BulkCells): string => `${name}_plain`;
export const oddOf = ({ name }: BulkCells): string => `${name}_odd`;

/** A table of texts: `_rank` orders its rows, `_n` is the 0-based row of the file. */
export interface TextTable {
  readonly name: string;
  readonly rank: string;
  readonly n: string;
}

/** A kind of problem in one field or in rows, with the first rows that have it. */
export interface FoundProblem {
  /** Null where it is the row's. */
  readonly field: FieldPlan | null;
  readonly kind: ProblemKind;
  readonly count: number;
  /** `n`: 0-based row of the file. */
  readonly examples: readonly { readonly n: number; readonly value: string }[];
}

/** What the odd texts of some cells mean. */
export interface Meanings {
  readonly problems: readonly FoundProblem[];
  /** Joins to the table of texts, named `t`. */
  readonly joins: string;
  /** Expression: the value of the cell. */
  readonly valueOf: (cells: BulkCells) => string;
  /** Expression: the whole number of the cell that a number cannot hold, else null. */
  readonly digitsOf: (cells: BulkCells) => string;
  /** Deletes what was made. */
  drop(): Promise<void>;
}

const textsPerTurn = 50_000;

/** Parses each odd text once, and finds the rows whose texts are wrong. */
export async function meaningsOf(
  connection: DuckDBConnection,
  table: TextTable,
  columns: readonly BulkCells[],
  signal: AbortSignal | undefined,
): Promise<Meanings> {
  const odd = await columnsWithOddTexts(connection, table, columns);
  const problems: FoundProblem[] = [];
  for (const cells of odd) {
    if (await parseTexts(connection, table, cells, signal)) {
      problems.push(...(await findProblems(connection, table, cells)));
    }
  }
  const found =
    odd.length * columns.length > mostJoinedCells ? await lookUp(connection, table, odd) : joinsTo(odd);
  return {
    problems,
    joins: found.joins,
    valueOf: (cells) =>
      odd.includes(cells)
        ? `coalesce(t.${plainOf(cells)}, ${found.columnOf(cells, 'value')})`
        : `t.${plainOf(cells)}`,
    digitsOf: (cells) => (odd.includes(cells) ? found.columnOf(cells, 'digits') : 'NULL'),
    drop: async () => {
      for (const made of [...odd.map(meaningTable), ...found.tables])
        await connection.run(`DROP TABLE ${made}`);
    },
  };
}

/** Where the meanings of odd texts are found beside the table of texts, named `t`. */
interface Found {
  readonly joins: string;
  readonly columnOf: (cells: BulkCells, column: 'value' | 'digits') => string;
  /** Made for it, to be dropped. */
  readonly tables: readonly string[];
}

const joinsTo = (odd: readonly BulkCells[]): Found => ({
  joins: odd
    .map((cells) => `LEFT JOIN ${meaningTable(cells)} ON ${meaningTable(cells)}.text = t.${oddOf(cells)}`)
    .join('\n'),
  columnOf: (cells, column) => `${meaningTable(cells)}.${column}`,
  tables: [],
});

/** Every join carries all columns of the table, so that 50 joins of 1,000 columns need more than 3 GB, however few the rows. */
const mostJoinedCells = 2000;
const joinsAtOnce = 8;

/** Looks the meanings up for a few columns at a time, into tables that stand beside the table of texts row by row. */
async function lookUp(
  connection: DuckDBConnection,
  table: TextTable,
  odd: readonly BulkCells[],
): Promise<Found> {
  const tables: string[] = [];
  for (let from = 0; from < odd.length; from += joinsAtOnce) {
    const some = odd.slice(from, from + joinsAtOnce);
    const { joins, columnOf } = joinsTo(some);
    const looked = some.flatMap((cells) =>
      (['value', 'digits'] as const).map((column) => `${columnOf(cells, column)} AS ${cells.name}_${column}`),
    );
    const name = `found_${from}`;
    tables.push(name);
    await connection.run(`CREATE TABLE ${name} AS SELECT ${looked.join(', ')}
      FROM (SELECT rowid AS row, ${some.map(oddOf).join(', ')} FROM ${table.name}) t ${joins} ORDER BY t.row`);
  }
  return {
    joins: tables.map((name) => `POSITIONAL JOIN ${name}`).join('\n'),
    columnOf: ({ name }, column) => `${name}_${column}`,
    tables,
  };
}

const meaningTable = ({ name }: BulkCells): string => `meaning_${name}`;
const problemTable = ({ name }: BulkCells): string => `problem_${name}`;

async function columnsWithOddTexts(
  connection: DuckDBConnection,
  table: TextTable,
  columns: readonly BulkCells[],
): Promise<readonly BulkCells[]> {
  if (columns.length === 0) return [];
  const counts = columns.map((cells, index) => `count(${oddOf(cells)}) AS odd${index}`);
  const [row] = await queryRows(connection, `SELECT ${counts.join(', ')} FROM ${table.name}`);
  return columns.filter((_, index) => Number(row?.[`odd${index}`]) > 0);
}

/** Fills the table of meanings; whether any text is wrong, then the table of problems is there, too. */
async function parseTexts(
  connection: DuckDBConnection,
  table: TextTable,
  cells: BulkCells,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const odd = oddOf(cells);
  await connection.run(
    `CREATE TABLE odd_texts AS SELECT DISTINCT ${odd} AS text FROM ${table.name} WHERE ${odd} IS NOT NULL`,
  );
  const text = { name: 'text', type: VARCHAR };
  const value = { name: 'value', type: cells.type };
  const digits = { name: 'digits', type: BIGINT };
  const meanings = await createTable(connection, {
    path: [meaningTable(cells)],
    columns: [text, value, digits, { name: 'written', type: VARCHAR }],
  });
  const { pattern } = cells.cast;
  const wrong: (readonly [text: string, kind: ProblemKind, value: string])[] = [];
  const total = await countOf(connection, 'odd_texts');
  let parsed = 0;
  for (let from = 0; from < total; from += textsPerTurn) {
    signal?.throwIfAborted();
    const page = `SELECT text FROM odd_texts WHERE rowid >= ${from} AND rowid < ${from + textsPerTurn}`;
    for (const row of await queryRows(connection, page)) {
      const given = String(row['text']);
      const parsedValue = cells.cast.parse(given, (kind, reported) => wrong.push([given, kind, reported]));
      meanings.append(
        given,
        parsedValue,
        parsedValue === null ? null : (cells.cast.largeInteger?.(given) ?? null),
        pattern?.written(given) ?? null,
      );
      parsed++;
    }
  }
  meanings.finish();
  if (parsed !== total) throw new Error(`${parsed} of ${total} texts of ${cells.field.name} were parsed.`);
  await connection.run('DROP TABLE odd_texts');
  if (wrong.length === 0 && pattern === null) return false;
  const columns = [text, { name: 'kind', type: VARCHAR }, { name: 'value', type: VARCHAR }];
  const problems = await createTable(connection, { path: [problemTable(cells)], columns });
  for (const row of wrong) problems.append(...row);
  problems.finish();
  if (pattern !== null)
    await connection.run(`INSERT INTO ${problemTable(cells)} SELECT text, 'patternMismatch', text
      FROM ${meaningTable(cells)} WHERE value IS NOT NULL AND NOT ${pattern.fits('written')}`);
  return true;
}

async function findProblems(
  connection: DuckDBConnection,
  { name, rank, n }: TextTable,
  cells: BulkCells,
): Promise<FoundProblem[]> {
  const wrong = `${name} t JOIN ${problemTable(cells)} p ON p.text = t.${oddOf(cells)}`;
  const counted = await queryRows(
    connection,
    `SELECT p.kind, count(*) AS total FROM ${wrong} GROUP BY p.kind`,
  );
  const totals = new Map(counted.map((row) => [row['kind'], Number(row['total'])]));
  const found: FoundProblem[] = [];
  for (const kind of problemKinds) {
    const count = totals.get(kind);
    if (count === undefined) continue;
    const first = await queryRows(
      connection,
      `SELECT p.value, ${n} AS n FROM ${wrong} WHERE p.kind = ${literal(kind)} ORDER BY ${rank} LIMIT ${maxExamples}`,
    );
    const examples = first.map((row) => ({ n: Number(row['n']), value: String(row['value']) }));
    found.push({ field: cells.field, kind, count, examples });
  }
  await connection.run(`DROP TABLE ${problemTable(cells)}`);
  return found;
}

/** The number of rows of a table. */
export async function countOf(connection: DuckDBConnection, table: string): Promise<number> {
  const [row] = await queryRows(connection, `SELECT count(*) AS rows FROM ${table}`);
  return Number(row?.['rows']);
}
