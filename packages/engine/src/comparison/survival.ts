import type { RiskStep } from './followUp.ts';

/** The quantile of the normal distribution for bands of 95 %. */
export const bandQuantile = 1.959963984540054;

export interface CurveStep {
  readonly time: number;
  readonly share: number;
  /** The standard error of `share`. */
  readonly error: number;
  /** Null where the share is 0 and the bounds are not defined. */
  readonly low: number | null;
  readonly high: number | null;
}

/**
 * Kaplan and Meier's estimate of who has had no event, with Greenwood's variance and bounds of 95 % on the logarithmic
 * scale. Competing events count as censored.
 */
export function kaplanMeier(steps: readonly RiskStep[]): readonly CurveStep[] {
  let [share, hazards] = [1, 0];
  return steps.map(({ time, atRisk, events }) => {
    if (events > 0) {
      share *= (atRisk - events) / atRisk;
      hazards += events / (atRisk * (atRisk - events));
    }
    if (share <= 0) return { time, share, error: 0, low: null, high: null };
    const deviation = Math.sqrt(hazards);
    const width = Math.exp(bandQuantile * deviation);
    return { time, share, error: share * deviation, low: share / width, high: Math.min(1, share * width) };
  });
}

/** The first time at which at most half are without an event; null where more than half are to the end. */
export const medianTime = (curve: readonly CurveStep[]): number | null =>
  curve.find(({ share }) => share <= 0.5 + 1e-12)?.time ?? null;

/**
 * Aalen and Johansen's estimate of who has had an event before any competing one, with a variance by the delta method:
 * the sum over times and causes of S²·d(n − d) / (n²(n − 1)) · (1 of the event, 0 of competing ones − (F(t) − F(s)) / S(s))²,
 * where d of n at risk leave by the cause at s, S² is of before s. Bounds of 95 % lie on the plain scale.
 */
export function cumulativeIncidence(steps: readonly RiskStep[]): readonly CurveStep[] {
  let [free, share] = [1, 0];
  // The sums of w, w·a and w·a² give the sum of w·(a − F·b)² for every later F.
  const sums = { aa: 0, ab: 0, bb: 0 };
  return steps.map(({ time, atRisk, events, competing }) => {
    const before = free;
    free *= (atRisk - events - competing) / atRisk;
    share += (before * events) / atRisk;
    for (const [left, own] of [[competing, 0] as const, [events, 1] as const]) {
      if (left === 0 || (own === 0 && free <= 0)) continue;
      const rest = atRisk > 1 ? (atRisk - left) / (atRisk - 1) : 1;
      const weight = (before * before * left * rest) / (atRisk * atRisk);
      const b = free > 0 ? 1 / free : 0;
      const a = own + share * b;
      sums.aa += weight * a * a;
      sums.ab += weight * a * b;
      sums.bb += weight * b * b;
    }
    const error = Math.sqrt(Math.max(0, sums.aa - 2 * share * sums.ab + share * share * sums.bb));
    const width = bandQuantile * error;
    return { time, share, error, low: Math.max(0, share - width), high: Math.min(1, share + width) };
  });
}
