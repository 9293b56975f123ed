import { dayNumber, isoDay } from '@atrium/contract/calendar/dayNumbers';
import { yearEdge } from '@atrium/contract/calendar/days';
import { type Bin, type Concept, kindOf, planBins, yearBins } from '@atrium/engine';
import type { Row } from '@atrium/warehouse';

export interface Observed {
  readonly count: number;
  readonly min: unknown;
  readonly max: unknown;
  readonly mean: number | null;
}

/** What the summary of a range says. */
export function observedIn(summary: Row | undefined): Observed {
  const mean = summary?.['avg'] ?? null;
  return {
    count: Number(summary?.['count'] ?? 0),
    min: summary?.['min'],
    max: summary?.['max'],
    mean: mean === null ? null : Number(mean),
  };
}

/** How the member sees the values that are counted. */
interface Shown {
  readonly yearsOnly: boolean;
  readonly topCodesAges: boolean;
}

/** The bins of what was observed; for members who see years only, dates are cut at years. */
export function cutBins(
  concept: Concept,
  { count, min, max, mean }: Observed,
  { yearsOnly, topCodesAges }: Shown,
): readonly Bin[] {
  if (kindOf(concept).scale !== 'date') {
    if (min == null || max == null) return [];
    return planBins(concept, { count, min: Number(min), max: Number(max), mean }, topCodesAges);
  }
  if (typeof min !== 'string' || typeof max !== 'string') return [];
  return yearsOnly ? yearBins(min, max, concept.topCodedYear) : planBins(concept, { count, min, max });
}

interface Bounds {
  /** The greatest value that was observed. */
  readonly max: unknown;
  readonly yearsOnly: boolean;
  /** The greatest value in each bin, null in an empty one; of numbers. */
  readonly greatest: readonly (number | null)[];
}

/**
 * The least and greatest value of each bin as a filter's inclusive bounds, so that the filter finds what the bar counts
 * (rule 4.8): numbers, days for ages, ISO days for dates. The last bin ends at the greatest value observed; for members
 * who see years only, at the end of its year.
 */
export function binBounds(
  concept: Concept,
  bins: readonly Bin[],
  { max, yearsOnly, greatest }: Bounds,
): readonly [number | string, number | string][] {
  const { scale } = kindOf(concept);
  return bins.map(({ from }, index) => {
    const next = bins[index + 1]?.from;
    if (next === undefined) return [from, scale === 'date' ? lastDay(max, yearsOnly) : Number(max)];
    if (typeof next === 'string') return [from, isoDay(dayNumber(next) - 1)];
    const hasLast = scale === 'age' || (concept.isInteger && Number.isSafeInteger(next));
    return [from, hasLast ? next - 1 : (greatest[index] ?? numberBelow(next))];
  });
}

/** The next number below; where a bin without values ends. */
function numberBelow(value: number): number {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value === 0 ? -Number.MIN_VALUE : value);
  if (value !== 0) bits.setBigInt64(0, bits.getBigInt64(0) + (value > 0 ? -1n : 1n));
  return bits.getFloat64(0);
}

const lastDay = (max: unknown, yearsOnly: boolean): string =>
  (yearsOnly ? yearEdge(String(max).slice(0, 4), 'last') : undefined) ?? String(max);
