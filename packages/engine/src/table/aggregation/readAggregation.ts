import type { AggregationSettings } from '@atrium/contract';
import { unreachable } from '@atrium/contract';
import {
  type Aggregation,
  extremeReturns,
  frequentReturns,
  listOrders,
  textPresenceReturns,
} from './aggregation.ts';
import type { ColumnSubject } from './columnSubject.ts';
import { readInput } from './inputs.ts';
import { findMethod, type Method } from './methods.ts';

export type AggregationReading =
  | { readonly kind: 'read'; readonly aggregation: Aggregation; readonly settings: AggregationSettings }
  | { readonly kind: 'refused'; readonly errors: readonly string[] };

/**
 * Reads a method and the answers to its questions, from a posted form or from a stored column. Keys that the method
 * does not ask for are left out of `settings`; a method that does not suit the subject is refused.
 */
export function readAggregation(
  methodId: string,
  inputs: Readonly<Record<string, unknown>>,
  subject: ColumnSubject,
): AggregationReading {
  const method = findMethod(methodId, subject);
  if (method === undefined) {
    return { kind: 'refused', errors: [`"${methodId}" does not suit ${subject.concept.title}.`] };
  }
  const settings: AggregationSettings = {};
  const errors: string[] = [...orderFault(method, inputs, subject)];
  for (const spec of method.inputs) {
    const answer = readInput(spec, inputs[spec.id]);
    if ('error' in answer) errors.push(answer.error);
    else settings[spec.id] = answer.value;
  }
  if (errors.length > 0) return { kind: 'refused', errors };
  return { kind: 'read', settings, aggregation: toAggregation(method.id, settings) };
}

/** An order by dates that the member may not use is no order by value. */
function orderFault(
  { id }: Method,
  inputs: Readonly<Record<string, unknown>>,
  { start, collection }: ColumnSubject,
): readonly string[] {
  const byDate = id === 'list_all' && inputs['list_all_ordering'] === 'event_date';
  return byDate && start === null ? [`You may not use the dates of ${collection.title}.`] : [];
}

const pick = <const T extends string>(options: readonly [T, ...T[]], given: unknown): T =>
  options.find((option) => option === given) ?? options[0];

const positionIn = (settings: AggregationSettings, id: string): number => Number(settings[id] ?? 1);

const valuesIn = (settings: AggregationSettings, id: string): readonly string[] => {
  const held = settings[id];
  return Array.isArray(held) ? held : [];
};

function toAggregation(kind: Method['id'], settings: AggregationSettings): Aggregation {
  switch (kind) {
    case 'list_all':
      return {
        kind,
        includeNulls: settings['list_all_include_nulls'] === 'yes',
        order: pick(listOrders, settings['list_all_ordering']),
      };
    case 'most_frequent':
      return {
        kind,
        position: positionIn(settings, 'most_frequent_ordinal_position'),
        returns: pick(frequentReturns, settings['most_frequent_return_value']),
      };
    case 'latest':
    case 'earliest':
      return { kind, position: positionIn(settings, `${kind}_ordinal_position`) };
    case 'min':
    case 'max':
      return {
        kind,
        position: positionIn(settings, `${kind}_ordinal_position`),
        returns: pick(extremeReturns, settings[`${kind}_return_value`]),
      };
    case 'has_value':
    case 'has_value_text': {
      const [values, returns] =
        kind === 'has_value' ? ['values', 'return_value'] : ['values_text', 'return_value_text'];
      return {
        kind,
        values: valuesIn(settings, values),
        returns: pick(textPresenceReturns, settings[returns]),
      };
    }
    case 'list_distinct':
    case 'count_distinct':
    case 'count_all':
    case 'average':
    case 'median':
    case 'std_dev':
    case 'sum':
    case 'min_date':
    case 'max_date':
      return { kind };
    default:
      return unreachable(kind);
  }
}
