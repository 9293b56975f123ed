import type { AggregationSettings } from '@atrium/contract/wire/tableDefinition';
import { type EditError, editError } from '../../definition/outcome.ts';
import type { AggregationRow, Answered, InputSpec } from './aggregation.ts';
import type { ColumnSubject } from './columnSubject.ts';
import { counts } from './counts.ts';
import { dateExtremes, extremes, ofTime } from './extremes.ts';
import { parseInput } from './inputs.ts';
import { lists } from './lists.ts';
import { measures, totals } from './measures.ts';
import { presences } from './presence.ts';

/** Every method by its id, in the order in which editors offer them. */
const rows: ReadonlyMap<string, AggregationRow> = new Map(
  Object.entries({
    ...lists,
    ...counts,
    ...ofTime,
    ...measures,
    ...extremes,
    ...totals,
    ...dateExtremes,
    ...presences,
  }),
);

/** The ids of all methods, for tests that try each of them. */
export const methodIds: readonly string[] = [...rows.keys()];

/** A method as the column editor offers it. */
export interface OfferedMethod {
  readonly id: string;
  readonly group: AggregationRow['group'];
  readonly label: string;
  readonly inputs: readonly InputSpec[];
}

/** Every method that suits the subject, lists first (rule 5.6). */
export const methodsFor = (subject: ColumnSubject): readonly OfferedMethod[] =>
  [...rows].flatMap(([id, { group, label, suits, inputs }]) =>
    suits(subject) ? [{ id, group, label, inputs: inputs?.(subject) ?? [] }] : [],
  );

/** Whether the method gives only a number of values (rule 1.19). */
export const isCount = (id: string | null): boolean => id !== null && rows.get(id)?.isCount === true;

/** A method with the answers to its inputs. */
export interface Aggregation extends Answered {
  readonly method: string;
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
  const row = rows.get(id);
  if (row?.suits(subject) !== true) {
    const error = editError('not_fitting', `"${id}" does not suit ${subject.concept.title}.`);
    return { kind: 'refused', errors: [{ ...error, fields: ['aggregation_method'] }] };
  }
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
