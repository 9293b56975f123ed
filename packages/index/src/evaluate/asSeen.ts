import { dayNumber, isoDay, topCodedAgeDays, yearOf } from '@atrium/contract';
import { type Collection, type Concept, eventEnd, eventStart, kindOf, type ReleaseSql } from '@atrium/engine';

/** What a member sees in place of a number or a day; equal or ascending where its values are. */
export type AsSeen = (value: number) => number;

const same: AsSeen = (value) => value;

/** Ages of 90 years and more are one age (rule 1.17). */
const topCoded: AsSeen = (age) => Math.min(age, topCodedAgeDays);

/** No date is later. */
const lastYear = 9999;

const firstDayOf = (year: number): number => dayNumber(`${String(year).padStart(4, '0')}-01-01`);

export const yearOfDay = (day: number): number => yearOf(isoDay(day));

/** All days of a year are its first day, and all years that may tell an age of 90 are one (rules 1.20 and 1.21). */
const yearsOf = (concept: Concept | null): AsSeen => {
  const first = concept === null ? lastYear : concept.topCodedYear;
  return (day) => firstDayOf(Math.max(yearOfDay(day), first ?? 0));
};

/** How a member sees the values of a concept; the engine's `columnOf` says it in SQL. */
export function asSeen(concept: Concept, { visibility }: ReleaseSql): AsSeen {
  const { isTopCoded, hasYears } = kindOf(concept);
  if (visibility.topCodesAges && isTopCoded) return topCoded;
  return visibility.showsYears && concept.hasPhi && hasYears ? yearsOf(concept) : same;
}

/** How a member sees when the rows of a collection start or end; the engine's `edgeOf` says it in SQL. */
export function edgeAsSeen(
  collection: Collection,
  edge: 'start' | 'end',
  { lookup, visibility }: ReleaseSql,
): AsSeen {
  if (lookup.dictionary.eventTime === 'age') return visibility.topCodesAges ? topCoded : same;
  const concept = edge === 'start' ? eventStart(collection, lookup) : eventEnd(collection, lookup);
  return visibility.showsYears && (concept?.hasPhi ?? true) ? yearsOf(concept) : same;
}
