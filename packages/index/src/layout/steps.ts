import type { Codes, Postings } from '../kernel/kernel.ts';

/** Codes from `low` to `high`. */
export interface CodeRange {
  readonly low: number;
  readonly high: number;
}

/** Several codes of each position: those from `offsets[p]` (u32) on. */
export interface Lists {
  readonly offsets: number;
  readonly codes: Codes;
}

/** What a member sees in place of a number or a day: equal or ascending where its values are. */
export type Seen =
  | { readonly as: 'itself' }
  /** Nothing above the limit (rule 1.17). */
  | { readonly as: 'atMost'; readonly limit: number }
  /** Of a day the first one of its year, and of no year before `first` (rules 1.20 and 1.21). */
  | { readonly as: 'year'; readonly first: number };

/** When rows start or end, as a member sees it. */
export interface SeenEdge {
  readonly codes: Codes;
  /** What the codes 1, 2, … stand for: i32 days, or ages in days. */
  readonly points: { readonly at: number; readonly count: number };
  readonly seen: Seen;
  /** Whether distances are in calendar years. */
  readonly inYears: boolean;
}

/** Times of subjects: birth, their own, or those of rows. `moments` are days by code; `unknownPoint` where there is none. */
export type TimeSource =
  | { readonly of: 'birth' }
  | { readonly of: 'subject'; readonly codes: Codes; readonly moments: Int32Array }
  | {
      readonly of: 'rows';
      readonly offsets: number;
      readonly step: Step;
      readonly codes: Codes;
      readonly moments: Int32Array;
    };

/** A stage of a pathway or a way to leave it; it counts from the day after some of the stages. */
export interface TimeStep {
  readonly source: TimeSource;
  readonly dayAfter: readonly number[];
}

/** A pathway (rules 17.30 and 17.31); a time from `exactBelow` on stands for all above it, and says no first time. */
export interface Course {
  readonly stages: readonly TimeStep[];
  readonly exits: readonly TimeStep[];
  readonly last: TimeSource | null;
  readonly exactBelow: number;
}

/**
 * A question about a release as plain data, which a thread can be sent: which rows of a collection, or which subjects,
 * are wanted. Positions and addresses are those of the index of the release.
 */
export type Step =
  | { readonly find: 'all' | 'none' }
  | { readonly find: 'and' | 'or'; readonly steps: readonly Step[] }
  | { readonly find: 'not'; readonly step: Step }
  /** Positions with a code in one of the ranges. */
  | {
      readonly find: 'codes';
      readonly codes: Codes;
      readonly ranges: readonly CodeRange[];
      readonly count: number;
      /** Where few positions have these codes. */
      readonly postings?: Postings | undefined;
      /** Where many subjects have such a row: addresses of sets of all subjects, who are these together. */
      readonly subjects?: readonly number[] | undefined;
    }
  /** Positions with any code in one of the ranges among several. */
  | {
      readonly find: 'anyOfCodes';
      readonly lists: Lists;
      readonly ranges: readonly CodeRange[];
      readonly count: number;
      readonly postings?: Postings | undefined;
    }
  /** Positions with any code among several. */
  | { readonly find: 'anyCode'; readonly lists: Lists }
  /** Rows for which a row of the same subject in the target lies at the right distance. */
  | {
      readonly find: 'paired';
      readonly own: { readonly offsets: number; readonly edge: SeenEdge };
      readonly target: {
        readonly offsets: number;
        readonly step: Step;
        readonly from: SeenEdge;
        readonly to: SeenEdge;
      };
      readonly isSame: boolean;
      /** Whether `target.from` is what the rows of a subject are sorted by: when they start. */
      readonly isOrdered: boolean;
      readonly fromDistance: number;
      readonly toDistance: number;
    }
  /** Subjects with so many rows. */
  | {
      readonly find: 'withRows';
      readonly offsets: number;
      readonly step: Step;
      readonly min: number;
      readonly max: number;
    }
  /** Subjects in one of some sets of all subjects, which lie in the index. */
  | { readonly find: 'inSets'; readonly sets: readonly number[] }
  /** All rows of some subjects. */
  | { readonly find: 'rowsOf'; readonly offsets: number; readonly step: Step }
  /** Subjects with a relative, of the same family, among the subjects that a step finds; code 0 is no family. */
  | {
      readonly find: 'kin';
      readonly families: { readonly codes: Codes; readonly count: number };
      readonly roles: Codes;
      /** Codes of the roles that the subject must have, and the relative; null: any. */
      readonly own: readonly CodeRange[] | null;
      readonly kin: readonly CodeRange[] | null;
      /**
       * Of whom: a relative who is somebody else, so many of the family, or nobody who comes before the subject, where
       * those with an own role come first.
       */
      readonly want: 'another' | 'none before' | { readonly least: number };
      readonly step: Step;
      /** How many subjects the release has: relatives may lie anywhere among them. */
      readonly subjects: number;
    }
  /** Subjects who reached from `min` to `max` stages of a pathway, and of these those who went this way after them. */
  | {
      readonly find: 'course';
      readonly course: Course;
      readonly min: number;
      readonly max: number;
      readonly way: number | null;
    }
  /** Subjects but these, counted from 0. */
  | { readonly find: 'notThese'; readonly subjects: readonly number[] };
