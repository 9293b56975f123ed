import type { Day } from '@atrium/contract/calendar/days';
import type { FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import type { PlainOntology, PlainRelease, PlainRow } from '../plainRelease.ts';
import { conceptOf, ontologyOf, type Scalar, valuesOf } from './referenceRows.ts';

const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000);

/** The code itself and everything above it. */
export function ancestors(ontology: PlainOntology, code: string): readonly string[] {
  const term = ontology.terms.find((candidate) => candidate.code === code);
  return [code, ...(term?.parents ?? []).flatMap((parent) => ancestors(ontology, parent))];
}

/**
 * Does a number lie in the range, or a word such as `>89`, whatever number it stands for? Another word never does (rules
 * 2.16 and 2.22).
 */
function liesWithin(value: Scalar, { min, max }: { min: number | null; max: number | null }): boolean {
  if (min === null && max === null) return false;
  if (typeof value !== 'string')
    return (min === null || Number(value) >= min) && (max === null || Number(value) <= max);
  const [, sign = '', number = ''] = /^([<>≤≥]=?)\s*(-?[0-9.]+)$/.exec(value) ?? [];
  if (sign === '') return false;
  return /[<≤]/.test(sign)
    ? min === null && max !== null && Number(number) <= max
    : max === null && min !== null && Number(number) >= min;
}

/** Does one value meet the filter's choice, regardless of null and exclude? (rules 2.14, 2.16 and 2.18) */
function valueMeets(
  value: Scalar,
  filter: FilterEntry,
  context: { release: PlainRelease; today: Day },
): boolean {
  switch (filter.kind) {
    case 'choice':
      return filter.categories.some((category) => category === value);
    case 'text':
      return filter.terms.some((term) =>
        /^\/.+\/$/.test(term) ? new RegExp(term.slice(1, -1)).test(String(value)) : term === value,
      );
    case 'range':
      return liesWithin(value, filter);
    case 'rangeOrWords':
      return filter.categories.some((word) => word === value) || liesWithin(value, filter);
    case 'dateRange':
      if (filter.min === null && filter.max === null) return false;
      return (
        (filter.min === null || String(value) >= filter.min) &&
        (filter.max === null || String(value) <= filter.max)
      );
    case 'relativeDate': {
      const age = dayNumber(context.today) - dayNumber(String(value));
      return age >= 0 && age < filter.daysAgo;
    }
    case 'ontology': {
      const ontology = ontologyOf(context.release, filter.conceptId);
      const code = String(value);
      const isKnown = ontology.terms.some((term) => term.code === code);
      if (!isKnown) return filter.includeOntologyUnknown;
      const above = ancestors(ontology, code);
      return filter.terms.some((term) => above.includes(term.code));
    }
  }
}

function includesNull(filter: FilterEntry): boolean {
  return filter.kind === 'choice' ? filter.categories.includes(null) : filter.includeNullAndMissing;
}

/** Does a row meet a filter? (rules 2.5, 2.7 and 2.12) */
export function rowMeets(
  row: PlainRow,
  filter: FilterEntry,
  context: { release: PlainRelease; today: Day },
): boolean {
  const { concept } = conceptOf(context.release, filter.conceptId);
  if (filter.prefilterValue !== null) {
    const by = concept.prefilter?.conceptId ?? '';
    if (!valuesOf(row, by).some((value) => value === filter.prefilterValue)) return false;
  }
  const values = valuesOf(row, filter.conceptId);
  const positive =
    (values.length === 0 && includesNull(filter)) ||
    values.some((value) => valueMeets(value, filter, context));
  return filter.excludeSelected && concept.type !== 'boolean' ? !positive : positive;
}
