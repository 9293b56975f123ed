import type { Day } from '@atrium/contract/calendar/days';
import type { FilterEntry, FilterKind } from '@atrium/contract/wire/cohortDefinition';
import type { AddFilter } from '@atrium/contract/wire/cohortTransformation';
import type { CohortOptions } from '@atrium/contract/wire/concept';
import type { RawBuilder } from 'kysely';
import type { EditError } from '../definition/outcome.ts';
import type { Concept } from '../dictionary/dictionary.ts';
import type { KnownValues } from './pastedValues.ts';
import type { RowCondition } from './rowCondition.ts';

/** How exactly a member sees and may ask of the values of one concept. */
export interface Precision {
  /** Whole years only, of a protected date (rule 1.15). */
  readonly yearsOnly: boolean;
  /** Ages of 90 years and more are one age (rule 1.17). */
  readonly topCodesAges: boolean;
}

/** How a value is written in a file: dates by the day or with their time, ages in whole days, years as numbers. */
export type CellKind =
  | 'text'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'year'
  | 'age'
  | 'integer'
  | 'number'
  | 'numberOrText';

/** The values of a type of concept, for all that depends on the type: a new type is one row (`kinds.ts`). */
export interface ConceptKind {
  /** The column that holds the values (see `storage`). */
  readonly columnType: 'VARCHAR' | 'BOOLEAN' | 'DATE' | 'DOUBLE PRECISION' | 'INTEGER';
  /** What filters on the concept may be; stored filters of other kinds are broken. */
  readonly filterKinds: readonly FilterKind[];
  /** Whether filters on it can be excluded; of a boolean one chooses the other value. */
  readonly mayExclude: boolean;
  /** Whether protected values show as whole years to members who may not see them (rule 1.10). */
  readonly hasYears: boolean;
  /** Whether high values are top-coded (rule 1.17). */
  readonly isTopCoded: boolean;
  /** Whether a value of a permission group's concept makes the subject visible; null where every value does (rule 1.12). */
  readonly isTruthy: ((value: RawBuilder<unknown>) => RawBuilder<unknown>) | null;
  /** How bins and classes are cut; null where each value is a bucket of its own. */
  readonly scale: 'number' | 'age' | 'date' | null;
  /** Whether words stand beside its numbers, as codes above all of them (`numberWords.ts`). */
  readonly hasWords: boolean;
  /** Whether the values are codes of an ontology, shown by their labels. */
  readonly isCoded: boolean;
  /** Whether the values sort as text. */
  readonly isText: boolean;
  /** Whether the values are free text, which may say who somebody is (rule 1.10). */
  readonly isFreeText: boolean;
  /** How one picks values of it for a column that looks for some: from a list or by a search; null where one cannot. */
  readonly picked: 'list' | 'search' | null;
  /** The type of its exported cells. */
  readonly cell: (
    concept: Concept,
    precision: Precision,
  ) => { readonly kind: CellKind; readonly unit: string | null };
  /** The state of its filter editor (rule 3.22); `foundValues` are those in the data. */
  readonly options: (given: {
    readonly concept: Concept;
    readonly filter: FilterEntry | undefined;
    readonly foundValues: readonly string[];
  }) => CohortOptions;
  /** The values of a filter from the fields of a form. */
  readonly parse: (given: FilterForm) => FilterDraft;
  /** Pasted values that must be looked up before the form is parsed. */
  readonly pasted?: (form: AddFilter) => readonly string[];
  /** Equality with one value, given as text; null for text that is no such value. */
  readonly equals: (concept: Concept, text: string) => RowCondition | null;
}

/** A filter form with the concept it names and what is known of its pasted values. */
export interface FilterForm {
  readonly form: AddFilter;
  readonly concept: Concept;
  readonly precision: Precision;
  readonly known: KnownValues | null;
}

type Head = 'entryId' | 'conceptId' | 'prefilterValue' | 'excludeSelected';
type WithoutHead<T> = T extends unknown ? Omit<T, Head> : never;
export type FilterValues = WithoutHead<FilterEntry>;

/** The values of a filter as parsed from a form, with the errors that a stored filter cannot have. */
export interface FilterDraft {
  readonly values: FilterValues;
  readonly errors: readonly EditError[];
  /** Pasted values that were not found, with a warning for each. */
  readonly missing: readonly { readonly value: string; readonly warning: string }[];
}

export const includesNull = ({ includeNullAndMissing }: AddFilter): boolean => includeNullAndMissing ?? false;

/** Why the values of a filter cannot be queried by a member. */
export interface ValueFault {
  readonly code:
    | 'type'
    | 'nothing_chosen'
    | 'no_bounds'
    | 'reversed'
    | 'pattern'
    | 'window'
    | 'whole_years'
    | 'top_coded_age'
    | 'top_coded_year';
  /** The sentence about a stored filter. */
  readonly message: string;
  /** The errors of a form that would make such a filter. */
  readonly formErrors: readonly EditError[];
  /** Whether it may follow from a field that could not be parsed, and is then left out beside that field's error. */
  readonly mayFollow: boolean;
}

export interface Planned extends Precision {
  readonly concept: Concept;
  readonly today: Day;
}

export interface Described extends Precision {
  readonly concept: Concept;
  readonly isExcluded: boolean;
  /** How many values of a list are named. */
  readonly most: number;
}

/** What a kind of filter means: a new kind is one row (`kinds.ts`). */
export interface FilterMeaning<Filter extends FilterEntry = FilterEntry> {
  /** An empty question is refused, not answered with everyone or no one (rule 3.1). */
  fault(filter: Filter, concept: Concept): ValueFault | null;
  /** Faults of a filter that asks for more than the member may see. */
  precisionFaults(filter: Filter, concept: Concept, precision: Precision): readonly ValueFault[];
  /** The values as a condition on a row; any of the conditions must hold. */
  plan(filter: Filter, planned: Planned): readonly RowCondition[];
  /** The values in words; HTML with all data escaped (rule 3.21). */
  describe(filter: Filter, described: Described): string;
  /** The filter as it is shown to a member who sees its values less exactly (rule 3.7). */
  redact(filter: Filter, precision: Precision, concept: Concept): FilterEntry;
}

export type FilterOf<Kind extends FilterKind> = Extract<FilterEntry, { readonly kind: Kind }>;

/** The meaning of one kind of filter, to be asked about any filter of that kind. */
export function filterMeaning<Kind extends FilterKind>(
  kind: Kind,
  meaning: FilterMeaning<FilterOf<Kind>>,
): FilterMeaning {
  const isOwn = (filter: FilterEntry): filter is FilterOf<Kind> => filter.kind === kind;
  const own = (filter: FilterEntry): FilterOf<Kind> => {
    if (isOwn(filter)) return filter;
    throw new Error(`A filter of kind ${filter.kind} was taken for one of kind ${kind}.`);
  };
  return {
    fault: (filter, concept) => meaning.fault(own(filter), concept),
    precisionFaults: (filter, concept, precision) => meaning.precisionFaults(own(filter), concept, precision),
    plan: (filter, planned) => meaning.plan(own(filter), planned),
    describe: (filter, described) => meaning.describe(own(filter), described),
    redact: (filter, precision, concept) => meaning.redact(own(filter), precision, concept),
  };
}
