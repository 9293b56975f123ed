import type { Day } from '@atrium/contract/calendar/days';
import { parseDay } from '@atrium/contract/calendar/days';
import type {
  CohortEntry,
  CountRule,
  CriteriaSet,
  EventRule,
  FilterEntry,
} from '@atrium/contract/wire/cohortDefinition';

/** Short ways to write definitions in tests; entry ids are the concept's name unless given. */
const head = (conceptId: string) => ({
  entryId: conceptId,
  conceptId,
  prefilterValue: null,
  excludeSelected: false,
});

type Choice = Extract<FilterEntry, { kind: 'choice' }>;
type Flags = { readonly orNull?: boolean };

export const day = (text: string): Day => {
  const read = parseDay(text);
  if (read === undefined) throw new Error(`${text} is not a day.`);
  return read;
};

export const choice = (conceptId: string, ...categories: Choice['categories']): FilterEntry => ({
  kind: 'choice',
  ...head(conceptId),
  categories,
});
export const range = (
  conceptId: string,
  min: number | null,
  max: number | null,
  { orNull = false }: Flags = {},
): FilterEntry => ({ kind: 'range', ...head(conceptId), min, max, includeNullAndMissing: orNull });
export const terms = (
  conceptId: string,
  codes: readonly string[],
  { orNull = false, orUnknown = false }: Flags & { readonly orUnknown?: boolean } = {},
): FilterEntry => ({
  kind: 'ontology',
  ...head(conceptId),
  terms: codes.map((code) => ({ code, label: code })),
  includeNullAndMissing: orNull,
  includeOntologyUnknown: orUnknown,
});
export const text = (
  conceptId: string,
  given: readonly string[],
  { orNull = false }: Flags = {},
): FilterEntry => ({ kind: 'text', ...head(conceptId), terms: [...given], includeNullAndMissing: orNull });
export const dates = (
  conceptId: string,
  min: string | null,
  max: string | null,
  { orNull = false }: Flags = {},
): FilterEntry => ({
  kind: 'dateRange',
  ...head(conceptId),
  queryType: 'date_range',
  min: min === null ? null : day(min),
  max: max === null ? null : day(max),
  includeNullAndMissing: orNull,
});
export const daysAgo = (conceptId: string, days: number): FilterEntry => ({
  kind: 'relativeDate',
  ...head(conceptId),
  queryType: 'relative_to_today',
  daysAgo: days,
  includeNullAndMissing: false,
});

export const exclude = (filter: FilterEntry): FilterEntry => ({ ...filter, excludeSelected: true });
export const withPrefilter = (filter: FilterEntry, prefilterValue: string): FilterEntry => ({
  ...filter,
  prefilterValue,
});
export const or = (...entries: FilterEntry[]): CohortEntry => ({
  kind: 'or_group',
  entryId: 'group',
  entries,
});

export interface SetOptions {
  readonly count?: readonly [CountRule['operator'], number];
  readonly event?: EventRule;
  readonly id?: string;
  readonly alias?: string;
  /** Sets of one group are alternatives. */
  readonly group?: string;
}
export const set = (
  collectionId: string,
  entries: CohortEntry[] = [],
  { count, event, id = collectionId, alias, group }: SetOptions = {},
): CriteriaSet => ({
  kind: 'criteria_set',
  entryId: id,
  collectionId,
  entries,
  ...(alias === undefined ? {} : { alias }),
  ...(count === undefined ? {} : { countRule: { operator: count[0], value: count[1] } }),
  ...(event === undefined ? {} : { eventRule: event }),
  ...(group === undefined ? {} : { orGroupId: group }),
});

/** Within so many days of the target set's event; edges are starts unless said. */
export const near = (
  targetEntryId: string,
  from: number,
  to: number,
  toEdge: 'start' | 'end' = 'start',
): EventRule => ({
  kind: 'relative_to_other_event',
  targetEntryId,
  referenceDate: 'start',
  rangeStartDaysFromTarget: from,
  rangeStartTarget: 'start',
  rangeEndDaysFromTarget: to,
  rangeEndTarget: toEdge,
});
export const anyDate: EventRule = { kind: 'no_restriction' };
