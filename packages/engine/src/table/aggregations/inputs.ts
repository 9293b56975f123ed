import type { AggregationSettings } from '@atrium/contract/wire/tableDefinition';
import { type EditError, type EditErrorCode, editError } from '../../definition/outcome.ts';
import {
  type CellContent,
  type InputSpec,
  listOfDates,
  listOfValues,
  oneDate,
  oneValue,
} from './aggregation.ts';
import type { ColumnSubject } from './columnSubject.ts';

/** How many values a has-value column may look for (rule 5.6). */
export const valueLimit = 1000;
const lastPosition = 20;

/** What a method may answer with: its words among the choices, and what the cell holds then. */
const returns = {
  value: { words: 'value', content: oneValue },
  count: { words: 'count', content: { kind: 'count', isRequired: false } },
  value_and_count: { words: '(count) value', content: { kind: 'valueWithCount' } },
  boolean: { words: 'true or false', content: { kind: 'truth' } },
  earliest_date: { words: 'first date', content: oneDate },
  latest_date: { words: 'last date', content: oneDate },
  all_dates: { words: 'all dates', content: listOfDates },
  earliest_value: { words: 'first value', content: oneValue },
  latest_value: { words: 'last value', content: oneValue },
  all_values: { words: 'all values', content: listOfValues },
} as const satisfies Record<string, { readonly words: string; readonly content: CellContent }>;
type Return = keyof typeof returns;

export const contentOf = (value: Return): CellContent => returns[value].content;

/** When something happened, as an answer: the first, the last or every event date. */
export const dateReturns = ['earliest_date', 'latest_date', 'all_dates'] as const;

export const positionInput = (id: string): InputSpec => ({
  kind: 'choice',
  id,
  label: 'position',
  options: Array.from({ length: lastPosition }, (_, index) => [index + 1, `${index + 1}`] as const),
  initial: 1,
});

export const returnInput = (id: string, offered: readonly Return[], initial: Return): InputSpec => ({
  kind: 'choice',
  id,
  label: 'show',
  options: offered.map((value) => [value, returns[value].words] as const),
  initial,
});

const isDateReturn = (value: Return): boolean => dateReturns.some((known) => known === value);
const needsOrder = (value: Return): boolean => value === 'earliest_value' || value === 'latest_value';

/** Leaves out the answers that rows without dates, or without an order in time, cannot give. */
export const givenBy = (subject: ColumnSubject, offered: readonly Return[]): readonly Return[] =>
  offered.filter(
    (value) =>
      (subject.hasEventDates || !isDateReturn(value)) && (subject.start !== null || !needsOrder(value)),
  );

/** The chosen option, else the first. */
export const pick = <const T extends string>(options: readonly [T, ...T[]], given: unknown): T =>
  options.find((option) => option === given) ?? options[0];

/** The n-th value that is asked for, from 1. */
export const positionIn = (settings: AggregationSettings, id: string): number => Number(settings[id] ?? 1);

export const valuesIn = (settings: AggregationSettings, id: string): readonly string[] => {
  const held = settings[id];
  return Array.isArray(held) ? held : [];
};

/** One input in its stored form, or why it cannot be parsed. A choice that is not given takes its initial value. */
export function parseInput(
  spec: InputSpec,
  given: unknown,
): { readonly value: AggregationSettings[string] } | { readonly error: EditError } {
  if (spec.kind === 'choice') {
    if (given === undefined || given === null || given === '') return { value: spec.initial };
    const chosen = spec.options.find(([value]) => String(value) === String(given));
    if (chosen !== undefined) return { value: chosen[0] };
    return { error: inputError(spec, 'not_fitting', `"${spec.id}" has no such option.`) };
  }
  const list = (Array.isArray(given) ? given : [given]).filter(
    (item): item is string => typeof item === 'string' && item !== '',
  );
  const values = [...new Set(list)];
  if (values.length === 0) return { error: inputError(spec, 'missing', 'Choose at least one value.') };
  return values.length > valueLimit
    ? { error: inputError(spec, 'out_of_range', `Choose at most ${valueLimit} values.`) }
    : { value: values };
}

export const inputError = ({ id }: InputSpec, code: EditErrorCode, message: string): EditError => ({
  ...editError(code, message),
  fields: [id],
});
