import type { FilterEntry } from '@atrium/contract/wire/cohortDefinition';

/**
 * The filter that a missing value meets, too (rule 2.4); null where it does already, or where the filter is excluded and
 * so says itself what becomes of missing values (rule 2.5).
 */
export function withMissing(filter: FilterEntry): FilterEntry | null {
  if (filter.excludeSelected) return null;
  if (filter.kind === 'choice')
    return filter.categories.includes(null) ? null : { ...filter, categories: [...filter.categories, null] };
  return filter.includeNullAndMissing ? null : { ...filter, includeNullAndMissing: true };
}
