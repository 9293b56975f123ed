import loadHighs from 'highs';

type Highs = Awaited<ReturnType<typeof loadHighs>>;

/** A shown figure: the number of subjects in these finest cells together. */
export interface Equation {
  readonly cells: readonly number[];
  readonly sum: number;
}

/** The knowledge of an attacker about the finest cells: sums that are shown, and sums that have a lower bound. */
export interface Knowledge {
  readonly cells: number;
  readonly equations: readonly Equation[];
  readonly least: readonly Equation[];
}

export interface Bounds {
  /** Whether every division of the subjects that agrees with what is known has so many in these cells. */
  isCertain(cells: readonly number[], count: number): boolean;
}

const nearly = 1e-6;
const termsInLine = 20;

/**
 * Bounds sums of cells by linear programming: each cell is 0 or more. Every solution is kept, since it shows for many
 * sums at once that another number of subjects is possible.
 */
export async function createBounds({ cells, equations, least }: Knowledge): Promise<Bounds> {
  const highs = await loadOnce();
  const empty = new Set(equations.filter(({ sum }) => sum === 0).flatMap(({ cells: none }) => none));
  const open = Array.from({ length: cells }, (_, cell) => cell).filter((cell) => !empty.has(cell));
  const sumOf = (some: readonly number[]): string =>
    some
      .filter((cell) => !empty.has(cell))
      .map((cell, index) => `${index % termsInLine === termsInLine - 1 ? '\n' : ''}+ x${cell}`)
      .join(' ');
  const rows = [
    ...equations.filter(({ sum }) => sum > 0).map(({ cells: some, sum }) => `${sumOf(some)} = ${sum}`),
    ...least.map(({ cells: some, sum }) => `${sumOf(some)} >= ${sum}`),
  ].map((row, index) => `c${index}: ${row}`);
  const solutions: ReadonlyMap<number, number>[] = [];
  const inSolution = (some: readonly number[], solution: ReadonlyMap<number, number>): number =>
    some.reduce((sum, cell) => sum + (solution.get(cell) ?? 0), 0);
  const solve = (goal: 'Maximize' | 'Minimize', some: readonly number[]): number => {
    const text = `${goal}\nobj: ${sumOf(some)}\nSubject To\n${rows.join('\n')}\nEnd\n`;
    const { Status, Columns } = highs.solve(text, { output_flag: false });
    if (Status === 'Unbounded') return Number.POSITIVE_INFINITY;
    if (Status !== 'Optimal')
      throw new Error(`No division of the subjects agrees with the answers: ${Status}.`);
    const solution = new Map(open.map((cell) => [cell, Columns[`x${cell}`]?.Primal ?? 0]));
    solutions.push(solution);
    return inSolution(some, solution);
  };
  return {
    isCertain: (some, count) => {
      const differs = (value: number): boolean => Math.abs(value - count) > 1 - nearly;
      if (some.every((cell) => empty.has(cell))) return true;
      if (solutions.some((solution) => differs(inSolution(some, solution)))) return false;
      return !differs(solve('Maximize', some)) && !differs(solve('Minimize', some));
    },
  };
}

let loaded: Promise<Highs> | null = null;
function loadOnce(): Promise<Highs> {
  loaded ??= loadHighs();
  return loaded;
}
