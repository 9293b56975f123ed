import { always, type RowCondition } from '../../concepts/rowCondition.ts';
import type { Concept } from '../../dictionary/dictionary.ts';
import type { Lookup } from '../../dictionary/lookup.ts';
import type { CohortPlan, SetPlan } from './cohortPlan.ts';

/** The cohort of the one subject with an id of the data (rule 3.30). */
export type OneSubject = Pick<CohortPlan, 'subject'> & { readonly sets: readonly [] };

/** The subject with this id, if there is one; null where the member does not see ids, or they are of another form. */
export function oneSubject(
  id: string,
  { subjectId, concept }: Pick<Lookup, 'subjectId' | 'concept'>,
): OneSubject | null {
  const own = subjectId === undefined ? undefined : concept(subjectId.id);
  const subject = own === undefined ? null : isValue(own, id);
  return subject === null ? null : { subject, sets: [] };
}

function isValue(concept: Concept, id: string): RowCondition | null {
  if (concept.type === 'text' || concept.type === 'category') return { kind: 'oneOf', concept, values: [id] };
  if (concept.type !== 'number') return null;
  const digits = plainNumber(id);
  if (concept.keepsDigits) return isWhole(digits) ? { kind: 'hasDigits', concept, digits: [digits] } : null;
  const number = Number(digits);
  const isExact = /^-?\d{1,15}$/.test(digits) || String(number) === digits;
  return isExact && Number.isFinite(number) ? { kind: 'between', concept, min: number, max: number } : null;
}

/** The same number as it is stored: `007` and `7.0` are 7. */
const plainNumber = (id: string): string =>
  id
    .trim()
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/(?<=^-?\d+)\.0*$/, '')
    .replace(/^-0$/, '0');

/** A whole number of at most 64 bits. */
const isWhole = (id: string): boolean =>
  /^-?\d{1,19}$/.test(id) && BigInt.asIntN(64, BigInt(id)) === BigInt(id);

/** The subjects with these ids. */
export function someSubjects(
  ids: readonly string[],
  lookup: Pick<Lookup, 'subjectId' | 'concept'>,
): OneSubject {
  const conditions = ids.flatMap((id) => oneSubject(id, lookup)?.subject ?? []);
  return { subject: { kind: 'or', conditions }, sets: [] };
}

/** The subject, if it is in the cohort as well. */
export const alsoIn = (one: OneSubject, plan: CohortPlan): CohortPlan => ({ ...one, within: [plan] });

/** The subject, and of the collection of a set the records that meet its conditions, however many it asks for. */
export const withRowsOf = (one: OneSubject, { orGroupId: _, ...set }: SetPlan): CohortPlan => ({
  ...one,
  sets: [{ ...set, count: { operator: 'at least', value: 1 } }],
});

/** Who would be in the cohort without one part of it, and is not (rule 3.31). */
export const nearMisses = (plan: CohortPlan, without: CohortPlan): CohortPlan => ({
  subject: always,
  sets: [],
  within: [without],
  without: [plan],
});
