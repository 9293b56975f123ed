import type { AggregationMethod, ConceptType } from '@atrium/contract';
import type { ColumnSubject } from './columnSubject.ts';
import {
  extremeInputs,
  frequentInputs,
  type InputSpec,
  listAllInputs,
  positionInput,
  presenceInputs,
  textPresenceInputs,
} from './inputs.ts';

/** A way of turning a group's values into one cell, as the column editor offers it. */
export interface Method {
  readonly id: AggregationMethod;
  readonly group: 'list' | 'aggregate';
  readonly label: string;
  readonly inputs: readonly InputSpec[];
}

type MethodTable = Readonly<
  Record<
    AggregationMethod,
    {
      readonly group: 'list' | 'aggregate';
      readonly label: string;
      readonly suits: (subject: ColumnSubject) => boolean;
      readonly inputs?: (subject: ColumnSubject) => readonly InputSpec[];
    }
  >
>;

const any = (): boolean => true;
const ofType =
  (...types: readonly ConceptType[]) =>
  ({ concept }: ColumnSubject): boolean =>
    types.includes(concept.type);
const isMeasured = ofType('number', 'age');
const isDate = ofType('date');
const isOrdered = (subject: ColumnSubject): boolean => subject.start !== null && !isDate(subject);

/** The closed list of methods in the order of the editor, with the concepts each suits (rule 5.6). */
const methods: MethodTable = {
  list_distinct: { group: 'list', label: 'list distinct', suits: any },
  list_all: { group: 'list', label: 'list all', suits: any, inputs: listAllInputs },
  count_distinct: { group: 'aggregate', label: 'count distinct', suits: any },
  count_all: { group: 'aggregate', label: 'count all', suits: any },
  most_frequent: { group: 'aggregate', label: 'most frequent', suits: any, inputs: () => frequentInputs },
  latest: {
    group: 'aggregate',
    label: 'latest',
    suits: isOrdered,
    inputs: () => [positionInput('latest_ordinal_position')],
  },
  earliest: {
    group: 'aggregate',
    label: 'earliest',
    suits: isOrdered,
    inputs: () => [positionInput('earliest_ordinal_position')],
  },
  average: { group: 'aggregate', label: 'average', suits: isMeasured },
  median: { group: 'aggregate', label: 'median', suits: isMeasured },
  std_dev: { group: 'aggregate', label: 'standard deviation', suits: isMeasured },
  min: {
    group: 'aggregate',
    label: 'minimum',
    suits: isMeasured,
    inputs: (subject) => extremeInputs('min', subject),
  },
  max: {
    group: 'aggregate',
    label: 'maximum',
    suits: isMeasured,
    inputs: (subject) => extremeInputs('max', subject),
  },
  sum: { group: 'aggregate', label: 'sum', suits: isMeasured },
  min_date: { group: 'aggregate', label: 'earliest date', suits: isDate },
  max_date: { group: 'aggregate', label: 'latest date', suits: isDate },
  has_value: {
    group: 'aggregate',
    label: 'has value',
    suits: ofType('category'),
    inputs: presenceInputs,
  },
  has_value_text: {
    group: 'aggregate',
    label: 'has value',
    suits: ofType('text', 'ontology'),
    inputs: textPresenceInputs,
  },
};

const isMethod = (id: string): id is AggregationMethod => Object.hasOwn(methods, id);

/** The method of that id, if it suits the subject; undefined for any other. */
export function findMethod(id: string, subject: ColumnSubject): Method | undefined {
  if (!isMethod(id)) return undefined;
  const { group, label, suits, inputs } = methods[id];
  return suits(subject) ? { id, group, label, inputs: inputs?.(subject) ?? [] } : undefined;
}

/** Every method that suits the subject, lists first. */
export const methodsFor = (subject: ColumnSubject): readonly Method[] =>
  Object.keys(methods).flatMap((id) => findMethod(id, subject) ?? []);
