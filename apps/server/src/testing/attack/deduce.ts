/** A shown figure: the number of subjects in these finest cells together. */
export interface Equation {
  readonly cells: readonly number[];
  readonly sum: number;
}

/** What is known of a figure: it lies between `low` and `high`. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

export interface Deduction {
  /** The bounds of the sum of these cells. */
  about(cells: readonly number[]): Interval;
}

/** The product of two numbers below this is still exact. */
const prime = 67_108_859;
const times = (a: number, b: number): number => (a * b) % prime;
const mod = (value: number): number => ((value % prime) + prime) % prime;

function inverse(value: number): number {
  let result = 1;
  for (let [base, power] = [value, prime - 2]; power > 0; power = Math.floor(power / 2)) {
    if (power % 2 === 1) result = times(result, base);
    base = times(base, base);
  }
  return result;
}

/** Coefficients of the cells, then the sum. */
type Row = number[];

/**
 * Everything that follows from the figures by adding and subtracting, by elimination modulo a prime, and then by
 * cells being 0 or more and at least `least`, by shrinking intervals until nothing changes.
 */
export function deduce(cells: number, equations: readonly Equation[], least: readonly Equation[]): Deduction {
  const rows = equations.map((equation) => rowOf(cells, equation));
  const reduced = eliminate(rows, cells);
  const bounds = shrink(cells, [...rows, ...reduced.map((row) => lifted(row))], least);
  return {
    about: (wanted) => {
      const rest = remainder(rowOf(cells, { cells: wanted, sum: 0 }), reduced);
      if (rest.every((coefficient, index) => index === cells || coefficient === 0)) {
        const sum = mod(-(rest[cells] ?? 0));
        return { low: sum, high: sum };
      }
      const sides = (side: 'low' | 'high'): number =>
        wanted.reduce((sum, cell) => sum + (bounds[cell]?.[side] ?? 0), 0);
      return { low: sides('low'), high: sides('high') };
    },
  };
}

function rowOf(cells: number, equation: Equation): Row {
  const row = new Array<number>(cells + 1).fill(0);
  for (const cell of equation.cells) row[cell] = 1;
  row[cells] = equation.sum;
  return row;
}

/** Rows in reduced echelon form, modulo the prime. */
function eliminate(given: readonly Row[], cells: number): Row[] {
  const rows: Row[] = [];
  for (const row of given) {
    const rest = remainder(row, rows);
    const lead = rest.findIndex((coefficient, index) => index < cells && coefficient !== 0);
    if (lead === -1) continue;
    const factor = inverse(rest[lead] ?? 1);
    const scaled = rest.map((coefficient) => times(coefficient, factor));
    for (const other of rows) subtract(other, scaled, other[lead] ?? 0);
    rows.push(scaled);
  }
  return rows;
}

const leads = new WeakMap<Row, number>();
const leadOf = (row: Row): number => {
  const known = leads.get(row) ?? row.findIndex((coefficient) => coefficient !== 0);
  leads.set(row, known);
  return known;
};

function remainder(row: Row, reduced: readonly Row[]): Row {
  const rest = row.map(mod);
  for (const other of reduced) subtract(rest, other, rest[leadOf(other)] ?? 0);
  return rest;
}

function subtract(row: Row, other: Row, factor: number): void {
  if (factor === 0) return;
  for (const [index, coefficient] of other.entries()) {
    if (coefficient !== 0) row[index] = mod((row[index] ?? 0) - times(coefficient, factor));
  }
}

/** The row with signed coefficients; null where one is no small whole number, because intervals cannot use it. */
const lifted = (row: Row): Row => row.map((value) => (value > prime / 2 ? value - prime : value));

const mostSteps = 60;

function shrink(cells: number, rows: readonly Row[], least: readonly Equation[]): Interval[] {
  const bounds = Array.from({ length: cells }, () => ({ low: 0, high: Number.POSITIVE_INFINITY }));
  const sparse = rows.flatMap((row) => {
    const terms = row
      .slice(0, cells)
      .flatMap((coefficient, cell) => (coefficient === 0 ? [] : [{ coefficient, cell }]));
    const isUseful =
      terms.every(({ coefficient }) => Math.abs(coefficient) <= 8) && Math.abs(row[cells] ?? 0) < 1e6;
    return isUseful ? [{ terms, sum: row[cells] ?? 0 }] : [];
  });
  for (let step = 0; step < mostSteps; step += 1) {
    const before = JSON.stringify(bounds);
    for (const row of sparse) narrowBy(row, bounds);
    for (const { cells: within, sum } of least) raise(within, sum, bounds);
    if (JSON.stringify(bounds) === before) break;
  }
  return bounds;
}

interface Sparse {
  readonly terms: readonly { readonly coefficient: number; readonly cell: number }[];
  readonly sum: number;
}
type Bounds = { low: number; high: number }[];

function narrowBy({ terms, sum }: Sparse, bounds: Bounds): void {
  for (const { coefficient, cell } of terms) {
    let [low, high] = [sum, sum];
    for (const other of terms) {
      const bound = bounds[other.cell];
      if (other.cell === cell || bound === undefined) continue;
      const ends = [other.coefficient * bound.low, other.coefficient * bound.high];
      low -= Math.max(...ends);
      high -= Math.min(...ends);
    }
    const own = bounds[cell];
    if (own === undefined) continue;
    const [least, most] =
      coefficient > 0 ? [low / coefficient, high / coefficient] : [high / coefficient, low / coefficient];
    own.low = Math.max(own.low, Math.ceil(least));
    own.high = Math.min(own.high, Math.floor(most));
  }
}

/** The lower bound of the sum of these cells. */
function raise(within: readonly number[], sum: number, bounds: Bounds): void {
  for (const cell of within) {
    const own = bounds[cell];
    if (own === undefined) continue;
    const others = within.reduce(
      (total, other) => (other === cell ? total : total + (bounds[other]?.high ?? 0)),
      0,
    );
    own.low = Math.max(own.low, sum - others);
  }
}
