import type { ComparedConcept } from '@atrium/contract/endpoints/comparison';
import {
  type AxisPlan,
  bucketLabel,
  type CohortPlan,
  type Concept,
  compareNumbers,
  compareShares,
  kindOf,
  type ValueCount,
  wordOf,
} from '@atrium/engine';
import type { RowValue } from '@atrium/warehouse';
import { isSingle } from './comparable.ts';
import type { OpenGroups } from './openGroups.ts';

/** Of more values, those with the most subjects are listed. */
export const maxListedValues = 20;

export interface GroupsToDescribe extends OpenGroups {
  readonly sizes: readonly number[];
  readonly areApart: boolean;
  /** Distinct subjects by the values of a concept; null is no value. */
  readonly cells: (
    axis: AxisPlan,
    plan: CohortPlan,
  ) => Promise<readonly Readonly<Record<string, RowValue>>[]>;
  readonly countMissing: (concept: Concept, plan: CohortPlan) => Promise<number>;
}

type Key = string | number | boolean | null;
type Counts = ReadonlyMap<Key, number>;

/** What the figures of a concept are made of: subjects by value and without one, by group. */
export interface CountedConcept {
  readonly axis: AxisPlan;
  readonly isSingle: boolean;
  readonly missing: readonly number[];
  /** Of numbers and ages with one value a subject. */
  readonly numbers: readonly (readonly ValueCount[])[] | null;
  /** Each value with its subjects; beside numbers their words. */
  readonly values: readonly { readonly label: string; readonly subjects: number[] }[];
}

/** One concept of Table 1 (rules 17.3 to 17.6). */
export const compareConcept = async (axis: AxisPlan, given: GroupsToDescribe): Promise<ComparedConcept> =>
  describeConcept(await countConcept(axis, given), given);

export async function countConcept(axis: AxisPlan, given: GroupsToDescribe): Promise<CountedConcept> {
  const { concept } = axis;
  const single = isSingle(concept, given.release);
  const { scale } = kindOf(concept);
  const isMeasured = single && (scale === 'number' || scale === 'age');
  const asked: AxisPlan = isMeasured ? { ...axis, bucketing: { kind: 'each' } } : axis;
  // One concept after the other: an account may not have hundreds of questions wait (rule 8.17).
  const ofGroups = await Promise.all(
    given.groups.map(async ({ plan }) => {
      const [rows, lacking] = await Promise.all([
        given.cells(asked, plan),
        single ? null : given.countMissing(concept, plan),
      ]);
      const { own, measured } = readCounts(rows, isMeasured ? concept : null);
      return { own, measured, missing: lacking ?? own.get(null) ?? 0 };
    }),
  );
  const counts = ofGroups.map(({ own }) => own);
  const numbers = ofGroups.map(({ measured }) => measured);
  const missing = ofGroups.map((group) => group.missing);
  if (isMeasured) {
    const words = valuesOf(counts, (key) => wordIn(concept, key));
    return { axis, isSingle: single, missing, numbers, values: words };
  }
  const labelled = valuesOf(counts, (key) => String(bucketLabel(axis.bucketing, key)));
  const values = axis.bucketing.kind === 'each' ? mostFirst(labelled) : labelled;
  return { axis, isSingle: single, missing, numbers: null, values };
}

export function describeConcept(
  { axis, isSingle: single, missing, numbers, values }: CountedConcept,
  given: Pick<GroupsToDescribe, 'sizes' | 'areApart'>,
): ComparedConcept {
  const { concept, bucketing } = axis;
  const head = { conceptId: concept.id, title: concept.title, unit: concept.unit, missing: [...missing] };
  const groups = { sizes: given.sizes, missing, areApart: given.areApart };
  const known = given.sizes.map((size, index) => size - (missing[index] ?? 0));
  const listed = values.slice(0, numbers !== null || bucketing.kind === 'each' ? maxListedValues : undefined);
  const shown = { values: listed, moreValues: values.length - listed.length, known };
  if (numbers !== null) {
    const { numbers: figures, difference, tests } = compareNumbers(numbers, groups);
    const kind = kindOf(concept).scale === 'age' ? ('age' as const) : ('number' as const);
    return { ...head, kind, numbers: [...figures], difference, tests: tests.map(presentTest), ...shown };
  }
  const rows = values.map(({ subjects }) => subjects);
  const { difference, tests } = compareShares(rows, { ...groups, isSingle: single, known });
  return { ...head, kind: 'values', numbers: null, difference, tests: tests.map(presentTest), ...shown };
}

const keyOf = (value: RowValue | undefined): Key =>
  value === undefined || typeof value === 'object' ? null : value;

const presentTest = ({ df, ...test }: ReturnType<typeof compareShares>['tests'][number]) => ({
  ...test,
  df: [...df],
});

const wordIn = (concept: Concept, key: unknown): string | null =>
  kindOf(concept).hasWords && typeof key === 'number' ? wordOf(concept, key) : null;

/** The subjects of each value; of a concept that is measured its numbers by themselves, in ascending order. */
function readCounts(
  rows: readonly Readonly<Record<string, RowValue>>[],
  concept: Concept | null,
): { readonly own: Counts; readonly measured: readonly ValueCount[] } {
  const own = new Map<Key, number>();
  const measured: ValueCount[] = [];
  for (const row of rows) {
    const key = keyOf(row['k0']);
    const count = Number(row['subjects']);
    if (concept === null || key === null || wordIn(concept, key) !== null) own.set(key, count);
    else measured.push({ value: Number(key), count });
  }
  return { own, measured: measured.sort((one, other) => one.value - other.value) };
}

/** The values of all groups, in the order of their keys, with the subjects of each group; null labels are left out. */
function valuesOf(
  counts: readonly Counts[],
  labelOf: (key: Exclude<Key, null>) => string | null,
): { label: string; subjects: number[] }[] {
  const keys = [...new Set(counts.flatMap((own) => [...own.keys()]))].filter((key) => key !== null);
  const inOrder = keys.toSorted((a, b) => (a < b ? -1 : 1));
  return inOrder.flatMap((key) => {
    const label = labelOf(key);
    return label === null ? [] : [{ label, subjects: counts.map((own) => own.get(key) ?? 0) }];
  });
}

const mostFirst = <Value extends { readonly subjects: readonly number[] }>(
  values: readonly Value[],
): Value[] => {
  const sum = ({ subjects }: Value): number => subjects.reduce((total, count) => total + count, 0);
  return values.toSorted((a, b) => sum(b) - sum(a));
};
