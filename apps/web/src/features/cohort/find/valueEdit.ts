import { toExactYearsAndDays } from '@atrium/contract/calendar/ages';
import type { CohortDefinition, FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import { type AddFilter, newCriteriaSet } from '@atrium/contract/wire/cohortTransformation';
import type { CohortView } from '@atrium/contract/wire/cohortView';
import type { ConceptDetail, ValueHit } from '@atrium/contract/wire/concept';
import { usualPolarity } from '../editor/polarity.ts';
import { nextSet } from '../nextSet.ts';

export type ValueEdit =
  | { readonly kind: 'new' | 'joins'; readonly edit: AddFilter }
  /** A filter has the value already. */
  | { readonly kind: 'held' };

type ValueFilter = Extract<FilterEntry, { kind: 'choice' | 'ontology' | 'text' }>;

/** A text that would be taken for an expression, or for several texts, needs the editor. */
const needsEditor = ({
  concept: { conceptType, prefilterConcept, prefilterMode },
  text,
}: ValueHit): boolean =>
  (prefilterConcept !== null && prefilterMode === 'required') ||
  (conceptType === 'text' && (text.includes('\n') || /^\/.*\/$/.test(text)));

/**
 * The edit that one click on a value makes: it joins the last filter on its concept that asks for values of the subject,
 * else it is a filter of its own in the place where the editor puts one (rule 11.14). Null where the editor must ask for
 * more.
 */
export function valueEdit(hit: ValueHit, view: CohortView): ValueEdit | null {
  if (needsEditor(hit)) return null;
  const { concept } = hit;
  const filters = filtersOn(concept.conceptId, view.definition).filter(
    (filter) => filter.kind === 'choice' || filter.kind === 'ontology' || filter.kind === 'text',
  );
  if (filters.some((filter) => holds(filter, hit))) return { kind: 'held' };
  const filter = concept.conceptType === 'boolean' ? undefined : filters.at(-1);
  return placed(hit, { view, filter, asks: withValue(filter ?? startOf(hit), hit) });
}

/** The inclusive bounds of a bin: numbers, days for ages, ISO days for dates. */
export type BinBounds = readonly [from: number | string, to: number | string];

/** The edit that a click on a bin makes: the last filter on bounds of its concept moves there, else it is a new one. */
export function boundsEdit(concept: ConceptDetail, bounds: BinBounds, view: CohortView): ValueEdit | null {
  if (concept.prefilterConcept !== null && concept.prefilterMode === 'required') return null;
  const filters = filtersOn(concept.conceptId, view.definition).filter(
    (filter) => filter.kind === 'range' || filter.kind === 'dateRange',
  );
  if (filters.some(({ min, max }) => min === bounds[0] && max === bounds[1])) return { kind: 'held' };
  const filter = filters.at(-1);
  const includeNullAndMissing = filter?.includeNullAndMissing ?? false;
  const asks = { includeNullAndMissing, ...boundsOf(concept, bounds) };
  return placed({ concept, polarityConcept: concept.polarityConcept }, { view, filter, asks });
}

function boundsOf({ conceptType }: ConceptDetail, [from, to]: BinBounds): Partial<AddFilter> {
  if (conceptType === 'date' || conceptType === 'date_deid')
    return { queryType: 'date_range', min: String(from), max: String(to) };
  if (conceptType !== 'age') return { min: String(from), max: String(to) };
  const [min, max] = [toExactYearsAndDays(Number(from)), toExactYearsAndDays(Number(to))];
  return {
    ageMinYear: String(min.years),
    ageMinDay: String(min.days),
    ageMaxYear: String(max.years),
    ageMaxDay: String(max.days),
  };
}

interface Placement {
  readonly view: CohortView;
  /** The filter that is changed. */
  readonly filter: FilterEntry | undefined;
  readonly asks: Partial<AddFilter>;
}

function placed(
  { concept, polarityConcept }: Pick<ValueHit, 'concept' | 'polarityConcept'>,
  { view, filter, asks }: Placement,
): ValueEdit {
  const given = { kind: 'add_entry', conceptId: concept.conceptId, ignoreWarnings: false } as const;
  if (filter !== undefined) return { kind: 'joins', edit: { ...given, entryId: filter.entryId, ...asks } };
  const criteriaSet = nextSet(view.criteriaSets, concept.collectionId)?.entryId;
  const polarity = usualPolarity(view.criteriaSets, { polarityConcept }, criteriaSet);
  return {
    kind: 'new',
    edit: {
      ...given,
      ...(criteriaSet === undefined ? {} : { criteriaSet }),
      ...(polarity === undefined || polarity === 'either' ? {} : { polarity }),
      ...asks,
    },
  };
}

/** The edit that puts the value into a criteria set of its own; null where the editor must ask for more. */
export function newSetEdit(hit: ValueHit): AddFilter | null {
  if (needsEditor(hit)) return null;
  const { concept, polarityConcept } = hit;
  return {
    kind: 'add_entry',
    conceptId: concept.conceptId,
    ignoreWarnings: false,
    criteriaSet: newCriteriaSet,
    ...(polarityConcept === undefined ? {} : { polarity: 'present' }),
    ...withValue(startOf(hit), hit),
  };
}

/** Filters on the concept that do not exclude, of the subject. */
const filtersOn = (conceptId: string, definition: CohortDefinition): readonly FilterEntry[] =>
  definition
    .filter(({ about }) => about === undefined)
    .flatMap(({ entries }) =>
      entries.flatMap((entry) => (entry.kind === 'or_group' ? entry.entries : [entry])),
    )
    .filter(
      (filter) => filter.conceptId === conceptId && !filter.excludeSelected && filter.prefilterValue === null,
    );

const shown = (value: string | boolean | null): string => {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value ?? '';
};

function holds(filter: ValueFilter, { text, code }: ValueHit): boolean {
  if (filter.kind === 'ontology') return filter.terms.some((term) => term.code === code);
  return filter.kind === 'text'
    ? filter.terms.includes(text)
    : filter.categories.some((value) => shown(value) === text);
}

function startOf({ concept: { conceptId, conceptType } }: ValueHit): ValueFilter {
  const head = { entryId: '', conceptId, prefilterValue: null, excludeSelected: false };
  const open = { ...head, includeNullAndMissing: false, terms: [] };
  if (conceptType === 'ontology') return { kind: 'ontology', ...open, includeOntologyUnknown: false };
  return conceptType === 'text' ? { kind: 'text', ...open } : { kind: 'choice', ...head, categories: [] };
}

function withValue(filter: ValueFilter, { text, code }: ValueHit): Partial<AddFilter> {
  switch (filter.kind) {
    case 'choice':
      return { selectedCategories: [...filter.categories.map(shown), text] };
    case 'text':
      return {
        includeNullAndMissing: filter.includeNullAndMissing,
        textSelection: [...filter.terms, text].join('\n'),
      };
    case 'ontology':
      return {
        includeNullAndMissing: filter.includeNullAndMissing,
        includeOntologyUnknown: filter.includeOntologyUnknown,
        ontologySelection: [
          ...filter.terms.map((term) => ({ code: term.code })),
          code === undefined ? text : { code },
        ],
      };
  }
}
