import { type Concept, codeOfWord, type Dictionary, maxNumberWords, type NumberWord } from '@atrium/engine';
import { queryRows } from '../../duckdb/results.ts';
import { PackageRefused } from '../../package/packageErrors.ts';
import type { FieldPlan, TablePlan } from '../../package/packagePlan.ts';
import type { NumberWordsReport } from '../../releases/importReport.ts';
import { literal } from '../../sql/quoted.ts';
import { boundOf } from '../cast/boundOf.ts';
import { wordMark } from '../cast/parseText.ts';
import type { ImportJob } from './importJob.ts';
import { hasValue, hasValues, staging } from './staging.ts';

/** The words beside the numbers of a concept, and whether all its numbers are whole. */
interface FoundWords {
  readonly words: readonly NumberWord[];
  readonly isWhole: boolean;
  readonly report: NumberWordsReport;
}

/** By the id of the concept. */
export type WordsByConcept = ReadonlyMap<string, FoundWords>;

/** The words of each column of numbers with words, of the rows that have a subject (rule 2.23). */
export async function findNumberWords(job: ImportJob): Promise<WordsByConcept> {
  const found = new Map<string, FoundWords>();
  const faults: string[] = [];
  for (const table of job.plan.tables) {
    for (const field of table.fields) {
      const isStored = hasValue(field) || hasValues(field);
      if (field.concept === null || !isStored || field.rule.target !== 'number_with_categories') continue;
      const counted = await countTexts(table, field, job);
      if (counted.different > maxNumberWords)
        faults.push(
          `resource ${table.name}, field ${field.name}: it has ${counted.different} different texts that are no numbers, more than ${maxNumberWords}; declare it as text`,
        );
      found.set(field.concept.id, wordsOf(table, { ...field, concept: field.concept }, counted));
    }
  }
  if (faults.length > 0) throw new PackageRefused(faults);
  return found;
}

interface CountedTexts {
  readonly numbers: number;
  readonly fractions: number;
  readonly different: number;
  /** At most one more than a concept may have, with the number of rows that hold each. */
  readonly words: readonly { readonly text: string; readonly rows: number }[];
}

async function countTexts(
  table: TablePlan,
  field: FieldPlan,
  { connection }: ImportJob,
): Promise<CountedTexts> {
  const [from, value] = hasValues(field)
    ? [staging.values(table, field), 's.value']
    : [staging.rows(table), `s.${staging.value(field)}`];
  const kept = `${from} s JOIN ${staging.kept(table)} k ON k._n = s._n WHERE ${value} IS NOT NULL`;
  const number = stagedNumber(value);
  const [counts] = await queryRows(
    connection,
    `SELECT count(*) FILTER (WHERE NOT ${isMarked(value)}) AS numbers,
      count(*) FILTER (WHERE ${number} <> trunc(${number})) AS fractions,
      count(DISTINCT ${value}) FILTER (WHERE ${isMarked(value)}) AS different FROM ${kept}`,
  );
  const words = await queryRows(
    connection,
    `SELECT ${stagedWord(value)} AS word, count(*) AS held FROM ${kept} AND ${isMarked(value)}
      GROUP BY 1 ORDER BY 1 LIMIT ${maxNumberWords}`,
  );
  return {
    numbers: Number(counts?.['numbers'] ?? 0),
    fractions: Number(counts?.['fractions'] ?? 0),
    different: Number(counts?.['different'] ?? 0),
    words: words.map((row) => ({ text: String(row['word']), rows: Number(row['held']) })),
  };
}

function wordsOf(
  table: TablePlan,
  { name, rule, concept }: FieldPlan & { readonly concept: Concept },
  { numbers, fractions, words }: CountedTexts,
): FoundWords {
  const isWhole = concept.isInteger && fractions === 0;
  const bound = boundOf(rule, isWhole);
  const found = words.map(({ text, rows }) => ({ text, rows, bound: bound(text) }));
  const rowsOf = (of: typeof found): number => of.reduce((sum, { rows }) => sum + rows, 0);
  const report = {
    field: `${table.name}.${name}`,
    numbers,
    words: rowsOf(found),
    bounds: rowsOf(found.filter((word) => word.bound !== null)),
    different: found.length,
  };
  return { words: found.map(({ text, bound: within }) => ({ text, bound: within })), isWhole, report };
}

/** The dictionary with the words. */
export const withWords = (dictionary: Dictionary, found: WordsByConcept): Dictionary => ({
  ...dictionary,
  concepts: dictionary.concepts.map((concept) => {
    const own = found.get(concept.id);
    return own === undefined
      ? concept
      : { ...concept, words: own.words, isInteger: concept.isInteger && own.isWhole };
  }),
});

/** Expression: a staged value as the release holds it, a number or the code of a word. */
export function storedNumber(value: string, words: readonly NumberWord[]): string {
  const texts = words.map(({ text }) => literal(text)).join(', ');
  const code =
    words.length === 0 ? 'NULL' : `list_position([${texts}], ${stagedWord(value)}) * ${codeOfWord(0)}`;
  return `CASE WHEN ${isMarked(value)} THEN ${code} ELSE ${stagedNumber(value)} END`;
}

const isMarked = (value: string): string => `starts_with(${value}, ${literal(wordMark)})`;

/** Expression: a staged number; null for a word. */
export const stagedNumber = (value: string): string =>
  `(CASE WHEN NOT ${isMarked(value)} THEN TRY_CAST(${value} AS DOUBLE) END)`;

/** Expression: the text of a staged word; null for a number. */
export const stagedWord = (value: string): string =>
  `(CASE WHEN ${isMarked(value)} THEN substr(${value}, ${wordMark.length + 1}) END)`;
