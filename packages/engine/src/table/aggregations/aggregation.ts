import type { AggregationSettings } from '@atrium/contract/wire/tableDefinition';
import { kindOf } from '../../concepts/kinds.ts';
import type { EditError } from '../../definition/outcome.ts';
import type { Fragment } from '../compile/names.ts';
import type { ColumnSubject } from './columnSubject.ts';
import type { MeantCell, Pair } from './pairs.ts';

/** What a cell holds: values of the concept, or a figure about them. */
export type CellContent =
  | { readonly kind: 'value'; readonly isList: boolean; readonly holdsNulls: boolean }
  /** A number in the unit of the concept; `isWithinValues` where it lies between the lowest and the highest value. */
  | { readonly kind: 'measure'; readonly isWithinValues: boolean }
  /** Without values it is 0 where `isRequired`, else null (rule 5.8). */
  | { readonly kind: 'count'; readonly isRequired: boolean }
  /** Without values it is false. */
  | { readonly kind: 'truth' }
  | { readonly kind: 'eventDate'; readonly isList: boolean }
  | { readonly kind: 'valueWithCount' };

export const oneValue: CellContent = { kind: 'value', isList: false, holdsNulls: false };
export const listOfValues: CellContent = { kind: 'value', isList: true, holdsNulls: false };
export const oneDate: CellContent = { kind: 'eventDate', isList: false };
export const listOfDates: CellContent = { kind: 'eventDate', isList: true };

/**
 * The columns of the pairs that a method sees: the distinct (row, value) pairs of a group's rows, with the time of the
 * row in `_start`.
 */
export interface PairColumns {
  /** The value as the table shows it; nulls are left out unless a method says otherwise. */
  readonly value: Fragment;
  /** The value as a number; null where it is a word beside the numbers. */
  readonly number: Fragment;
  /** The code behind an ontology label; null for any other concept. */
  readonly code: Fragment | null;
  /**
   * When a row happened, as this member may see it; rows are ordered by this too, since an order within a year tells
   * more than the year (rule 1.16).
   */
  readonly eventDate: Fragment;
}

/** Where a statement of its own reads its pairs, and the number of the column that it fills. */
export interface RankedCell {
  readonly pairs: Fragment;
  readonly index: number;
}

export type AggregationSql =
  /** An SQL aggregate over the pairs of a group. */
  | { readonly kind: 'aggregate'; readonly over: (columns: PairColumns) => Fragment }
  /** A statement that ranks or compares the pairs first: `_group` and the cell, at most one line a group. */
  | { readonly kind: 'statement'; readonly over: (columns: PairColumns, cell: RankedCell) => Fragment };

export const aggregateOf = (over: (columns: PairColumns) => Fragment): AggregationSql => ({
  kind: 'aggregate',
  over,
});

/** An input of a method; its id is the key under which the answer is posted and stored (rule 5.6). */
export type InputSpec =
  | {
      readonly kind: 'choice';
      readonly id: string;
      readonly label: string;
      readonly options: readonly (readonly [value: string | number, label: string])[];
      readonly initial: string | number;
    }
  | { readonly kind: 'values' | 'searchedValues'; readonly id: string; readonly label: string };

/** A method with the answers to its inputs: everything that a table, its headings and its files need of it. */
export interface Answered {
  /** What stands in brackets behind the name of the concept: `distinct`, `2nd latest`, `has VSD, ASD`. */
  readonly words: string;
  readonly content: CellContent;
  readonly sql: AggregationSql;
  /** The same, said slowly over pairs in memory: a new method is held to it by `anyTable.sql.test.ts`. */
  readonly meaning: (pairs: readonly Pair[]) => MeantCell;
}

/** One method of the closed list: a new one is one row (rules 5.5 and 5.6). */
export interface AggregationRow {
  readonly group: 'list' | 'aggregate';
  readonly label: string;
  readonly suits: (subject: ColumnSubject) => boolean;
  /** Whether it gives only a number of values, so that it may be used on a hidden subject id (rule 1.19). */
  readonly isCount?: true;
  readonly inputs?: (subject: ColumnSubject) => readonly InputSpec[];
  /** Why this member cannot use the inputs, apart from inputs that fail to parse. */
  readonly fault?: (inputs: Readonly<Record<string, unknown>>, subject: ColumnSubject) => EditError | null;
  /** From settings that hold an answer to each of the inputs. */
  readonly answer: (settings: AggregationSettings) => Answered;
}

/** Rows of some of the methods, by id. */
export type AggregationRows = Readonly<Record<string, AggregationRow>>;

export const suitsAll = (): boolean => true;
export const suitsMeasures = ({ concept }: ColumnSubject): boolean =>
  ['number', 'age'].includes(kindOf(concept).scale ?? '');
export const suitsDates = ({ concept }: ColumnSubject): boolean => kindOf(concept).scale === 'date';

const suffixes = ['th', 'st', 'nd', 'rd'] as const;

/** 1 → `1st`, 12 → `12th`. */
function ordinal(position: number): string {
  const isTeen = position % 100 > 10 && position % 100 < 14;
  return `${position}${isTeen ? 'th' : (suffixes[position % 10] ?? 'th')}`;
}

/** The words of a method at a position: `latest`, `2nd latest`. */
export const atPosition = (position: number, first: string, other: string): string =>
  position === 1 ? first : `${ordinal(position)} ${other}`;
