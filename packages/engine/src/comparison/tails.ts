import { lowerBeta, upperGamma } from './specialFunctions.ts';

/** P(X > x) of the chi-squared distribution. */
export const chiSquaredTail = (x: number, df: number): number => upperGamma(df / 2, x / 2);

/** P(|Z| > z) of the normal distribution. */
export const normalTails = (z: number): number => upperGamma(0.5, (z * z) / 2);

/** P(X > x) of the F distribution. */
export function fTail(x: number, { df1, df2 }: { readonly df1: number; readonly df2: number }): number {
  if (x <= 0) return 1;
  const whole = df2 + df1 * x;
  return lowerBeta(df2 / whole, (df1 * x) / whole, { a: df2 / 2, b: df1 / 2 });
}
