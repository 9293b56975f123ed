import type { Cohort, RootFilters } from '../question.ts';
import type { TermTree } from '../termTree.ts';

/** A table of a peer: how it is made, filled and indexed. */
export interface PeerTable {
  readonly name: string;
  readonly columns: string;
  /**
   * Its rows, as DuckDB selects them from `person` (subject, subject_id, sex, age, weight, smoker, enrolled), `condition`
   * (number, subject, code, term, severity, value, onset, ended), `term` (number, code, label), `within` (ancestor, number),
   * `parent` (number, parent) and `path` (code, path).
   */
  readonly rows: string;
  /** The columns of each index; `PRIMARY KEY (…)` for the key. */
  readonly indexes: readonly string[];
}

/** A cohort as the peer finds it. */
export interface FoundCohort {
  /** Statements that run before, in the same transaction. */
  readonly before: readonly string[];
  /** Selects `subject` of each subject, once. */
  readonly subjects: string;
}

export type Column = 'subject_id' | 'sex' | 'age' | 'weight' | 'smoker';

/** The design of a peer on PostgreSQL: its tables, and the parts of its statements. */
export interface Peer {
  readonly name: string;
  readonly tables: readonly PeerTable[];
  /** Runs once in each session. */
  readonly session?: readonly string[];
  readonly cohort: (cohort: Cohort, tree: TermTree) => FoundCohort;
  /** Selects `subject` and these columns of each subject that the condition on `subject` keeps. */
  readonly people: (columns: readonly Column[]) => string;
  /** Selects `subject`, `severity` and `value` of each condition. */
  readonly conditions: (column: 'severity' | 'value') => string;
  /** Selects `code` and `subject` for each condition at or below one of the terms. */
  readonly below: (terms: readonly number[], tree: TermTree) => string;
}

export const text = (value: string): string => `'${value}'`;

export const codeOf = (term: number, tree: TermTree): string => tree.terms[term]?.code ?? '';

/** One condition on the columns of a table of subjects for each filter. */
export function filterTests({ sex, age, weight, smoker, enrolled }: RootFilters): readonly string[] {
  const range = (name: string, [min, max]: readonly [number, number]): string =>
    `${name} BETWEEN ${min} AND ${max}`;
  return [
    ...(sex === undefined ? [] : [`sex = ${text(sex)}`]),
    ...(age === undefined ? [] : [range('age', age)]),
    ...(weight === undefined ? [] : [range('weight', weight)]),
    ...(smoker === undefined ? [] : [`smoker = ${smoker}`]),
    ...(enrolled === undefined ? [] : [`enrolled BETWEEN ${enrolled.map(text).join(' AND ')}`]),
  ];
}

/** Subjects that every part selects. */
export const intersected = (parts: readonly string[], everyone: string): FoundCohort => ({
  before: [],
  subjects: parts.length === 0 ? everyone : parts.map((part) => `(${part})`).join(' INTERSECT '),
});
