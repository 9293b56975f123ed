/** How many subjects have a value. Lists of these are in ascending order, each value once. */
export interface ValueCount {
  readonly value: number;
  readonly count: number;
}

export interface Moments {
  readonly n: number;
  readonly mean: number;
  /** With n − 1; null below two values. */
  readonly variance: number | null;
}

/** Null without a value. */
export function momentsOf(values: readonly ValueCount[]): Moments | null {
  const n = countAll(values);
  if (n === 0) return null;
  let sum = 0;
  for (const { value, count } of values) sum += value * count;
  const mean = sum / n;
  let [rest, squares] = [0, 0];
  for (const { value, count } of values) {
    const distance = value - mean;
    rest += distance * count;
    squares += distance * distance * count;
  }
  return { n, mean: mean + rest / n, variance: n < 2 ? null : (squares - (rest * rest) / n) / (n - 1) };
}

export function countAll(values: readonly ValueCount[]): number {
  let sum = 0;
  for (const { count } of values) sum += count;
  return sum;
}

/** The quantile of the values by linear interpolation, as type 7 of Hyndman and Fan; null without a value. */
export function quantileOf(values: readonly ValueCount[], share: number): number | null {
  const n = countAll(values);
  if (n === 0) return null;
  const position = (n - 1) * share;
  const low = valueAt(values, Math.floor(position));
  const high = valueAt(values, Math.ceil(position));
  const rest = position - Math.floor(position);
  return rest === 0 ? low : (1 - rest) * low + rest * high;
}

function valueAt(values: readonly ValueCount[], position: number): number {
  let before = 0;
  for (const { value, count } of values) {
    before += count;
    if (before > position) return value;
  }
  return Number.NaN;
}

/** The sum of the midranks of each group among the values of all, and by how much ties lessen the variance of ranks. */
export function sumRanks(groups: readonly (readonly ValueCount[])[]): {
  readonly sums: readonly number[];
  readonly ties: number;
} {
  const sums = groups.map(() => 0);
  const next = groups.map(() => 0);
  let [before, ties] = [0, 0];
  for (;;) {
    const { value, count } = lowest(groups, next);
    if (count === 0) return { sums, ties };
    const rank = before + (count + 1) / 2;
    for (let group = 0; group < groups.length; group += 1) {
      const first = groups[group]?.[next[group] ?? 0];
      if (first?.value !== value) continue;
      sums[group] = (sums[group] ?? 0) + first.count * rank;
      next[group] = (next[group] ?? 0) + 1;
    }
    before += count;
    ties += count ** 3 - count;
  }
}

/** The lowest value from these positions on, and how many subjects of all groups have it. */
function lowest(groups: readonly (readonly ValueCount[])[], next: readonly number[]): ValueCount {
  let [value, count] = [Number.POSITIVE_INFINITY, 0];
  for (let group = 0; group < groups.length; group += 1) {
    const first = groups[group]?.[next[group] ?? 0];
    if (first === undefined || first.value > value) continue;
    count = first.value === value ? count + first.count : first.count;
    value = first.value;
  }
  return { value, count };
}
