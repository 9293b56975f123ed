import { type FollowedGroup, numbersAtRisk, type RiskStep, riskSteps, sizeOf, upTo } from './followUp.ts';
import type { TestResult } from './groupTests.ts';
import { logRank } from './logRank.ts';
import { type CurveStep, cumulativeIncidence, kaplanMeier, medianTime } from './survival.ts';

export interface Curve {
  readonly subjects: number;
  readonly events: number;
  readonly competing: number;
  readonly steps: readonly (CurveStep & { readonly atRisk: number; readonly events: number })[];
  readonly median: number | null;
  readonly atRisk: readonly number[];
}

export interface Curves {
  /** Who has had no event, or, with competing events, who has had one. */
  readonly kind: 'survival' | 'incidence';
  /** When the numbers at risk are of, in days. */
  readonly times: readonly number[];
  readonly curves: readonly Curve[];
  readonly test: TestResult | null;
}

interface CurveSettings {
  readonly hasCompeting: boolean;
  readonly areApart: boolean;
  /** In days; null follows everybody to the end (rule 17.29). */
  readonly horizon?: number | null;
}

/** The curves of groups that are followed, and whether they differ (rules 17.12 to 17.14 and 17.29). */
export function compareCurves(
  all: readonly FollowedGroup[],
  { hasCompeting, areApart, horizon = null }: CurveSettings,
): Curves {
  const groups = horizon === null ? all : all.map((group) => upTo(horizon, group));
  const risks = groups.map(riskSteps);
  const times = timesUpTo(horizon ?? Math.max(0, ...risks.map((steps) => steps.at(-1)?.time ?? 0)));
  return {
    kind: hasCompeting ? 'incidence' : 'survival',
    times,
    curves: groups.map((group, index) => curveOf({ group, risk: risks[index] ?? [] }, times, hasCompeting)),
    test: areApart ? logRank(groups, risks) : null,
  };
}

interface OfGroup {
  readonly group: FollowedGroup;
  readonly risk: readonly RiskStep[];
}

function curveOf({ group, risk }: OfGroup, times: readonly number[], hasCompeting: boolean): Curve {
  const estimates = hasCompeting ? cumulativeIncidence(risk) : kaplanMeier(risk);
  const steps: Curve['steps'][number][] = [];
  let [events, competing] = [0, 0];
  for (const [index, { time, share, error, low, high }] of estimates.entries()) {
    const at = risk[index];
    if (at === undefined) continue;
    events += at.events;
    competing += at.competing;
    // A curve is drawn from its steps and where it ends.
    if (at.events > 0 || index === estimates.length - 1)
      steps.push({ time, share, error, low, high, atRisk: at.atRisk, events: at.events });
  }
  return {
    subjects: sizeOf(group),
    ...{ events, competing, steps },
    median: hasCompeting ? null : medianTime(steps),
    atRisk: numbersAtRisk(group, times),
  };
}

const year = 365.25;
const distances = [1, 2, 7, 14, 30, 91, 182, ...[1, 2, 5, 10, 20].map((years) => years * year)];
const maxTimes = 7;

/** Times from zero on at an even distance, at most seven. */
function timesUpTo(last: number): readonly number[] {
  const distance = distances.find((days) => last / days < maxTimes) ?? 50 * year;
  return Array.from({ length: Math.floor(last / distance) + 1 }, (_, index) => index * distance);
}
