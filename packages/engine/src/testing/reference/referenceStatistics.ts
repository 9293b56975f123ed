import {
  cohortSubjects,
  type DescribedRow,
  describedRows,
  type ReferenceQuestion,
} from './referencePopulation.ts';
import { conceptOf, type Scalar } from './referenceRows.ts';

const distinct = <T>(items: readonly T[]): number => new Set(items).size;
export const rowCount = (rows: readonly DescribedRow[]): number => distinct(rows.map(({ row }) => row));
export const subjectCount = (rows: readonly DescribedRow[]): number =>
  distinct(rows.map(({ subject }) => subject));

/** By code point, which is how every engine shall sort text. */
export const byCodePoint = (one: string, other: string): number =>
  one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other));

const shown = (value: Scalar): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value);

/** `value entries subjects`, most entries first, ties by value (rules 4.3 and 4.7). */
export function referenceChoice(question: ReferenceQuestion): readonly string[] {
  const rows = describedRows(question);
  const isListed = (value: Scalar): boolean => !hasWords(question) || typeof value === 'string';
  const values = [...new Set(rows.flatMap((row) => row.values))].filter(isListed);
  return values
    .map((value) => {
      const having = rows.filter((row) => row.values.includes(value));
      return { value: shown(value), entries: rowCount(having), subjects: subjectCount(having) };
    })
    .toSorted((one, other) => other.entries - one.entries || byCodePoint(one.value, other.value))
    .map(({ value, entries, subjects }) => `${value} ${entries} ${subjects}`);
}

const hasWords = ({ release, conceptId }: ReferenceQuestion): boolean =>
  conceptOf(release, conceptId).concept.type === 'number_with_categories';

/** Rows without a value, and subjects of the cohort without any, with or without rows (rule 4.5). */
export function referenceMissing(question: ReferenceQuestion): { entries: number; subjects: number } {
  const rows = describedRows(question);
  const without = cohortSubjects(question).filter(
    (subject) => !rows.some((row) => row.subject === subject && row.values.length > 0),
  );
  return { entries: rowCount(rows.filter(({ values }) => values.length === 0)), subjects: without.length };
}

/** Each value of each row once, however many subjects share the row. */
export function referenceValues(question: ReferenceQuestion): readonly Scalar[] {
  const byRow = new Map(describedRows(question).map(({ row, values }) => [row, values]));
  return [...byRow.values()].flat();
}

export interface ReferenceSummary {
  readonly count: number;
  readonly subjects: number;
  readonly min: Scalar | null;
  readonly max: Scalar | null;
  readonly avg: number | null;
}

/** The same without words beside numbers (rule 4.15). */
export const referenceMeasures = (question: ReferenceQuestion): readonly Scalar[] =>
  referenceValues(question).filter((value) => isMeasure(value, question));

const isMeasure = (value: Scalar, question: ReferenceQuestion): boolean =>
  !hasWords(question) || typeof value === 'number';

/** Count, subjects, bounds and mean of the (row, value) pairs (rule 4.4); dates have no mean. */
export function referenceSummary(question: ReferenceQuestion): ReferenceSummary {
  const values = referenceMeasures(question);
  const sorted = values.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  const sum = values.reduce<number>((total, value) => total + Number(value), 0);
  return {
    count: values.length,
    subjects: subjectCount(
      describedRows(question).filter((row) => row.values.some((value) => isMeasure(value, question))),
    ),
    min: sorted[0] ?? null,
    max: sorted.at(-1) ?? null,
    avg:
      values.length === 0 || values.some((value) => typeof value === 'string') ? null : sum / values.length,
  };
}

/** Distinct texts that hold the search in any case, or match it as `/…/`, by code point (rule 4.9). */
export function referenceTexts(question: ReferenceQuestion, search: string): readonly string[] {
  const texts = [...new Set(referenceValues(question).map(String))].toSorted(byCodePoint);
  if (!/^\/.+\/$/.test(search))
    return texts.filter((text) => text.toLowerCase().includes(search.toLowerCase()));
  const pattern = new RegExp(search.slice(1, -1));
  return texts.filter((text) => pattern.test(text));
}
