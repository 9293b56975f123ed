import type { AggregationSettings } from '@atrium/contract';
import {
  type DateReturn,
  dateReturns,
  extremeReturns,
  frequentReturns,
  listOrders,
  presenceReturns,
  textPresenceReturns,
} from './aggregation.ts';
import type { ColumnSubject } from './columnSubject.ts';

/** A question that a method asks; its id is the key under which the answer is posted and stored (rule 5.6). */
export type InputSpec =
  | {
      readonly kind: 'choice';
      readonly id: string;
      readonly label: string;
      readonly options: readonly (readonly [value: string | number, label: string])[];
      readonly initial: string | number;
    }
  | { readonly kind: 'values' | 'searchedValues'; readonly id: string; readonly label: string };

/** How many values a has-value column may look for (rule 5.6). */
export const valueLimit = 1000;
export const lastPosition = 20;

const returnWords = {
  value: 'value',
  count: 'count',
  value_and_count: '(count) value',
  boolean: 'true or false',
  earliest_date: 'first date',
  latest_date: 'last date',
  all_dates: 'all dates',
  earliest_value: 'first value',
  latest_value: 'last value',
  all_values: 'all values',
} as const;
type Return = keyof typeof returnWords;

export const positionInput = (id: string): InputSpec => ({
  kind: 'choice',
  id,
  label: 'position',
  options: Array.from({ length: lastPosition }, (_, index) => [index + 1, `${index + 1}`] as const),
  initial: 1,
});

const returnInput = (id: string, returns: readonly Return[], initial: Return): InputSpec => ({
  kind: 'choice',
  id,
  label: 'show',
  options: returns.map((value) => [value, returnWords[value]] as const),
  initial,
});

const isDateReturn = (value: Return): value is DateReturn => dateReturns.some((known) => known === value);
const needsOrder = (value: Return): boolean => value === 'earliest_value' || value === 'latest_value';

/** Leaves out the answers that rows without dates, or without an order in time, cannot give. */
const givenBy = (subject: ColumnSubject, returns: readonly Return[]): readonly Return[] =>
  returns.filter(
    (value) =>
      (subject.hasEventDates || !isDateReturn(value)) && (subject.start !== null || !needsOrder(value)),
  );

export const listAllInputs = ({ start }: ColumnSubject): readonly InputSpec[] => [
  {
    kind: 'choice',
    id: 'list_all_include_nulls',
    label: 'include missing values',
    options: [
      ['no', 'no'],
      ['yes', 'yes'],
    ],
    initial: 'no',
  },
  ...(start === null ? [] : [orderInput]),
];

const orderInput: InputSpec = {
  kind: 'choice',
  id: 'list_all_ordering',
  label: 'order by',
  options: listOrders.map((order) => [order, order === 'value' ? 'value' : 'event date'] as const),
  initial: 'value',
};

export const frequentInputs: readonly InputSpec[] = [
  positionInput('most_frequent_ordinal_position'),
  returnInput('most_frequent_return_value', frequentReturns, 'value'),
];

export const extremeInputs = (method: 'min' | 'max', subject: ColumnSubject): readonly InputSpec[] => [
  positionInput(`${method}_ordinal_position`),
  returnInput(`${method}_return_value`, givenBy(subject, extremeReturns), 'value'),
];

export const presenceInputs = (subject: ColumnSubject): readonly InputSpec[] => [
  { kind: 'values', id: 'values', label: 'values' },
  returnInput('return_value', givenBy(subject, presenceReturns), 'boolean'),
];

export const textPresenceInputs = (subject: ColumnSubject): readonly InputSpec[] => [
  { kind: 'searchedValues', id: 'values_text', label: 'values' },
  returnInput('return_value_text', givenBy(subject, textPresenceReturns), 'boolean'),
];

/** The answer to one question in stored form, or why it is none. An unanswered choice takes its initial value. */
export function readInput(
  spec: InputSpec,
  given: unknown,
): { readonly value: AggregationSettings[string] } | { readonly error: string } {
  if (spec.kind === 'choice') {
    if (given === undefined || given === null || given === '') return { value: spec.initial };
    const chosen = spec.options.find(([value]) => String(value) === String(given));
    return chosen === undefined ? { error: `"${spec.id}" has no such option.` } : { value: chosen[0] };
  }
  const list = (Array.isArray(given) ? given : [given]).filter(
    (item): item is string => typeof item === 'string' && item !== '',
  );
  const values = [...new Set(list)];
  if (values.length === 0) return { error: 'Choose at least one value.' };
  return values.length > valueLimit ? { error: `Choose at most ${valueLimit} values.` } : { value: values };
}
