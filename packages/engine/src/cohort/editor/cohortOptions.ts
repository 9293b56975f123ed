import type { CohortDefinition, CohortOptions, FilterEntry } from '@atrium/contract';
import { toExactYearsAndDays, toUsDay, unreachable } from '@atrium/contract';
import type { Concept } from '../../dictionary/dictionary.ts';

interface Editing {
  readonly definition: CohortDefinition;
  /** The filter to edit; one that is not there is as none. */
  readonly entryId?: string | undefined;
  /** The values in the data, of a category that declares none. */
  readonly foundValues?: readonly string[] | undefined;
}

/** The state of a filter editor for a new or an existing filter, as `cohort_def_options` (rule 3.22). */
export function cohortOptions(
  concept: Concept,
  { definition, entryId, foundValues = [] }: Editing,
): CohortOptions {
  const filter = definition
    .flatMap((set) => set.entries.flatMap((entry) => (entry.kind === 'or_group' ? entry.entries : entry)))
    .find((candidate) => candidate.entryId === entryId && candidate.conceptId === concept.id);
  return {
    ...(entryId === undefined ? {} : { entryId }),
    includeNullAndMissing: includesNull(filter),
    excludeSelected: filter?.excludeSelected ?? false,
    ...optionsOf(concept, filter, foundValues),
  };
}

const includesNull = (filter: FilterEntry | undefined): boolean => {
  if (filter === undefined) return false;
  return filter.kind === 'choice' ? filter.categories.includes(null) : filter.includeNullAndMissing;
};

function optionsOf(
  concept: Concept,
  filter: FilterEntry | undefined,
  foundValues: readonly string[],
): CohortOptions {
  switch (concept.type) {
    case 'category':
      return { allValues: allValuesOf(concept, foundValues), selectedValues: selectedOf(filter) };
    case 'boolean':
      return { allValues: ['True', 'False'], selectedValues: selectedOf(filter), isBooleanConcept: true };
    case 'text':
      return filter?.kind === 'text' && filter.terms.length > 0 ? { terms: filter.terms.join('\n') } : {};
    case 'ontology': {
      const chosen = filter?.kind === 'ontology' ? filter : undefined;
      return {
        includeOntologyUnknown: chosen?.includeOntologyUnknown ?? false,
        ...(chosen === undefined || chosen.terms.length === 0 ? {} : { terms: chosen.terms }),
      };
    }
    case 'number': {
      const { min, max } = boundsOf(filter);
      return { existingMin: min, existingMax: max };
    }
    case 'age':
      return ageOptions(filter);
    case 'date':
      return dateOptions(filter);
    default:
      return unreachable(concept.type);
  }
}

const allValuesOf = ({ declaredValues }: Concept, found: readonly string[]): string[] =>
  declaredValues.length > 0 ? [...declaredValues] : [...found];

const boundsOf = (filter: FilterEntry | undefined): { min: number | null; max: number | null } =>
  filter?.kind === 'range' ? filter : { min: null, max: null };

/** Null among them says that "no value" is chosen. */
const selectedOf = (filter: FilterEntry | undefined): (string | null)[] =>
  filter?.kind !== 'choice'
    ? []
    : filter.categories.map((value) => (typeof value === 'boolean' ? (value ? 'True' : 'False') : value));

function ageOptions(filter: FilterEntry | undefined): CohortOptions {
  const { min, max } = boundsOf(filter);
  const parts = (days: number | null) =>
    days === null ? { years: null, days: null } : toExactYearsAndDays(days);
  const from = parts(min);
  const to = parts(max);
  return {
    existingMinYear: from.years,
    existingMinDay: from.days,
    existingMaxYear: to.years,
    existingMaxDay: to.days,
  };
}

function dateOptions(filter: FilterEntry | undefined): CohortOptions {
  if (filter?.kind === 'relativeDate')
    return { queryType: 'relative_to_today', existingMin: null, existingMax: null, daysAgo: filter.daysAgo };
  const { min, max } = filter?.kind === 'dateRange' ? filter : { min: null, max: null };
  return {
    queryType: 'date_range',
    existingMin: min === null ? '' : toUsDay(min),
    existingMax: max === null ? '' : toUsDay(max),
    daysAgo: null,
  };
}
