import type { TestResult } from './groupTests.ts';
import { chiSquaredTail } from './tails.ts';

/** Below this expected count the chi-squared distribution is a poor approximation. */
const minExpected = 5;

export interface ContingencyResult extends TestResult {
  /** Whether an expected count is below 5, so that p is rough; never of Fisher's test. */
  readonly isRough: boolean;
}

/**
 * Whether the shares of categories differ between groups; a row for each category, a column for each group. Pearson's
 * chi-squared test without continuity correction, or Fisher's exact test of two by two where an expected count is below
 * 5. Null where fewer than two rows or columns hold anybody.
 */
export function contingencyTest(table: readonly (readonly number[])[]): ContingencyResult | null {
  const rows = table.filter((row) => sumOf(row) > 0);
  const columnSums = (table[0] ?? []).map((_, column) => sumOf(rows.map((row) => row[column] ?? 0)));
  if (rows.length < 2 || columnSums.length < 2 || columnSums.includes(0)) return null;
  const n = sumOf(columnSums);
  const expected = rows.map((row) => columnSums.map((sum) => (sumOf(row) * sum) / n));
  const isRough = expected.flat().some((count) => count < minExpected);
  const [first, second] = rows;
  if (isRough && rows.length === 2 && columnSums.length === 2 && first && second)
    return { test: 'fisher', statistic: null, df: [], p: fisher(first, second), isRough: false };
  const statistic = sumOf(
    rows.flatMap((row, index) =>
      columnSums.map((_, column) => {
        const wanted = expected[index]?.[column] ?? 0;
        return ((row[column] ?? 0) - wanted) ** 2 / wanted;
      }),
    ),
  );
  const df = (rows.length - 1) * (columnSums.length - 1);
  return { test: 'chiSquared', statistic, df: [df], p: chiSquaredTail(statistic, df), isRough };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** Tables that are as likely as the observed one but for rounding count as at least as far out. */
const tolerance = 1 + 1e-7;

/** The two-sided p of two by two: of all tables with these sums, those that are at most as likely. */
function fisher([a = 0, b = 0]: readonly number[], [c = 0, d = 0]: readonly number[]): number {
  const low = Math.max(0, a - d);
  const high = Math.min(a + b, a + c);
  const logs = [0];
  for (let count = low; count < high; count += 1) {
    const ratio = ((a + b - count) * (a + c - count)) / ((count + 1) * (d - a + count + 1));
    logs.push((logs.at(-1) ?? 0) + Math.log(ratio));
  }
  const greatest = logs.reduce((max, log) => Math.max(max, log), 0);
  const weights = logs.map((log) => Math.exp(log - greatest));
  const observed = weights[a - low] ?? 0;
  const asFar = weights.filter((weight) => weight <= observed * tolerance);
  return Math.min(1, sumOf(asFar) / sumOf(weights));
}
