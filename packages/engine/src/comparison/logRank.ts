import { entriesOf, type Followed, type RiskStep, riskSteps } from './followUp.ts';
import type { TestResult } from './groupTests.ts';
import { chiSquaredTail } from './tails.ts';

/**
 * Whether events come earlier in one group than in another; null where nobody had an event or a group was never at risk
 * beside another. Competing events count as censored.
 */
export function logRank(
  groups: readonly (readonly Followed[])[],
  risks: readonly (readonly RiskStep[])[] = groups.map(riskSteps),
): TestResult | null {
  const k = groups.length;
  const ofEvents = risks.flatMap((steps) => steps.flatMap(({ time, events }) => (events > 0 ? [time] : [])));
  const times = [...new Set(ofEvents)].sort((a, b) => a - b);
  const difference = groups.map(() => 0);
  const variance = groups.map(() => groups.map(() => 0));
  const ofGroups = groups.map((subjects, index) => atTimes(subjects, risks[index] ?? [], times));
  for (const index of times.keys()) {
    const at = ofGroups.map((steps) => steps[index] ?? { atRisk: 0, events: 0 });
    const n = at.reduce((sum, { atRisk }) => sum + atRisk, 0);
    const d = at.reduce((sum, { events }) => sum + events, 0);
    const scale = n > 1 ? (d * (n - d)) / (n - 1) : 0;
    at.forEach(({ atRisk, events }, row) => {
      difference[row] = (difference[row] ?? 0) + events - (d * atRisk) / n;
      at.forEach((other, column) => {
        const own = row === column ? atRisk / n : 0;
        const cell = variance[row];
        if (cell) cell[column] = (cell[column] ?? 0) + scale * (own - (atRisk * other.atRisk) / (n * n));
      });
    });
  }
  const half = variance.slice(0, k - 1).map((row) => row.slice(0, k - 1));
  const solved = solve(half, difference.slice(0, k - 1));
  if (solved === null) return null;
  const statistic = solved.reduce((sum, value, index) => sum + value * (difference[index] ?? 0), 0);
  return { test: 'logRank', statistic, df: [k - 1], p: chiSquaredTail(statistic, k - 1) };
}

/** At risk and events of one group at each of these ascending times. */
function atTimes(
  subjects: readonly Followed[],
  exits: readonly RiskStep[],
  times: readonly number[],
): readonly { readonly atRisk: number; readonly events: number }[] {
  const { fromZero, late } = entriesOf(subjects);
  let [entered, left, nextEntry, nextExit] = [fromZero, 0, 0, 0];
  return times.map((time) => {
    for (let one = late[nextEntry]; one !== undefined && one.entry < time; one = late[nextEntry]) {
      entered += one.count;
      nextEntry += 1;
    }
    for (let one = exits[nextExit]; one !== undefined && one.time < time; one = exits[nextExit]) {
      left += one.events + one.competing + one.censored;
      nextExit += 1;
    }
    const here = exits[nextExit];
    return { atRisk: entered - left, events: here?.time === time ? here.events : 0 };
  });
}

/** The solution of a symmetric system by elimination; null where it has none. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] | null {
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0]);
  const scale = Math.max(...matrix.map((row, index) => Math.abs(row[index] ?? 0)), 0);
  for (const [index, pivotRow] of rows.entries()) {
    const pivot = pivotRow[index] ?? 0;
    if (Math.abs(pivot) <= scale * 1e-12) return null;
    for (const [other, row] of rows.entries()) {
      if (other === index) continue;
      const factor = (row[index] ?? 0) / pivot;
      for (const [column, value] of row.entries()) row[column] = value - factor * (pivotRow[column] ?? 0);
    }
  }
  return rows.map((row, index) => (row[rows.length] ?? 0) / (row[index] ?? 1));
}
