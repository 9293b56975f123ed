import type { DatasetSettings } from '@atrium/contract/documents/dataPackage';
import type { IdentifierKind } from '../identify/identifierKinds.ts';
import type { ProblemKind } from './problemKind.ts';

/** check: the package; ontologies, read: its files; store: tables of the release; files: downloadable files; finish: the file itself. */
export type ImportPhase = 'check' | 'ontologies' | 'read' | 'store' | 'files' | 'finish';

/** How far an import is; bytes are those of the package's files, compressed or not. */
export interface ImportProgress {
  readonly phase: ImportPhase;
  /** The table that is loaded now, null outside `read` and `store`. */
  readonly collection: string | null;
  /** Rows read so far, of all tables. */
  readonly rows: number;
  readonly bytesRead: number;
  readonly bytesTotal: number;
  /** Downloadable files that were looked for so far, and their bytes that were read. */
  readonly files?: { readonly done: number; readonly total: number; readonly bytes: number };
}

/** A line with a problem; `line` is 1-based, in Parquet the number of the row, in an ontology that of the term. */
export interface ProblemExample {
  readonly file: string;
  readonly line: number;
  /** As the file has it, shortened when long. */
  readonly value: string;
}

/** All problems of one kind in one field; `field` is null for problems of a row as a whole. */
export interface ImportProblem {
  /** Or the ontology. */
  readonly collection: string;
  readonly field: string | null;
  readonly kind: ProblemKind;
  /** The kind in words. */
  readonly message: string;
  readonly count: number;
  /** The concept of the field; null where it has none. */
  readonly conceptId: string | null;
  /** Whether its values are those of a concept that is neither protected nor an identifier, or of no person (rule 10.30). */
  readonly isOpen: boolean;
  /** At most five, in file order. */
  readonly examples: readonly ProblemExample[];
}

/** How many rows of one table were loaded. `read` = `loaded` + `skipped`. */
export interface CollectionReport {
  readonly collection: string;
  readonly read: number;
  readonly loaded: number;
  readonly skipped: number;
}

/** What became of the downloadable files of a catalogue. `read` = `loaded` + `skipped`. */
export interface FilesReport extends CollectionReport {
  /** Of all that were loaded. */
  readonly bytes: number;
  /** Files that were found where they are named, with their size. */
  readonly found: number;
  /** Of these, files that were read whole and have their checksum. */
  readonly verified: number;
  /** Files that were copied from the package to the storage. */
  readonly copied: number;
}

/** A concept that may say who somebody is, whether it is protected or not (rule 10.27). */
export interface IdentifierReport {
  /** `table.field` */
  readonly field: string;
  readonly conceptId: string;
  readonly kind: IdentifierKind;
  /** The lowest level to which the package opens it; null where it is protected. */
  readonly seenBy: 'deid' | 'agg' | null;
}

/** How many values of a column of numbers are numbers and how many are words; `bounds` are words, as `>89`. */
export interface NumberWordsReport {
  /** `table.field` */
  readonly field: string;
  readonly numbers: number;
  readonly words: number;
  readonly bounds: number;
  /** How many words differ. */
  readonly different: number;
}

/** What subjects agreed to (rule 1.25). */
export interface DataUseReport {
  /** Each text with how many subjects have it, and the parts of it that are no codes. */
  readonly codes: readonly {
    readonly codes: string;
    readonly subjects: number;
    readonly unknown: readonly string[];
  }[];
  /** Subjects without codes, whom no purpose reaches. */
  readonly without: number;
  /** Subjects whom members who see aggregates only count. */
  readonly forAggregates: number;
}

/** The result of an import that was not refused. */
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
  /** Null where the package has no catalogue of files. */
  readonly files: FilesReport | null;
  readonly problems: readonly ImportProblem[];
  readonly identifiers: readonly IdentifierReport[];
  readonly numberWords: readonly NumberWordsReport[];
  /** Null where the package says nothing of data use. */
  readonly dataUse: DataUseReport | null;
  /** What a steward should know of the package as a whole, in sentences. */
  readonly warnings: readonly string[];
  readonly dictionary: {
    readonly collections: number;
    readonly concepts: number;
    readonly categories: number;
    readonly ontologies: readonly { readonly id: string; readonly terms: number }[];
  };
  readonly durationMs: number;
}
