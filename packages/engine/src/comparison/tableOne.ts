import { contingencyTest } from './contingency.ts';
import { rankTest, type TestResult, welch } from './groupTests.ts';
import { momentsOf, quantileOf, type ValueCount } from './valueCounts.ts';

interface Compared {
  /** The greatest standardised difference of two groups (rule 17.5). */
  readonly difference: number | null;
  /** None where groups overlap (rule 17.2). */
  readonly tests: readonly (TestResult & { readonly isRough: boolean })[];
}

/** The missing of each group, and whether tests make sense. */
interface Groups {
  readonly sizes: readonly number[];
  readonly missing: readonly number[];
  readonly areApart: boolean;
}

export interface NumberFigures {
  readonly n: number;
  readonly mean: number | null;
  readonly sd: number | null;
  readonly median: number | null;
  readonly q1: number | null;
  readonly q3: number | null;
}

/** Numbers of each group, one a subject (rules 17.4 to 17.6). */
export function compareNumbers(
  values: readonly (readonly ValueCount[])[],
  groups: Groups,
): Compared & { readonly numbers: readonly NumberFigures[] } {
  const moments = values.map(momentsOf);
  const centres = moments.map((own) => (own?.variance == null ? null : { ...own, variance: own.variance }));
  const tests = groups.areApart ? [welch(values), rankTest(values)] : [];
  return {
    numbers: values.map((own, index) => figuresOf(own, moments[index] ?? null)),
    difference: greatest([greatestDifference(centres), missingDifference(groups)]),
    tests: tests.flatMap((test) => (test === null ? [] : [{ ...test, isRough: false }])),
  };
}

function figuresOf(values: readonly ValueCount[], moments: ReturnType<typeof momentsOf>): NumberFigures {
  return {
    n: moments?.n ?? 0,
    mean: moments?.mean ?? null,
    sd: moments?.variance == null ? null : Math.sqrt(moments.variance),
    median: quantileOf(values, 0.5),
    q1: quantileOf(values, 0.25),
    q3: quantileOf(values, 0.75),
  };
}

/** Subjects with each value, a row for each value and a column for each group. */
export function compareShares(
  rows: readonly (readonly number[])[],
  { isSingle, known, ...groups }: Groups & { readonly isSingle: boolean; readonly known: readonly number[] },
): Compared {
  const differences = rows.map((row) =>
    greatestDifference(
      row.map((count, group) => {
        const of = known[group] ?? 0;
        return of === 0 ? null : centreOfShare(count / of);
      }),
    ),
  );
  // A subject with several values would stand in several rows.
  const test = groups.areApart && isSingle ? contingencyTest(rows) : null;
  return {
    difference: greatest([...differences, missingDifference(groups)]),
    tests: test === null ? [] : [test],
  };
}

const missingDifference = ({ sizes, missing }: Groups): number | null =>
  greatestDifference(
    missing.map((count, group) => {
      const of = sizes[group] ?? 0;
      return of === 0 ? null : centreOfShare(count / of);
    }),
  );

/** Null where one of them cannot be told: it could be the greatest. */
const greatest = (differences: readonly (number | null)[]): number | null => {
  let max = 0;
  for (const difference of differences) {
    if (difference === null) return null;
    max = Math.max(max, difference);
  }
  return max;
};

interface Centre {
  readonly mean: number;
  readonly variance: number;
}

/** (m₁ − m₂) / √((v₁ + v₂) / 2) (rule 4.19); null where both are without spread and differ. */
export function standardisedDifference(one: Centre, other: Centre): number | null {
  const distance = one.mean - other.mean;
  if (distance === 0) return 0;
  const spread = Math.sqrt((one.variance + other.variance) / 2);
  return spread === 0 ? null : distance / spread;
}

export const centreOfShare = (share: number): Centre => ({ mean: share, variance: share * (1 - share) });

/** The greatest difference, without its sign, of any two groups; null where one cannot be told. */
export function greatestDifference(centres: readonly (Centre | null)[]): number | null {
  let greatest = 0;
  for (const [index, one] of centres.entries()) {
    for (const other of centres.slice(index + 1)) {
      const difference = one === null || other === null ? null : standardisedDifference(one, other);
      if (difference === null) return null;
      greatest = Math.max(greatest, Math.abs(difference));
    }
  }
  return greatest;
}
