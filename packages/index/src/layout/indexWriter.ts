import type { Codes, Width } from '../kernel/kernel.ts';
import type {
  CollectionIndex,
  ConceptIndex,
  EdgeIndex,
  ReleaseIndex,
  Terms,
  Values,
} from './releaseIndex.ts';

/** Values with what each code stands for; code 0 is no value, code n the nth of `values`. */
export interface Coded {
  readonly codes: Uint32Array;
  readonly values:
    | { readonly kind: 'texts'; readonly texts: readonly string[] }
    | { readonly kind: 'numbers'; readonly numbers: Float64Array }
    | { readonly kind: 'days'; readonly days: Int32Array }
    | { readonly kind: 'booleans' };
}

export interface CodedEdge {
  readonly codes: Uint32Array;
  readonly points: Int32Array;
}

export interface CodedConcept extends Coded {
  /** Where rows may have several values: `offsets[p]` to `offsets[p + 1] - 1` are the codes of position p. */
  readonly offsets: Uint32Array | null;
  readonly terms: Terms | null;
}

export interface CodedCollection {
  readonly id: string;
  readonly offsets: Uint32Array;
  readonly start: CodedEdge | null;
  readonly end: CodedEdge | null;
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

const aligned = (at: number): number => Math.ceil(at / 16) * 16;

/** Gathers the parts of an index and lays them into one memory. */
export function createIndexWriter(subjects: number) {
  const parts: { readonly at: number; readonly numbers: Numbers }[] = [];
  // No part lies at address 0, and codes are read four bytes at a time.
  let end = 16;
  const place = (numbers: Numbers): number => {
    const at = end;
    parts.push({ at, numbers });
    end = aligned(at + numbers.byteLength + 16);
    return at;
  };
  const placeCodes = (codes: Uint32Array, most: number): Codes => {
    const width: Width = most < 0x100 ? 1 : most < 0x10000 ? 2 : 4;
    const narrow = width === 1 ? Uint8Array.from(codes) : width === 2 ? Uint16Array.from(codes) : codes;
    return { at: place(narrow), width };
  };
  const placeValues = (values: Coded['values']): { readonly values: Values; readonly count: number } => {
    if (values.kind === 'texts') return { values, count: values.texts.length };
    if (values.kind === 'booleans') return { values, count: 2 };
    const numbers = values.kind === 'days' ? values.days : values.numbers;
    const count = numbers.length;
    return { values: { kind: values.kind, at: place(numbers), count }, count };
  };
  const placeEdge = (edge: CodedEdge | null): EdgeIndex | null =>
    edge && {
      codes: placeCodes(edge.codes, edge.points.length),
      points: { at: place(edge.points), count: edge.points.length },
    };
  const collections = new Map<string, CollectionIndex>();
  const concepts = new Map<number, ConceptIndex>();
  return {
    addCollection: ({ id, offsets, start, end: edge }: CodedCollection): void => {
      const rows = offsets[subjects] ?? 0;
      collections.set(id, { rows, offsets: place(offsets), start: placeEdge(start), end: placeEdge(edge) });
    },
    addConcept: (number: number, { codes, offsets, terms, ...coded }: CodedConcept): void => {
      const { values, count } = placeValues(coded.values);
      const placed = placeCodes(codes, count);
      const held =
        offsets === null
          ? { codes: placed, lists: null }
          : { codes: null, lists: { offsets: place(offsets), codes: placed } };
      concepts.set(number, { values, terms, ...held });
    },
    /** The index in a memory of the given maker, which has `scratch` bytes more than the index needs. */
    finish: (makeMemory: (bytes: number) => ArrayBufferLike, scratch: number): ReleaseIndex => {
      const memory = makeMemory(end + scratch);
      const bytes = new Uint8Array(memory);
      for (const { at, numbers } of parts)
        bytes.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), at);
      return { memory, subjects, collections, concepts, free: end };
    },
  };
}
