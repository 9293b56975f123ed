import { toExactYearsAndDays } from '@atrium/contract/calendar/ages';
import { formatQuantity } from '@atrium/contract/calendar/numerals';
import type { CohortCurve } from '@atrium/contract/endpoints/cohortInsight';
import type { FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import type { AddFilter } from '@atrium/contract/wire/cohortTransformation';
import { formatExact } from '../../../lib/formatNumber.ts';
import { effectWords } from './effectWords.ts';

/** A filter that has bounds. */
export type BoundedFilter = Extract<FilterEntry, { kind: 'range' | 'rangeOrWords' | 'dateRange' }>;
type Bound = CohortCurve['points'][number]['value'];

export const isBounded = (filter: FilterEntry | undefined): filter is BoundedFilter =>
  filter?.kind === 'range' || filter?.kind === 'rangeOrWords' || filter?.kind === 'dateRange';

/** The sides on which a filter has a bound. */
export const boundedSides = (filter: BoundedFilter): readonly ('min' | 'max')[] =>
  (['min', 'max'] as const).filter((side) => filter[side] !== null);

/** The nearest bound by which the cohort has more subjects than now; undefined where none has. */
export function looserBound({ points }: CohortCurve, own: Bound | null, count: number) {
  const at = points.findIndex(({ value }) => value === own);
  const distance = (index: number) => Math.abs(index - at);
  return points
    .map((point, index) => ({ ...point, index }))
    .filter((point) => point.count > count)
    .sort((one, other) => distance(one.index) - distance(other.index) || other.count - one.count)
    .at(0);
}

/** A bound in words, such as "at most 2 years 30 days"; a whole year stands for its first or last day. */
export function boundWords(scale: CohortCurve['scale'], side: 'min' | 'max', value: Bound): string {
  const say = side === 'min' ? effectWords.atLeast : effectWords.atMost;
  if (typeof value === 'number') return say(scale === 'age' ? ageWords(value) : formatExact(value));
  return say(value.endsWith(side === 'min' ? '-01-01' : '-12-31') ? value.slice(0, 4) : value);
}

function ageWords(days: number): string {
  const age = toExactYearsAndDays(days);
  const years = age.years === 0 ? [] : [formatQuantity(age.years, 'year')];
  return [...years, ...(age.days === 0 && years.length > 0 ? [] : [formatQuantity(age.days, 'day')])].join(
    ' ',
  );
}

/** The edit that gives a filter another bound and leaves the rest of it as it is. */
export function withBound(
  filter: BoundedFilter,
  { scale, bound }: Pick<CohortCurve, 'scale' | 'bound'>,
  value: Bound,
): AddFilter {
  const { conceptId, entryId, prefilterValue, excludeSelected, includeNullAndMissing } = filter;
  const min = bound === 'min' ? value : filter.min;
  const max = bound === 'max' ? value : filter.max;
  return {
    kind: 'add_entry',
    conceptId,
    entryId,
    excludeSelected,
    includeNullAndMissing,
    ignoreWarnings: true,
    ...(prefilterValue === null ? {} : { prefilterValue }),
    ...(filter.kind === 'rangeOrWords' && { selectedCategories: [...filter.categories] }),
    ...(filter.kind === 'dateRange' && { queryType: filter.queryType }),
    ...(scale === 'age' ? ageFields(min, max) : { min: text(min), max: text(max) }),
  };
}

const text = (value: Bound | null): string => String(value ?? '');

function ageFields(min: Bound | null, max: Bound | null) {
  const parts = (days: Bound | null) =>
    days === null ? { years: '', days: '' } : toExactYearsAndDays(Number(days));
  const [from, to] = [parts(min), parts(max)];
  return {
    ageMinYear: String(from.years),
    ageMinDay: String(from.days),
    ageMaxYear: String(to.years),
    ageMaxDay: String(to.days),
  };
}
