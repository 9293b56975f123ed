import { dayNumber, isoDay, yearEdge } from '@atrium/contract';
import { type Bin, type Concept, kindOf, planBins, yearBins } from '@atrium/engine';

interface Observed {
  readonly count: number;
  readonly min: unknown;
  readonly max: unknown;
}

/** How the member sees the values that are counted. */
interface Shown {
  readonly yearsOnly: boolean;
  readonly topCodesAges: boolean;
}

/** The bins of what was observed; for members who see years only, dates are cut at years. */
export function cutBins(
  concept: Concept,
  { count, min, max }: Observed,
  { yearsOnly, topCodesAges }: Shown,
): readonly Bin[] {
  if (kindOf(concept).scale !== 'date') {
    if (min == null || max == null) return [];
    return planBins(concept, { count, min: Number(min), max: Number(max) }, topCodesAges);
  }
  if (typeof min !== 'string' || typeof max !== 'string') return [];
  return yearsOnly ? yearBins(min, max, concept.topCodedYear) : planBins(concept, { count, min, max });
}

/**
 * The least and greatest value of each bin as a filter's inclusive bounds: numbers, days for ages, ISO days for dates.
 * The last bin ends at the greatest value observed; for members who see years only, at the end of its year.
 */
export function binBounds(
  concept: Concept,
  bins: readonly Bin[],
  { max, yearsOnly }: { readonly max: unknown; readonly yearsOnly: boolean },
): readonly [number | string, number | string][] {
  const { scale } = kindOf(concept);
  return bins.map(({ from }, index) => {
    const next = bins[index + 1]?.from;
    if (next === undefined) return [from, scale === 'date' ? lastDay(max, yearsOnly) : Number(max)];
    if (typeof next === 'string') return [from, isoDay(dayNumber(next) - 1)];
    return [from, scale === 'age' || concept.isInteger ? next - 1 : next];
  });
}

const lastDay = (max: unknown, yearsOnly: boolean): string =>
  (yearsOnly ? yearEdge(String(max).slice(0, 4), 'last') : undefined) ?? String(max);
