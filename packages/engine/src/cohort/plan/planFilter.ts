import type { Day } from '@atrium/contract/calendar/days';
import { kindOf, meaningOf } from '../../concepts/kinds.ts';
import type { RowCondition } from '../../concepts/rowCondition.ts';
import type { Concept } from '../../dictionary/dictionary.ts';
import type { SoundEntry, SoundFilter } from '../check/checkedCohort.ts';

/** A single condition stands for itself. */
function anyOf(conditions: readonly RowCondition[]): RowCondition {
  const [only] = conditions;
  return only !== undefined && conditions.length === 1 ? only : { kind: 'or', conditions };
}

/** The condition of a set's entry on one row: its filter, or any filter of an or-group (rule 2.3). */
export const planEntry = (entry: SoundEntry, today: Day): RowCondition =>
  entry.kind === 'or_group'
    ? anyOf(entry.filters.map((filter) => planFilter(filter, today)))
    : planFilter(entry, today);

/** Exclude negates the values with their null part, never the prefilter (rules 2.5 and 2.12). */
function planFilter(sound: SoundFilter, today: Day): RowCondition {
  const { filter, concept, prefilter } = sound;
  const includesNull = 'includeNullAndMissing' in filter && filter.includeNullAndMissing;
  const isNull: readonly RowCondition[] = includesNull ? [{ kind: 'isNull', concept }] : [];
  const values = anyOf([...meaningOf(filter).plan(filter, { ...sound, today }), ...isNull]);
  const isExcluded = filter.excludeSelected && kindOf(concept).mayExclude;
  const condition: RowCondition = isExcluded ? { kind: 'not', condition: values } : values;
  if (prefilter === null) return condition;
  return { kind: 'and', conditions: [planPrefilter(prefilter.concept, prefilter.value), condition] };
}

const never: RowCondition = { kind: 'or', conditions: [] };

/** Equality with one value of the prefilter concept, of whatever type; text that is no such value matches nothing. */
export const planPrefilter = (concept: Concept, value: string): RowCondition =>
  kindOf(concept).equals(concept, value) ?? never;
