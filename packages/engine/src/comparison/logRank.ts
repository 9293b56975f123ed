import { type FollowedGroup, numbersAtRisk, type RiskStep, riskSteps } from './followUp.ts';
import type { TestResult } from './groupTests.ts';
import { chiSquaredTail } from './tails.ts';

/**
 * Whether events come earlier in one group than in another; null where nobody had an event or a group was never at risk
 * beside another. Competing events count as censored.
 */
export function logRank(
  groups: readonly FollowedGroup[],
  risks: readonly (readonly RiskStep[])[] = groups.map(riskSteps),
): TestResult | null {
  const k = groups.length;
  const times = timesOfEvents(risks);
  const difference = groups.map(() => 0);
  const variance = groups.map(() => groups.map(() => 0));
  const atRisk = groups.map((group) => numbersAtRisk(group, times));
  const events = risks.map((steps) => eventsAt(steps, times));
  for (let index = 0; index < times.length; index += 1)
    addTime(
      atRisk.map((own) => own[index] ?? 0),
      events.map((own) => own[index] ?? 0),
      { difference, variance },
    );
  const half = variance.slice(0, k - 1).map((row) => row.slice(0, k - 1));
  const solved = solve(half, difference.slice(0, k - 1));
  if (solved === null) return null;
  const statistic = solved.reduce((sum, value, index) => sum + value * (difference[index] ?? 0), 0);
  return { test: 'logRank', statistic, df: [k - 1], p: chiSquaredTail(statistic, k - 1) };
}

interface Sums {
  readonly difference: number[];
  readonly variance: readonly number[][];
}

/** Adds what one time says of each group: its events beside those that its share of who is at risk would have. */
function addTime(atRisk: readonly number[], events: readonly number[], { difference, variance }: Sums): void {
  const n = atRisk.reduce((sum, own) => sum + own, 0);
  const d = events.reduce((sum, own) => sum + own, 0);
  const scale = n > 1 ? (d * (n - d)) / (n - 1) : 0;
  atRisk.forEach((own, row) => {
    difference[row] = (difference[row] ?? 0) + (events[row] ?? 0) - (d * own) / n;
    atRisk.forEach((other, column) => {
      const share = row === column ? own / n : 0;
      const cells = variance[row];
      if (cells) cells[column] = (cells[column] ?? 0) + scale * (share - (own * other) / (n * n));
    });
  });
}

/** When somebody has the event, in ascending order. */
function timesOfEvents(risks: readonly (readonly RiskStep[])[]): readonly number[] {
  const times = risks.flatMap((steps) => steps.filter(({ events }) => events > 0).map(({ time }) => time));
  return times.sort((a, b) => a - b).filter((time, index) => time !== times[index - 1]);
}

/** The events of one group at each of these ascending times. */
function eventsAt(steps: readonly RiskStep[], times: readonly number[]): readonly number[] {
  let next = 0;
  return times.map((time) => {
    for (let step = steps[next]; step !== undefined && step.time < time; step = steps[next]) next += 1;
    const here = steps[next];
    return here?.time === time ? here.events : 0;
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
