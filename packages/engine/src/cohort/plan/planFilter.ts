import { type Day, parseDay, unreachable, windowEnding, yearsOfWindow } from '@atrium/contract';
import type { Concept } from '../../dictionary/dictionary.ts';
import type { SoundEntry, SoundFilter } from '../check/checkedCohort.ts';
import type { RowCondition } from '../cohortPlan.ts';
import { patternOf } from '../regex.ts';

/** A single condition stands for itself. */
function anyOf(conditions: readonly RowCondition[]): RowCondition {
  const [only] = conditions;
  return only !== undefined && conditions.length === 1 ? only : { kind: 'or', conditions };
}

/** What an entry of a set asks of one row: a filter, or any filter of an or-group (rule 2.3). */
export const planEntry = (entry: SoundEntry, today: Day): RowCondition =>
  entry.kind === 'or_group'
    ? anyOf(entry.filters.map((filter) => planFilter(filter, today)))
    : planFilter(entry, today);

/** Exclude negates the values with their null part, never the prefilter (rules 2.5 and 2.12). */
export function planFilter(sound: SoundFilter, today: Day): RowCondition {
  const { filter, concept, prefilter } = sound;
  const includesNull = 'includeNullAndMissing' in filter && filter.includeNullAndMissing;
  const isNull: readonly RowCondition[] = includesNull ? [{ kind: 'isNull', concept }] : [];
  const values = anyOf([...planValues(sound, today), ...isNull]);
  const isExcluded = filter.excludeSelected && concept.type !== 'boolean';
  const condition: RowCondition = isExcluded ? { kind: 'not', condition: values } : values;
  if (prefilter === null) return condition;
  return { kind: 'and', conditions: [planPrefilter(prefilter.concept, prefilter.value), condition] };
}

const never: RowCondition = { kind: 'or', conditions: [] };

/** Equality with one value of the prefilter concept, of whatever type; text that is no such value matches nothing. */
export function planPrefilter(concept: Concept, value: string): RowCondition {
  switch (concept.type) {
    case 'boolean':
      return { kind: 'isBoolean', concept, value: value.toLowerCase() === 'true' };
    case 'number':
    case 'age': {
      const number = Number(value);
      return Number.isFinite(number) ? { kind: 'between', concept, min: number, max: number } : never;
    }
    case 'date': {
      const day = parseDay(value);
      return day === undefined ? never : { kind: 'betweenDays', concept, min: day, max: day };
    }
    case 'category':
    case 'text':
    case 'ontology':
      return { kind: 'oneOf', concept, values: [value] };
    default:
      return unreachable(concept.type);
  }
}

function planValues({ filter, concept, yearsOnly }: SoundFilter, today: Day): readonly RowCondition[] {
  switch (filter.kind) {
    case 'choice':
      return planChoice(filter.categories, concept);
    case 'text':
      return planTerms(filter.terms, concept);
    case 'ontology': {
      const codes = filter.terms.map((term) => term.code);
      const within: readonly RowCondition[] =
        codes.length === 0 ? [] : [{ kind: 'withinTerms', concept, codes }];
      return filter.includeOntologyUnknown ? [...within, { kind: 'unknownTerm', concept }] : within;
    }
    case 'range': {
      const { min, max } = filter;
      return min === null && max === null ? [] : [{ kind: 'between', concept, min, max }];
    }
    case 'dateRange': {
      const { min, max } = filter;
      return min === null && max === null ? [] : [{ kind: 'betweenDays', concept, min, max }];
    }
    case 'relativeDate': {
      const window = yearsOnly ? yearsOfWindow : windowEnding;
      return [{ kind: 'betweenDays', concept, ...window(today, filter.daysAgo) }];
    }
    default:
      return unreachable(filter);
  }
}

function planChoice(chosen: readonly (string | boolean | null)[], concept: Concept): readonly RowCondition[] {
  const values = chosen.filter((value) => typeof value === 'string');
  const truths = chosen.filter((value) => typeof value === 'boolean');
  const conditions: RowCondition[] = truths.map((value) => ({ kind: 'isBoolean', concept, value }));
  if (values.length > 0) conditions.push({ kind: 'oneOf', concept, values });
  if (chosen.includes(null)) conditions.push({ kind: 'isNull', concept });
  return conditions;
}

/** Plain terms are exact and go as one list; each regular expression is a test of its own. */
function planTerms(terms: readonly string[], concept: Concept): readonly RowCondition[] {
  const values: string[] = [];
  const conditions: RowCondition[] = [];
  for (const term of terms) {
    const pattern = patternOf(term);
    if (pattern === null) values.push(term);
    else conditions.push({ kind: 'matches', concept, pattern });
  }
  return values.length === 0 ? conditions : [{ kind: 'oneOf', concept, values }, ...conditions];
}
