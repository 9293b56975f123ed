import { type CodedSums, createParts, type NarrowCodes } from './indexParts.ts';
import type {
  CollectionIndex,
  ConceptIndex,
  EdgeIndex,
  FileKind,
  FilesIndex,
  LeftOut,
  OntologyIndex,
  PostingsIndex,
  ReleaseIndex,
  Terms,
  Values,
} from './releaseIndex.ts';

/** Values with what each code stands for; code 0 is no value, code n the nth of `values`. */
export interface Coded {
  readonly codes: NarrowCodes | CodedSums;
  readonly values:
    | { readonly kind: 'texts'; readonly texts: readonly string[] }
    | { readonly kind: 'numbers'; readonly numbers: Float64Array }
    | { readonly kind: 'days'; readonly days: Int32Array }
    | { readonly kind: 'booleans' }
    | { readonly kind: 'storedTexts'; readonly texts: StoredTexts };
}

/** Texts in UTF-8: text n lies from `offsets[n]` to `offsets[n + 1] - 1`. */
export interface StoredTexts {
  readonly offsets: Uint32Array;
  readonly bytes: Uint8Array;
}

export interface CodedEdge {
  readonly codes: NarrowCodes | CodedSums;
  readonly points: Int32Array;
}

/** Lists of positions as `Postings` of the kernel holds them; codes, or those of a condition, with more than `most` have none. */
export interface CodedPostings {
  readonly rows: number;
  readonly most: number;
  readonly before: Uint32Array;
  readonly begins: Uint32Array;
  readonly lists: Uint8Array;
}

/** Of each term a set of subjects, in `each` bytes. */
export interface CodedSubjects {
  readonly terms: readonly string[];
  readonly each: number;
  readonly sets: Uint8Array;
}

export interface CodedConcept extends Coded {
  /** Where rows may have several values: `offsets[p]` to `offsets[p + 1] - 1` are the codes of position p. */
  readonly offsets: Uint32Array | null;
  readonly terms: Terms | null;
  readonly postings?: CodedPostings | null;
  readonly subjects?: CodedSubjects | null;
}

export interface CodedCollection {
  readonly id: string;
  readonly offsets: Uint32Array;
  readonly start: CodedEdge | null;
  readonly end: CodedEdge | null;
  /** Where subjects share rows: the row at each position, and the largest number of a row. */
  readonly shared: { readonly rows: Uint32Array; readonly last: number } | null;
}

export interface CodedFiles {
  readonly kinds: readonly FileKind[];
  /** By file, from 0 on. */
  readonly codes: NarrowCodes;
  readonly sizes: Float64Array;
  /** The files of subject s are `numbers[offsets[s]]` to `numbers[offsets[s + 1] - 1]`. */
  readonly offsets: Uint32Array;
  readonly numbers: Uint32Array;
}

/** An index that is not in a memory yet. */
export type IndexHeader = Omit<ReleaseIndex, 'memory'>;

/** Gathers the parts of an index. */
export interface IndexWriter {
  addCollection(collection: CodedCollection): void;
  addConcept(number: number, concept: CodedConcept): void;
  addOntology(number: number, ontology: OntologyIndex): void;
  addFiles(files: CodedFiles): void;
  leaveOut(number: number, reason: LeftOut): void;
  /** What was gathered so far; `free` is the size of its memory. */
  header(): IndexHeader;
  /** The memory, piece after piece. */
  pieces(): Generator<Uint8Array>;
  /** The index in a memory of the given maker, which has `scratch` bytes more than the index needs. */
  finish(makeMemory: (bytes: number) => ArrayBufferLike, scratch: number): ReleaseIndex;
}

/** The largest code that values have. */
export function maxCode(values: Coded['values']): number {
  if (values.kind === 'texts') return values.texts.length;
  if (values.kind === 'booleans') return 2;
  if (values.kind === 'storedTexts') return values.texts.offsets.length - 1;
  return values.kind === 'days' ? values.days.length : values.numbers.length;
}

export function createIndexWriter(subjects: number): IndexWriter {
  const { place, placeCodes, pieces, end } = createParts();
  const placeValues = (values: Coded['values']): Values => {
    if (values.kind === 'storedTexts') {
      const { offsets, bytes } = values.texts;
      const count = offsets.length - 1;
      return { kind: values.kind, offsets: place(offsets), bytes: place(bytes), count };
    }
    if (values.kind !== 'days' && values.kind !== 'numbers') return values;
    const numbers = values.kind === 'days' ? values.days : values.numbers;
    return { kind: values.kind, at: place(numbers), count: numbers.length };
  };
  const placeEdge = (edge: CodedEdge | null): EdgeIndex | null =>
    edge && {
      codes: placeCodes(edge.codes, edge.points.length),
      points: { at: place(edge.points), count: edge.points.length },
    };
  const placePostings = ({ rows, most, before, begins, lists }: CodedPostings): PostingsIndex => ({
    ...{ rows, most, before: place(before), begins: place(begins), lists: place(lists) },
  });
  const collections = new Map<string, CollectionIndex>();
  const concepts = new Map<number, ConceptIndex>();
  const ontologies = new Map<number, OntologyIndex>();
  const leftOut = new Map<number, LeftOut>();
  let files: FilesIndex | null = null;
  const header = (): IndexHeader => ({
    ...{ subjects, collections, concepts, ontologies, files, leftOut },
    free: end(),
  });
  return {
    addCollection: ({ id, offsets, start, end: edge, shared }) => {
      const rows = offsets[subjects] ?? 0;
      collections.set(id, {
        ...{ rows, offsets: place(offsets), start: placeEdge(start), end: placeEdge(edge) },
        shared: shared && { numbers: place(shared.rows), last: shared.last },
      });
    },
    addConcept: (number, { codes, offsets, terms, postings = null, subjects: sets = null, ...coded }) => {
      const values = placeValues(coded.values);
      const placed = placeCodes(codes, maxCode(coded.values));
      const held =
        offsets === null
          ? { codes: placed, lists: null }
          : { codes: null, lists: { offsets: place(offsets), codes: placed } };
      concepts.set(number, {
        ...{ values, terms, ...held },
        postings: postings && placePostings(postings),
        subjects: sets && { terms: sets.terms, each: sets.each, at: place(sets.sets) },
      });
    },
    addOntology: (number, ontology) => void ontologies.set(number, ontology),
    addFiles: ({ kinds, codes, sizes, offsets, numbers }) => {
      const placed = { codes: placeCodes(codes, kinds.length), sizes: place(sizes) };
      files = { kinds, ...placed, last: sizes.length - 1, offsets: place(offsets), numbers: place(numbers) };
    },
    leaveOut: (number, reason) => void leftOut.set(number, reason),
    header,
    pieces,
    finish: (makeMemory, scratch) => {
      const memory = makeMemory(end() + scratch);
      const bytes = new Uint8Array(memory);
      let at = 0;
      for (const piece of pieces()) {
        bytes.set(piece, at);
        at += piece.length;
      }
      return { ...header(), memory };
    },
  };
}
