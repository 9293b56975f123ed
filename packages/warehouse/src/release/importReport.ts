import type { DatasetSettings } from '@atrium/contract';
import type { ProblemKind } from './problemKind.ts';

/** A place where a problem was met; `line` is 1-based, in Parquet the number of the row. */
export interface ProblemExample {
  readonly file: string;
  readonly line: number;
  /** As it stands in the file, shortened when long. */
  readonly value: string;
}

/** All problems of one kind in one field; `field` is null where the row as a whole is meant. */
export interface ImportProblem {
  readonly collection: string;
  readonly field: string | null;
  readonly kind: ProblemKind;
  /** The kind in words. */
  readonly message: string;
  readonly count: number;
  /** At most five, in file order. */
  readonly examples: readonly ProblemExample[];
}

/** What became of the rows of one table. `read` = `loaded` + `skipped`. */
export interface CollectionReport {
  readonly collection: string;
  readonly read: number;
  readonly loaded: number;
  readonly skipped: number;
}

/** The end of an import that was not refused. */
export interface ImportReport {
  readonly datasetId: string;
  readonly package: {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly version: string | null;
    /** As the package says it, an ISO instant or day. */
    readonly created: string | null;
  };
  /** Settings that the package proposes. */
  readonly settings: DatasetSettings;
  readonly subjects: number;
  readonly collections: readonly CollectionReport[];
  readonly problems: readonly ImportProblem[];
  readonly dictionary: {
    readonly collections: number;
    readonly concepts: number;
    readonly categories: number;
    readonly ontologies: readonly { readonly id: string; readonly terms: number }[];
  };
  readonly durationMs: number;
}
