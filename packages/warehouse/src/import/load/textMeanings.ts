import type { DuckDBConnection, DuckDBType } from '@duckdb/node-api';
import { BIGINT, VARCHAR } from '@duckdb/node-api';
import { queryRows } from '../../duckdb/results.ts';
import { createTable } from '../../duckdb/tableWriter.ts';
import type { FieldPlan } from '../../package/packagePlan.ts';
import { type ProblemKind, problemKinds } from '../../releases/problemKind.ts';
import { literal } from '../../sql/quoted.ts';
import type { ColumnCast } from './columnCasts.ts';
import { maxExamples } from './problemLog.ts';

/** Cells of one column, or items of its lists, on their way from a table of texts to the staging tables. */
export interface ColumnCells {
  readonly field: FieldPlan;
  readonly cast: ColumnCast;
  /** Distinguishes the names of columns and tables. */
  readonly name: string;
  readonly type: DuckDBType;
}

/** Names in the table of the texts: the values that SQL has cast, and the texts that are to be parsed. */
export const obviousOf = ({ name }: ColumnCells): string => `${name}_obvious`;
export const unparsedOf = ({ name }: ColumnCells): string => `${name}_unparsed`;

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

/** What the unparsed texts of some cells mean. */
export interface Meanings {
  readonly problems: readonly FoundProblem[];
  /** Joins to the table of texts, named `t`. */
  readonly joins: string;
  /** Expression: the value of the cell. */
  readonly valueOf: (cells: ColumnCells) => string;
  /** Expression: the whole number of the cell that a number cannot hold, else null. */
  readonly digitsOf: (cells: ColumnCells) => string;
  /** Deletes what was made. */
  drop(): Promise<void>;
}

const textsPerTurn = 50_000;

/** Parses each text that SQL has not cast once, and finds the rows whose texts are wrong. */
export async function meaningsOf(
  connection: DuckDBConnection,
  table: TextTable,
  columns: readonly ColumnCells[],
  signal: AbortSignal | undefined,
): Promise<Meanings> {
  const parsed = await columnsToParse(connection, table, columns);
  const problems: FoundProblem[] = [];
  for (const cells of parsed) {
    if (await parseTexts(connection, table, cells, signal)) {
      problems.push(...(await findProblems(connection, table, cells)));
    }
  }
  const found =
    parsed.length * columns.length > maxJoinedCells
      ? await lookUp(connection, table, parsed)
      : joinsTo(parsed);
  return {
    problems,
    joins: found.joins,
    valueOf: (cells) =>
      parsed.includes(cells)
        ? `coalesce(t.${obviousOf(cells)}, ${found.columnOf(cells, 'value')})`
        : `t.${obviousOf(cells)}`,
    digitsOf: (cells) => (parsed.includes(cells) ? found.columnOf(cells, 'digits') : 'NULL'),
    drop: async () => {
      for (const made of [...parsed.map(meaningTable), ...found.tables])
        await connection.run(`DROP TABLE ${made}`);
    },
  };
}

/** Where the meanings of parsed texts are found beside the table of texts, named `t`. */
interface Found {
  readonly joins: string;
  readonly columnOf: (cells: ColumnCells, column: 'value' | 'digits') => string;
  /** Made for it, to be dropped. */
  readonly tables: readonly string[];
}

const joinsTo = (parsed: readonly ColumnCells[]): Found => ({
  joins: parsed
    .map(
      (cells) => `LEFT JOIN ${meaningTable(cells)} ON ${meaningTable(cells)}.text = t.${unparsedOf(cells)}`,
    )
    .join('\n'),
  columnOf: (cells, column) => `${meaningTable(cells)}.${column}`,
  tables: [],
});

/** Every join carries all columns of the table, so that 50 joins of 1,000 columns need more than 3 GB, however few the rows. */
const maxJoinedCells = 2000;
const joinsAtOnce = 8;

/** Looks the meanings up for a few columns at a time, into tables that stand beside the table of texts row by row. */
async function lookUp(
  connection: DuckDBConnection,
  table: TextTable,
  parsed: readonly ColumnCells[],
): Promise<Found> {
  const tables: string[] = [];
  for (let from = 0; from < parsed.length; from += joinsAtOnce) {
    const some = parsed.slice(from, from + joinsAtOnce);
    const { joins, columnOf } = joinsTo(some);
    const looked = some.flatMap((cells) =>
      (['value', 'digits'] as const).map((column) => `${columnOf(cells, column)} AS ${cells.name}_${column}`),
    );
    const name = `found_${from}`;
    tables.push(name);
    await connection.run(`CREATE TABLE ${name} AS SELECT ${looked.join(', ')}
      FROM (SELECT rowid AS row, ${some.map(unparsedOf).join(', ')} FROM ${table.name}) t ${joins} ORDER BY t.row`);
  }
  return {
    joins: tables.map((name) => `POSITIONAL JOIN ${name}`).join('\n'),
    columnOf: ({ name }, column) => `${name}_${column}`,
    tables,
  };
}

const meaningTable = ({ name }: ColumnCells): string => `meaning_${name}`;
const problemTable = ({ name }: ColumnCells): string => `problem_${name}`;

async function columnsToParse(
  connection: DuckDBConnection,
  table: TextTable,
  columns: readonly ColumnCells[],
): Promise<readonly ColumnCells[]> {
  if (columns.length === 0) return [];
  const counts = columns.map((cells, index) => `count(${unparsedOf(cells)}) AS unparsed${index}`);
  const [row] = await queryRows(connection, `SELECT ${counts.join(', ')} FROM ${table.name}`);
  return columns.filter((_, index) => Number(row?.[`unparsed${index}`]) > 0);
}

/** Fills the table of meanings; whether any text is wrong, then the table of problems is there, too. */
async function parseTexts(
  connection: DuckDBConnection,
  table: TextTable,
  cells: ColumnCells,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const unparsed = unparsedOf(cells);
  await connection.run(
    `CREATE TABLE unparsed_texts AS SELECT DISTINCT ${unparsed} AS text FROM ${table.name} WHERE ${unparsed} IS NOT NULL`,
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
  const total = await countOf(connection, 'unparsed_texts');
  let parsed = 0;
  for (let from = 0; from < total; from += textsPerTurn) {
    signal?.throwIfAborted();
    const page = `SELECT text FROM unparsed_texts WHERE rowid >= ${from} AND rowid < ${from + textsPerTurn}`;
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
  await connection.run('DROP TABLE unparsed_texts');
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
  cells: ColumnCells,
): Promise<FoundProblem[]> {
  const wrong = `${name} t JOIN ${problemTable(cells)} p ON p.text = t.${unparsedOf(cells)}`;
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
