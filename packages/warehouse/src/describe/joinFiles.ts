import { createReadStream } from 'node:fs';
import { wordsOf } from '../identify/nameWords.ts';
import { quoted } from '../sql/quoted.ts';
import { countOf, type Guess, inWords } from './guess.ts';
import { dialectOf } from './sniffText.ts';
import type { DescribeJob, StagedTable } from './stageTable.ts';

/** One table, which may be in several files. */
export interface JoinedFiles {
  readonly tables: readonly StagedTable[];
  readonly guesses: readonly Guess[];
}

/**
 * Joins files of one kind to one table (rule 10.37): they have the same columns and form, and names that share a word or
 * differ in numbers only. Of others with the same columns it is said.
 */
export async function joinFiles(staged: readonly StagedTable[], job: DescribeJob): Promise<JoinedFiles> {
  const groups: StagedTable[][] = [];
  const ascii = await findAscii(staged);
  const guesses: Guess[] = [];
  for (const table of staged) {
    const alike = groups.filter(([first]) => first !== undefined && haveSameColumns(first, table));
    const group = alike.find((members) => members.every((one) => isOneKind(one, table, ascii)));
    if (group !== undefined) group.push(table);
    else groups.push([table]);
    const other = group === undefined ? alike[0]?.[0] : undefined;
    if (other !== undefined) guesses.push(describeAlike(table, other));
  }
  const tables: StagedTable[] = [];
  for (const [number, group] of groups.entries()) {
    const [first, ...more] = group;
    if (first === undefined) continue;
    tables.push(more.length === 0 ? first : await union([first, ...more], { number, job, ascii }));
    if (more.length > 0) guesses.push(describeGroup(group));
  }
  return { tables, guesses };
}

const leastColumns = 2;

function haveSameColumns(one: StagedTable, other: StagedTable): boolean {
  const [names, others] = [one, other].map(({ columns }) => columns.map(({ name }) => name));
  return names !== undefined && names.length >= leastColumns && names.join('\n') === others?.join('\n');
}

const hasHeader = ({ text }: StagedTable): boolean =>
  text === null || text.form.reading.headerRow > 0 || text.form.reading.names !== null;

function isOneKind(one: StagedTable, other: StagedTable, ascii: ReadonlySet<StagedTable>): boolean {
  const types = ({ columns }: StagedTable): string => columns.map(({ fileType }) => fileType).join();
  return (
    hasHeader(one) &&
    hasHeader(other) &&
    (encodingOf(one) === encodingOf(other) || ascii.has(one) || ascii.has(other)) &&
    formOf(one) === formOf(other) &&
    types(one) === types(other) &&
    haveRelatedNames(one.file.path, other.file.path)
  );
}

/** What is said of a resource holds for all of its files. */
const formOf = ({ file, text }: StagedTable): string =>
  text === null ? 'parquet' : JSON.stringify([dialectOf(text.form), /\.tsv(?:\.gz)?$/i.test(file.path)]);

const encodingOf = ({ text }: StagedTable): string => text?.encoding ?? 'none';

/** Of files that seem to be of UTF-8 beside some of windows-1252: those of ASCII, which are of either. */
async function findAscii(staged: readonly StagedTable[]): Promise<ReadonlySet<StagedTable>> {
  const ascii = new Set<StagedTable>();
  if (!staged.some((one) => encodingOf(one) === 'windows-1252')) return ascii;
  for (const one of staged)
    if (one.text?.encoding === 'utf-8' && (await isAscii(one.text.localPath))) ascii.add(one);
  return ascii;
}

async function isAscii(path: string): Promise<boolean> {
  for await (const piece of createReadStream(path))
    if (Buffer.isBuffer(piece) && piece.some((byte) => byte > 127)) return false;
  return true;
}

const wordsOfFile = (path: string): readonly string[] =>
  wordsOf(path.replace(/\.gz$/i, '').replace(/\.[^.]+$/, ''));
const isWord = (word: string): boolean => /\p{L}{2,}/u.test(word);

/** Names that share a word, or hold none: visits_2021 and visits_2022, 2021 and 2022. */
export function haveRelatedNames(one: string, other: string): boolean {
  const words = wordsOfFile(one).filter(isWord);
  const others = wordsOfFile(other).filter(isWord);
  return words.length === 0 ? others.length === 0 : words.some((word) => others.includes(word));
}

async function union(
  group: readonly [StagedTable, ...StagedTable[]],
  {
    number,
    job,
    ascii,
  }: { readonly number: number; readonly job: DescribeJob; readonly ascii: ReadonlySet<StagedTable> },
): Promise<StagedTable> {
  const [first, ...more] = group;
  const sql = quoted(`u${number}`);
  const parts = group.map((table) => `SELECT * FROM ${table.sql}`);
  await job.connection.run(`CREATE TABLE ${sql} AS ${parts.join(' UNION ALL ')}`);
  for (const table of group) await job.connection.run(`DROP TABLE ${table.sql}`);
  const rows = group.reduce((sum, table) => sum + table.rows, 0);
  const { text } = group.find((table) => !ascii.has(table)) ?? first;
  return { ...first, sql, rows, text, more: more.map(({ file }) => file) };
}

function describeGroup(group: readonly StagedTable[]): Guess {
  const [first, ...more] = group;
  const rows = group.map((table) => `${table.file.path} (${countOf(table.rows, 'row')})`);
  return {
    about: first?.file.path ?? '',
    text: `one table in ${inWords(more.length + 1)} files, for their names are related and their columns the same: ${rows.join(', ')}; which of them a row is from is not kept`,
    counterExamples: [],
  };
}

const describeAlike = (table: StagedTable, other: StagedTable): Guess => ({
  about: table.file.path,
  text: `has the same columns as ${other.file.path}; if they are one table, name both in its path`,
  counterExamples: [],
});
