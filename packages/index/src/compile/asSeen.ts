import { topCodedAgeDays } from '@atrium/contract/calendar/ages';
import { type Collection, type Concept, eventEnd, eventStart, kindOf, type ReleaseSql } from '@atrium/engine';
import type { Seen } from '../layout/steps.ts';

const itself: Seen = { as: 'itself' };
const topCoded: Seen = { as: 'atMost', limit: topCodedAgeDays };

/** No date is later. */
const lastYear = 9999;

const yearsOf = (concept: Concept | null): Seen => ({
  as: 'year',
  first: concept === null ? lastYear : (concept.topCodedYear ?? 0),
});

/** How a member sees the values of a concept; the engine's `columnOf` says it in SQL. */
export function asSeen(concept: Concept, { visibility }: ReleaseSql): Seen {
  const { isTopCoded, hasYears } = kindOf(concept);
  if (visibility.topCodesAges && isTopCoded) return topCoded;
  return visibility.showsYears && concept.hasPhi && hasYears ? yearsOf(concept) : itself;
}

/** How a member sees when the rows of a collection start or end; the engine's `edgeOf` says it in SQL. */
export function edgeAsSeen(
  collection: Collection,
  edge: 'start' | 'end',
  { lookup, visibility }: ReleaseSql,
): Seen {
  if (lookup.dictionary.eventTime === 'age') return visibility.topCodesAges ? topCoded : itself;
  const concept = edge === 'start' ? eventStart(collection, lookup) : eventEnd(collection, lookup);
  return visibility.showsYears && (concept?.hasPhi ?? true) ? yearsOf(concept) : itself;
}
