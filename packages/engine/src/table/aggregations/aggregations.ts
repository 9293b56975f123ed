import { type AggregationMethod, type AggregationSettings, aggregationMethods } from '@atrium/contract';
import { type EditError, editError } from '../../definition/outcome.ts';
import type { AggregationRow, AggregationRows, Answered, InputSpec } from './aggregation.ts';
import type { ColumnSubject } from './columnSubject.ts';
import { counts } from './counts.ts';
import { extremes } from './extremes.ts';
import { parseInput } from './inputs.ts';
import { lists } from './lists.ts';
import { measures } from './measures.ts';
import { presences } from './presence.ts';

/** Every method by its id; one without a row fails to compile. */
const rows: AggregationRows<AggregationMethod> = {
  ...lists,
  ...counts,
  ...measures,
  ...extremes,
  ...presences,
};

const isMethod = (id: string): id is AggregationMethod => Object.hasOwn(rows, id);

/** A method as the column editor offers it. */
export interface OfferedMethod {
  readonly id: AggregationMethod;
  readonly group: AggregationRow['group'];
  readonly label: string;
  readonly inputs: readonly InputSpec[];
}

/** Every method that suits the subject, lists first, in the order of the contract's list (rule 5.6). */
export const methodsFor = (subject: ColumnSubject): readonly OfferedMethod[] =>
  aggregationMethods.flatMap((id) => {
    const { group, label, suits, inputs } = rows[id];
    return suits(subject) ? [{ id, group, label, inputs: inputs?.(subject) ?? [] }] : [];
  });

/** Whether the method gives only a number of values (rule 1.19). */
export const isCount = (id: string | null): boolean =>
  id !== null && isMethod(id) && rows[id].isCount === true;

/** A method with the answers to its inputs. */
export interface Aggregation extends Answered {
  readonly method: AggregationMethod;
  readonly settings: AggregationSettings;
}

export type ParsedAggregation =
  | { readonly kind: 'parsed'; readonly aggregation: Aggregation }
  | { readonly kind: 'refused'; readonly errors: readonly EditError[] };

/**
 * Parses a method and the answers to its inputs, from a posted form or from a stored column. Keys that are no
 * input of the method are left out of `settings`; a method that does not suit the subject is refused.
 */
export function parseAggregation(
  id: string,
  inputs: Readonly<Record<string, unknown>>,
  subject: ColumnSubject,
): ParsedAggregation {
  if (!isMethod(id) || !rows[id].suits(subject)) {
    const error = editError('not_fitting', `"${id}" does not suit ${subject.concept.title}.`);
    return { kind: 'refused', errors: [{ ...error, fields: ['aggregation_method'] }] };
  }
  const row = rows[id];
  const settings: AggregationSettings = {};
  const errors = [row.fault?.(inputs, subject) ?? []].flat();
  for (const spec of row.inputs?.(subject) ?? []) {
    const answer = parseInput(spec, inputs[spec.id]);
    if ('error' in answer) errors.push(answer.error);
    else settings[spec.id] = answer.value;
  }
  if (errors.length > 0) return { kind: 'refused', errors };
  return { kind: 'parsed', aggregation: { method: id, settings, ...row.answer(settings) } };
}
