import { chiSquaredTail, fTail, normalTails } from './tails.ts';
import { countAll, momentsOf, sumRanks, type ValueCount } from './valueCounts.ts';

type Groups = readonly (readonly ValueCount[])[];

/** A statistic with its degrees of freedom and the probability of one at least as far out. */
export interface TestResult {
  readonly test: 'welch' | 'wilcoxon' | 'kruskal' | 'chiSquared' | 'fisher' | 'logRank';
  /** Null where the test has none: Fisher's. */
  readonly statistic: number | null;
  readonly df: readonly number[];
  readonly p: number;
}

/**
 * Whether means differ, without the assumption of equal variances: Welch's t of two groups, Welch's F of more. Null
 * where a group has fewer than two values or all its values are the same.
 */
export function welch(groups: Groups): TestResult | null {
  const parts = groups.map(momentsOf);
  const sound = parts.flatMap((part) => {
    if (part === null || part.variance === null || part.variance <= 0) return [];
    return [{ n: part.n, mean: part.mean, weight: part.n / part.variance }];
  });
  if (sound.length < groups.length || groups.length < 2) return null;
  const k = sound.length;
  const whole = sound.reduce((sum, { weight }) => sum + weight, 0);
  const grand = sound.reduce((sum, { weight, mean }) => sum + weight * mean, 0) / whole;
  const between = sound.reduce((sum, { weight, mean }) => sum + weight * (mean - grand) ** 2, 0) / (k - 1);
  const lambda =
    sound.reduce((sum, { n, weight }) => sum + (1 - weight / whole) ** 2 / (n - 1), 0) / (k * k - 1);
  const f = between / (1 + 2 * (k - 2) * lambda);
  const df2 = 1 / (3 * lambda);
  const p = fTail(f, { df1: k - 1, df2 });
  if (k > 2) return { test: 'welch', statistic: f, df: [k - 1, df2], p };
  const [one, other] = sound;
  const sign = (one?.mean ?? 0) < (other?.mean ?? 0) ? -1 : 1;
  return { test: 'welch', statistic: sign * Math.sqrt(f), df: [df2], p };
}

/**
 * Whether values of one group tend to be higher: Wilcoxon's rank sum of two groups, in the normal approximation with
 * corrections for ties and continuity; the test of Kruskal and Wallis of more. Null where a group is empty or all
 * values are the same.
 */
export function rankTest(groups: Groups): TestResult | null {
  const sizes = groups.map(countAll);
  const n = sizes.reduce((sum, size) => sum + size, 0);
  const { sums, ties } = sumRanks(groups);
  if (groups.length < 2 || sizes.includes(0) || ties === n ** 3 - n) return null;
  if (groups.length > 2) return kruskal({ sums, sizes, n, ties });
  const [first = 0, second = 0] = sizes;
  const w = (sums[0] ?? 0) - (first * (first + 1)) / 2;
  const sd = Math.sqrt(((first * second) / 12) * (n + 1 - ties / (n * (n - 1))));
  const distance = w - (first * second) / 2;
  const z = (distance - Math.sign(distance) / 2) / sd;
  return { test: 'wilcoxon', statistic: w, df: [], p: Math.min(1, normalTails(z)) };
}

interface Ranked {
  readonly sums: readonly number[];
  readonly sizes: readonly number[];
  readonly n: number;
  readonly ties: number;
}

function kruskal({ sums, sizes, n, ties }: Ranked): TestResult {
  const squares = sums.reduce((total, sum, index) => total + sum ** 2 / (sizes[index] ?? 1), 0);
  const raw = (12 * squares) / (n * (n + 1)) - 3 * (n + 1);
  const statistic = raw / (1 - ties / (n ** 3 - n));
  const df = sums.length - 1;
  return { test: 'kruskal', statistic, df: [df], p: chiSquaredTail(statistic, df) };
}
