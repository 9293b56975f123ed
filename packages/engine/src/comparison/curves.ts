import { type Followed, numbersAtRisk, type RiskStep, riskSteps, upTo } from './followUp.ts';
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
  all: readonly (readonly Followed[])[],
  { hasCompeting, areApart, horizon = null }: CurveSettings,
): Curves {
  const groups = horizon === null ? all : all.map((followed) => upTo(horizon, followed));
  const last = horizon ?? lastExit(groups);
  const times = timesUpTo(last);
  const risks = groups.map(riskSteps);
  return {
    kind: hasCompeting ? 'incidence' : 'survival',
    times,
    curves: groups.map((subjects, index) =>
      curveOf({ subjects, risk: risks[index] ?? [] }, times, hasCompeting),
    ),
    test: areApart ? logRank(groups, risks) : null,
  };
}

interface Group {
  readonly subjects: readonly Followed[];
  readonly risk: readonly RiskStep[];
}

function curveOf({ subjects, risk }: Group, times: readonly number[], hasCompeting: boolean): Curve {
  const estimates = hasCompeting ? cumulativeIncidence(risk) : kaplanMeier(risk);
  const all = estimates.map((step, index) => {
    const { atRisk, events } = risk[index] ?? { atRisk: 0, events: 0 };
    return { ...step, atRisk, events };
  });
  // A curve is drawn from its steps and where it ends.
  const steps = all.filter(({ events }, index) => index === all.length - 1 || events > 0);
  const sum = (of: 'events' | 'competing'): number => risk.reduce((total, step) => total + step[of], 0);
  return {
    subjects: subjects.reduce((total, { count }) => total + count, 0),
    events: sum('events'),
    competing: sum('competing'),
    steps,
    median: hasCompeting ? null : medianTime(steps),
    atRisk: numbersAtRisk(subjects, times),
  };
}

function lastExit(groups: readonly (readonly Followed[])[]): number {
  let last = 0;
  for (const subjects of groups) for (const { exit } of subjects) last = Math.max(last, exit);
  return last;
}

const year = 365.25;
const distances = [1, 2, 7, 14, 30, 91, 182, ...[1, 2, 5, 10, 20].map((years) => years * year)];
const maxTimes = 7;

/** Times from zero on at an even distance, at most seven. */
function timesUpTo(last: number): readonly number[] {
  const distance = distances.find((days) => last / days < maxTimes) ?? 50 * year;
  return Array.from({ length: Math.floor(last / distance) + 1 }, (_, index) => index * distance);
}
