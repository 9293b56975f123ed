import { type Bin, type Concept, planBins, yearBins } from '@atrium/engine';

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

/** The bins of what was observed; dates are cut at years for whoever may see years only. */
export function cutBins(
  concept: Concept,
  { count, min, max }: Observed,
  { yearsOnly, topCodesAges }: Shown,
): readonly Bin[] {
  if (concept.type !== 'date') {
    if (min == null || max == null) return [];
    return planBins(concept, { count, min: Number(min), max: Number(max) }, topCodesAges);
  }
  if (typeof min !== 'string' || typeof max !== 'string') return [];
  return yearsOnly ? yearBins(min, max) : planBins(concept, { count, min, max });
}

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

/**
 * The least and greatest value of each bin as a filter's inclusive bounds: numbers, days for ages, ISO days for dates.
 * The last bin ends at the greatest value observed, or for whoever may see years only at the end of its year.
 */
export function binBounds(
  concept: Concept,
  bins: readonly Bin[],
  { max, yearsOnly }: { readonly max: unknown; readonly yearsOnly: boolean },
): readonly [number | string, number | string][] {
  return bins.map(({ from }, index) => {
    const next = bins[index + 1]?.from;
    if (next === undefined) return [from, greatest(max, yearsOnly)];
    if (typeof next === 'string') return [from, dayBefore(next)];
    return [from, concept.type === 'age' || concept.isInteger ? next - 1 : next];
  });
}

function greatest(max: unknown, yearsOnly: boolean): number | string {
  if (typeof max !== 'string' || !/^\d{4}-/.test(max)) return Number(max);
  return yearsOnly ? `${max.slice(0, 4)}-12-31` : max;
}
