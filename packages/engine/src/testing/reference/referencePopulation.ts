import type { PlainRow } from '../plainRelease.ts';
import { matchingRows, type ReferenceContext, referenceSubjects } from './referenceCohort.ts';
import { conceptOf, rootOf, rowsOfSubject, type Scalar, valuesOf } from './referenceRows.ts';

/** A request for a concept: the subjects, and the prefilter value of the rows. */
export interface ReferenceQuestion extends ReferenceContext {
  readonly conceptId: string;
  readonly prefilterValue: string | null;
  /** Entry id of a set, `new` for all rows, or undefined for those of any set (rule 4.13). */
  readonly criteriaSet?: string | undefined;
}

/** A row of one subject of the cohort; a row shared by two subjects stands here twice. */
export interface DescribedRow {
  readonly subject: string;
  readonly row: PlainRow;
  readonly values: readonly Scalar[];
}

/**
 * The subject's rows that the cohort shows: those in any of its sets on the collection, all of them when it has none
 * there. Sets of 0 rows and those about relatives do not count as such (rule 4.2).
 */
export function shownRows(
  collectionId: string,
  subject: string,
  context: ReferenceContext,
): readonly PlainRow[] {
  const rows = rowsOfSubject(context.release, collectionId, subject).map(({ row }) => row);
  if (collectionId === rootOf(context.release).id) return rows;
  const sets = context.definition.filter(
    (set) => set.collectionId === collectionId && set.countRule?.value !== 0 && set.about === undefined,
  );
  if (sets.length === 0) return rows;
  const shown = sets.flatMap((set) => matchingRows(set, subject, context).map(({ row }) => row));
  return rows.filter((row) => shown.includes(row));
}

/** The rows of one set of the collection, whatever it counts; all for a new one; else those that the cohort shows. */
function rowsOfSet(
  { collectionId, criteriaSet }: { readonly collectionId: string; readonly criteriaSet: string | undefined },
  subject: string,
  context: ReferenceContext,
): readonly PlainRow[] {
  const set = context.definition.find(
    (one) => one.entryId === criteriaSet && one.collectionId === collectionId && one.about === undefined,
  );
  const isNamed = set !== undefined && collectionId !== rootOf(context.release).id;
  if (isNamed) return matchingRows(set, subject, context).map(({ row }) => row);
  return shownRows(collectionId, subject, criteriaSet === 'new' ? { ...context, definition: [] } : context);
}

/** Every row that a concept's statistics are about, for each subject of the cohort that has it (rule 4.1). */
export function describedRows(question: ReferenceQuestion): readonly DescribedRow[] {
  const { release, conceptId, prefilterValue, criteriaSet } = question;
  const { concept, collection } = conceptOf(release, conceptId);
  const hasPrefilterValue = (row: PlainRow): boolean =>
    prefilterValue === null ||
    valuesOf(row, concept.prefilter?.conceptId ?? '').some((value) => value === prefilterValue);
  return cohortSubjects(question).flatMap((subject) =>
    rowsOfSet({ collectionId: collection.id, criteriaSet }, subject, question)
      .filter(hasPrefilterValue)
      .map((row) => ({ subject, row, values: valuesOf(row, conceptId) })),
  );
}

export const cohortSubjects = ({ release, definition, today }: ReferenceContext): readonly string[] =>
  referenceSubjects(release, definition, today);
