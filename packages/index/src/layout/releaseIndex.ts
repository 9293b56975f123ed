import type { Codes, Postings } from '../kernel/kernel.ts';

/** The values that the codes 1, 2, … of a concept stand for, in ascending order. */
export type Values =
  /** In the order of their code points; codes of an ontology in that of its tree, so that few ranges lie below a term. */
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  /** f64; words beside numbers as the numbers that stand for them. */
  | { readonly kind: 'numbers'; readonly at: number; readonly count: number }
  /** i32, days since 1970-01-01. */
  | { readonly kind: 'days'; readonly at: number; readonly count: number }
  /** False, then true. */
  | { readonly kind: 'booleans' }
  /** Too many texts to be strings: code n is the UTF-8 at `bytes` from the nth offset (u32) to the one after it. */
  | {
      readonly kind: 'storedTexts';
      readonly offsets: number;
      readonly bytes: number;
      readonly count: number;
    };

/** The terms of an ontology above the codes of a concept. */
export interface Terms {
  /** Of the codes 1, 2, …; null where a value is no term. */
  readonly labels: readonly (string | null)[];
  /** For each term that is a value or lies above one, the codes of all values at or below it, ascending. */
  readonly within: ReadonlyMap<string, readonly number[]>;
  /** Merged and replaced ids, and the terms that took their place. */
  readonly alternatives: ReadonlyMap<string, readonly string[]>;
  /** Codes of values that are no terms of the ontology. */
  readonly unknown: readonly number[];
}

export interface ConceptIndex {
  readonly values: Values;
  /** Where a row has one value at most. */
  readonly codes: Codes | null;
  /** Where it may have several: its codes are those from `offsets[p]` (u32) on. */
  readonly lists: { readonly offsets: number; readonly codes: Codes } | null;
  readonly terms: Terms | null;
  /** Null where it has few rows, or too many codes. */
  readonly postings: PostingsIndex | null;
  readonly subjects: SubjectSets | null;
}

export interface PostingsIndex extends Postings {
  /** Codes that have more positions together are looked for one by one. */
  readonly most: number;
}

/** The subjects with a row at or below some terms: the set of term n begins at `at + n * each`. */
export interface SubjectSets {
  readonly terms: readonly string[];
  readonly at: number;
  readonly each: number;
}

/** When rows start or end: codes, and the points that they stand for (i32: days, or ages in days). */
export interface EdgeIndex {
  readonly codes: Codes;
  readonly points: { readonly at: number; readonly count: number };
}

/** A term of an ontology. */
export interface Term {
  readonly code: string;
  readonly label: string;
  /** False: a code of the data that the ontology does not hold. */
  readonly isKnown: boolean;
  readonly isLeaf: boolean;
  /** Codes in the order of their code points. */
  readonly parents: readonly string[];
}

export interface OntologyIndex {
  /** In the order of the ontology. */
  readonly terms: readonly Term[];
  /** Codes with a synonym each, in the order of the statement that lists them. */
  readonly synonyms: readonly (readonly [code: string, synonym: string])[];
}

/** Rows in the order of their subjects, and of one subject by start and number. A row of n subjects has n positions. */
export interface CollectionIndex {
  readonly rows: number;
  /** u32 for each subject, and the number of rows. */
  readonly offsets: number;
  readonly start: EdgeIndex | null;
  readonly end: EdgeIndex | null;
  /** Where subjects share rows, the row at each position (u32), and the largest number of a row. */
  readonly shared: SharedRows | null;
}

export interface SharedRows {
  readonly numbers: number;
  readonly last: number;
}

/** Files whose type and access are the same. */
export interface FileKind {
  /** As `fileTypeKey` writes it. */
  readonly type: string;
  readonly access: string | null;
  /** How many of them have no subject, and their bytes. */
  readonly alone: { readonly files: number; readonly bytes: number };
}

/** The catalogue of files: each is a number from 1 on. */
export interface FilesIndex {
  readonly kinds: readonly FileKind[];
  /** By file, from 0 on, which is none: 1 for the first kind, and so on. */
  readonly codes: Codes;
  /** f64 for each file, from 0 on: its bytes. */
  readonly sizes: number;
  /** The largest number of a file. */
  readonly last: number;
  /** The files of subject s are those from `numbers[offsets[s]]` on (u32). */
  readonly offsets: number;
  readonly numbers: number;
}

/** Why a concept is not in an index. */
export type LeftOut = 'tooManyTexts';

/** All that questions about a release need, in one memory. Subject s of the release is subject s - 1 here. */
export interface ReleaseIndex {
  readonly memory: ArrayBufferLike;
  readonly subjects: number;
  readonly collections: ReadonlyMap<string, CollectionIndex>;
  /** By the number of the concept. */
  readonly concepts: ReadonlyMap<number, ConceptIndex>;
  /** By the number of the ontology. A large one is absent. */
  readonly ontologies: ReadonlyMap<number, OntologyIndex>;
  /** Null where the release has no catalogue of files, or one that is too varied. */
  readonly files: FilesIndex | null;
  /** The numbers of the concepts that were not indexed. */
  readonly leftOut: ReadonlyMap<number, LeftOut>;
  /** From here to the end of the memory, nothing of the index lies. */
  readonly free: number;
}

/** An index whose memory threads share; the last part of the memory is theirs. */
export interface SharedIndex extends ReleaseIndex {
  readonly wasm: WebAssembly.Memory;
}
