import { queryRows } from '../duckdb/results.ts';
import { textOfCell } from './cellText.ts';
import { isNamedAfter, keyRank, relationOf } from './columnNames.ts';
import type { ColumnProfile, CountedText } from './columnTexts.ts';
import { countOf, type Guess, inWords, maxCounterExamples } from './guess.ts';
import type { DescribeJob, StagedColumn, StagedTable } from './stageTable.ts';
import type { TypeGuess } from './typeGuess.ts';

/** A column with what is known of it. */
export interface DescribedColumn {
  readonly column: StagedColumn;
  readonly profile: ColumnProfile;
  readonly type: TypeGuess;
  /** Some of its distinct texts. */
  readonly sample: readonly string[];
  /** Those that most rows hold, and usual words for a missing value. */
  readonly frequent: readonly CountedText[];
}

/** A table with a name for its resource, and its columns that can be described. */
export interface DescribedFile {
  readonly name: string;
  readonly staged: StagedTable;
  readonly columns: readonly DescribedColumn[];
  /** Complete columns without a repeated text, the likeliest key first. */
  readonly uniqueColumns: readonly DescribedColumn[];
  readonly primaryKey: DescribedColumn | null;
}

/** A column whose texts are those of a key of another table. */
export interface Link {
  readonly from: DescribedFile;
  readonly column: DescribedColumn;
  readonly to: DescribedFile;
  readonly key: DescribedColumn;
  readonly relation: 'same' | 'related';
  /** Distinct texts of the column that are in the key, and those that are not. */
  readonly contained: number;
  readonly others: number;
  readonly counterExamples: readonly string[];
}

const isUnique = ({ profile }: DescribedColumn): boolean =>
  profile.rows > 0 && profile.distinct === profile.rows;

/** Whether a column may identify rows by its type: not a measured number, a date or a truth value. */
const mayBeKey = ({ type }: DescribedColumn): boolean =>
  ['string', 'integer'].includes(type.field.type ?? 'string') && type.field.missingValues === undefined;

/** Finds the key of a table: a complete column without a repeated text, by its name or as the first column. */
export function findKeys(
  name: string,
  staged: StagedTable,
  columns: readonly DescribedColumn[],
): DescribedFile {
  const rankOf = (one: DescribedColumn): number =>
    keyRank(one.column.name, name) ?? (columns.indexOf(one) === 0 ? 4 : 5);
  const uniqueColumns = columns
    .filter((one) => isUnique(one) && mayBeKey(one))
    .sort((a, b) => rankOf(a) - rankOf(b));
  const [best] = uniqueColumns;
  const primaryKey = best !== undefined && rankOf(best) < 5 ? best : null;
  return { name, staged, columns, uniqueColumns, primaryKey };
}

/** Says which column is the key, which others could be, and which one has only the name of a key. */
export async function describeKeys(file: DescribedFile, job: DescribeJob): Promise<Guess[]> {
  const { primaryKey, uniqueColumns, staged } = file;
  const about = staged.file.path;
  const near = await describeNearKey(file, job);
  if (primaryKey === null && near !== null) return [near];
  if (primaryKey === null) {
    const text = 'no key: no complete column without repetitions has the name of one';
    return [{ about, text, counterExamples: [] }];
  }
  const others = uniqueColumns.filter((one) => one !== primaryKey).map(({ column }) => column.name);
  const also = others.length === 0 ? '' : `; also complete and unique: ${others.join(', ')}`;
  const why = `complete, and no text of it is repeated in ${countOf(staged.rows, 'row')}`;
  const key = { about, text: `key ${primaryKey.column.name}: ${why}${also}`, counterExamples: [] };
  return near === null ? [key] : [key, near];
}

/** A column that is named like the key of its table, and has repeated texts or none in some rows. */
async function describeNearKey(file: DescribedFile, { connection }: DescribeJob): Promise<Guess | null> {
  const { staged } = file;
  const near = file.columns.find(
    (one) => (keyRank(one.column.name, file.name) ?? 9) < 2 && one.profile.filled > 0 && !isUnique(one),
  );
  if (near === undefined) return null;
  const sql = `SELECT v, count(*) OVER () AS repeated FROM (
    SELECT ${textOfCell(near.column)} AS v FROM ${staged.sql} GROUP BY 1 HAVING count(*) > 1)
    WHERE v IS NOT NULL ORDER BY v LIMIT ${maxCounterExamples}`;
  const rows = await queryRows(connection, sql);
  const repeated = countOf(Number(rows[0]?.['repeated'] ?? 0), 'text is', 'texts are');
  const empty = countOf(staged.rows - near.profile.filled, 'row has', 'rows have');
  return {
    about: staged.file.path,
    text: `${near.column.name} is no key, although named like one: ${repeated} repeated, ${empty} none`,
    counterExamples: rows.map(({ v }) => String(v)),
  };
}

/** Links between tables, with the reasons for them and for the links that were not taken. */
export interface FoundLinks {
  readonly links: readonly Link[];
  readonly guesses: readonly Guess[];
}

/**
 * Finds columns with the same or a related name as a key of another table, and counts how many of their texts are in
 * it. A column of the same name is a link where at least half are, one of a related name where all are. A column leads
 * to one table, and a table to another by one column.
 */
export async function findLinks(files: readonly DescribedFile[], job: DescribeJob): Promise<FoundLinks> {
  const counted: Link[] = [];
  for (const from of files) {
    for (const to of files) {
      for (const pair of pairsOf(from, to)) counted.push(await countContained(pair, job));
    }
  }
  const near = counted.filter(isNear);
  const directed = near.filter(
    (link) => !near.some((other) => isReverse(link, other) && isBetter(other, link, files)),
  );
  const byColumn = directed.filter(
    (link) => !directed.some((other) => isRival(link, other) && leadsBetter(other, link, files)),
  );
  const links = byColumn.filter((link) => isChosen(link, byColumn));
  return {
    links,
    guesses: [...links.map(describeLink), ...describeRejected(counted, { near, byColumn, links })],
  };
}

type Pair = Pick<Link, 'from' | 'column' | 'to' | 'key' | 'relation'>;

function pairsOf(from: DescribedFile, to: DescribedFile): Pair[] {
  if (from === to) return [];
  const keys = to.uniqueColumns.filter(
    (key) => key === to.primaryKey || keyRank(key.column.name, to.name) !== null,
  );
  return from.columns.flatMap((column) =>
    keys.flatMap((key) => {
      const relation = relationOf(column.column.name, key.column.name, to.name);
      const isPossible = relation === 'same' || (relation === 'related' && key === to.primaryKey);
      return isPossible && column.profile.filled > 0 ? [{ from, column, to, key, relation }] : [];
    }),
  );
}

/** Counts how many texts of a column are among those of another. */
export async function countContained(pair: Pair, job: DescribeJob): Promise<Link> {
  job.signal?.throwIfAborted();
  const { from, column, to, key } = pair;
  const own = `SELECT DISTINCT ${textOfCell(column.column)} AS v FROM ${from.staged.sql}`;
  const there = `SELECT DISTINCT ${textOfCell(key.column)} AS k FROM ${to.staged.sql}`;
  const joined = `(SELECT v, k FROM (${own}) LEFT JOIN (${there}) ON v = k WHERE v IS NOT NULL)`;
  const [row] = await queryRows(job.connection, `SELECT count(*) AS n, count(k) AS contained FROM ${joined}`);
  const others = `SELECT v FROM ${joined} WHERE k IS NULL ORDER BY v LIMIT ${maxCounterExamples}`;
  const contained = Number(row?.['contained']);
  return {
    ...pair,
    contained,
    others: Number(row?.['n']) - contained,
    counterExamples: (await queryRows(job.connection, others)).map(({ v }) => String(v)),
  };
}

export const isNear = ({ relation, contained, others }: Link): boolean =>
  relation === 'same' ? contained > 0 && contained >= others : contained > 1 && others === 0;

const isReverse = (link: Link, other: Link): boolean => link.from === other.to && link.to === other.from;

/** Of two tables whose keys name each other, the target is the one that they are named after, or else that holds more. */
function isBetter(link: Link, other: Link, files: readonly DescribedFile[]): boolean {
  const share = ({ contained, others }: Link): number => contained / (contained + others);
  const isNamed = ({ to, key }: Link): boolean => isNamedAfter(key.column.name, to.name);
  if (isNamed(link) !== isNamed(other)) return isNamed(link);
  if (share(link) !== share(other)) return share(link) > share(other);
  return isHigher(link, other, files);
}

/**
 * Compares two tables that a column may lead to: first the table that the column is named after, then the longer, then
 * the earlier.
 */
function isHigher(link: Link, other: Link, files: readonly DescribedFile[]): boolean {
  const rank = ({ to, key }: Link) => [
    isNamedAfter(key.column.name, to.name) ? 0 : 1,
    -to.staged.rows,
    files.indexOf(to),
  ];
  const [one, two] = [rank(link), rank(other)];
  const difference = one.map((value, index) => value - (two[index] ?? 0)).find((value) => value !== 0);
  return difference !== undefined && difference < 0;
}

const isRival = (link: Link, other: Link): boolean => link !== other && link.column === other.column;

function leadsBetter(link: Link, other: Link, files: readonly DescribedFile[]): boolean {
  if (link.relation !== other.relation) return link.relation === 'same';
  if (link.others !== other.others) return link.others < other.others;
  return isHigher(link, other, files);
}

/** Whether a link is the one from its table to the other; of several related names none is. */
function isChosen(link: Link, all: readonly Link[]): boolean {
  const between = all.filter(({ from, to }) => from === link.from && to === link.to);
  const same = between.filter(({ relation }) => relation === 'same');
  return same.length > 0 ? same[0] === link : between.length === 1;
}

const aboutLink = ({ from, column }: Link): string => `${from.staged.file.path}: ${column.column.name}`;
const targetOf = ({ to, key }: Link): string => `${to.staged.file.path}: ${key.column.name}`;
const countsOf = ({ contained, others }: Link): string =>
  `${inWords(contained)} of ${countOf(contained + others, 'distinct text')} are in that key`;

export const describeLink = (link: Link): Guess => ({
  about: aboutLink(link),
  text: `link to ${targetOf(link)}: ${link.relation === 'same' ? 'the same name' : 'a related name'}, and ${countsOf(link)}${
    link.others === 0 ? '' : `; rows with other texts are skipped, or linked to nothing`
  }`,
  counterExamples: link.counterExamples,
});

interface Stages {
  readonly near: readonly Link[];
  readonly byColumn: readonly Link[];
  readonly links: readonly Link[];
}

function describeRejected(counted: readonly Link[], { near, byColumn, links }: Stages): Guess[] {
  const tooFew = counted.filter((link) => link.relation === 'same' && !near.includes(link));
  const surplus = byColumn.filter((link) => !links.includes(link));
  return [
    ...tooFew.map((link) => ({
      about: aboutLink(link),
      text: `no link to ${targetOf(link)}: the same name, but only ${countsOf(link)}`,
      counterExamples: link.counterExamples,
    })),
    ...surplus.map((link) => ({
      about: aboutLink(link),
      text: `no link to ${targetOf(link)}, although ${countsOf(link)}: several columns could lead there, and one may`,
      counterExamples: [],
    })),
  ];
}
