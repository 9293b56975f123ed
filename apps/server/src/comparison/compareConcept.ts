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

/** One concept of Table 1 (rules 17.3 to 17.6). */
export async function compareConcept(axis: AxisPlan, given: GroupsToDescribe): Promise<ComparedConcept> {
  const { concept } = axis;
  const single = isSingle(concept, given.release);
  const { scale } = kindOf(concept);
  const isMeasured = single && (scale === 'number' || scale === 'age');
  const asked: AxisPlan = isMeasured ? { ...axis, bucketing: { kind: 'each' } } : axis;
  const counts: Counts[] = [];
  const values: (readonly ValueCount[])[] = [];
  const missing: number[] = [];
  // One after the other: an account may not have hundreds of questions wait (rule 8.17).
  for (const { plan } of given.groups) {
    const rows = await given.cells(asked, plan);
    const { own, numbers } = readCounts(rows, isMeasured ? concept : null);
    counts.push(own);
    values.push(numbers);
    missing.push(single ? (own.get(null) ?? 0) : await given.countMissing(concept, plan));
  }
  const head = { conceptId: concept.id, title: concept.title, unit: concept.unit, missing };
  const groups = { sizes: given.sizes, missing, areApart: given.areApart };
  const known = given.sizes.map((size, index) => size - (missing[index] ?? 0));
  if (isMeasured) {
    const words = valuesOf(counts, (key) => wordIn(concept, key));
    const { numbers, difference, tests } = compareNumbers(values, groups);
    const listed = words.slice(0, maxListedValues);
    const kind = scale === 'age' ? ('age' as const) : ('number' as const);
    return {
      ...{ ...head, kind, numbers: [...numbers], difference, tests: tests.map(presentTest) },
      ...{ values: listed, moreValues: words.length - listed.length, known },
    };
  }
  const labelled = valuesOf(counts, (key) => String(bucketLabel(axis.bucketing, key)));
  const all = axis.bucketing.kind === 'each' ? mostFirst(labelled) : labelled;
  const rows = all.map(({ subjects }) => subjects);
  const { difference, tests } = compareShares(rows, { ...groups, isSingle: single, known });
  const listed = all.slice(0, axis.bucketing.kind === 'each' ? maxListedValues : undefined);
  return {
    ...{ ...head, kind: 'values', numbers: null, difference, tests: tests.map(presentTest) },
    ...{ values: listed, moreValues: all.length - listed.length, known },
  };
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
  measured: Concept | null,
): { readonly own: Counts; readonly numbers: readonly ValueCount[] } {
  const own = new Map<Key, number>();
  const numbers: ValueCount[] = [];
  for (const row of rows) {
    const key = keyOf(row['k0']);
    const count = Number(row['subjects']);
    if (measured === null || key === null || wordIn(measured, key) !== null) own.set(key, count);
    else numbers.push({ value: Number(key), count });
  }
  return { own, numbers: numbers.sort((one, other) => one.value - other.value) };
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
