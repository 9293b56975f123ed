import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { unreachable } from '@atrium/contract/errors/unreachable';
import type { IndexHeader, IndexWriter } from './indexWriter.ts';
import type {
  CollectionIndex,
  ConceptIndex,
  FileKind,
  FilesIndex,
  LeftOut,
  OntologyIndex,
  ReleaseIndex,
  Term,
  Terms,
  Values,
} from './releaseIndex.ts';

/** Files of another version are built anew. */
const version = 8;
const magic = Buffer.from(`ATRIUM INDEX ${String(version).padStart(2, '0')}\n`);
/** After the magic, u32 each: the bytes of the header, those of the memory, and the check sum of both. */
const sizesBytes = 12;
const headerAt = magic.length + sizesBytes;
/** To read or to check so many takes less than a millisecond. */
const pieceBytes = 1024 * 1024;
/** A line of the header has about so many texts or numbers at the most, so that it is parsed in a millisecond. */
const itemsOfLine = 5_000;

interface StoredConcept {
  readonly number: number;
  /** Without the texts. */
  readonly values: Exclude<Values, { kind: 'texts' }> | { readonly kind: 'texts' };
  readonly codes: ConceptIndex['codes'];
  readonly lists: ConceptIndex['lists'];
  readonly postings: ConceptIndex['postings'];
  readonly subjects: ConceptIndex['subjects'];
  readonly hasTerms: boolean;
}

/** A line of the header: those of texts and terms belong to the concept before. */
type HeaderLine =
  | {
      readonly line: 'index';
      readonly of: string;
      readonly subjects: number;
      readonly leftOut: readonly (readonly [number, LeftOut])[];
    }
  | { readonly line: 'collection'; readonly id: string; readonly collection: CollectionIndex }
  | ({ readonly line: 'concept' } & StoredConcept)
  | { readonly line: 'texts'; readonly texts: readonly string[] }
  | { readonly line: 'labels'; readonly labels: Terms['labels'] }
  | { readonly line: 'within'; readonly terms: readonly (readonly [string, readonly number[]])[] }
  | { readonly line: 'alternatives'; readonly terms: readonly (readonly [string, readonly string[]])[] }
  | { readonly line: 'files'; readonly columns: Omit<FilesIndex, 'kinds'> }
  | { readonly line: 'fileKinds'; readonly kinds: readonly FileKind[] }
  | { readonly line: 'unknown'; readonly codes: readonly number[] }
  | { readonly line: 'ontology'; readonly number: number }
  | { readonly line: 'terms'; readonly terms: readonly Term[] }
  | { readonly line: 'synonyms'; readonly synonyms: OntologyIndex['synonyms'] };

/** The items in lists of about so many, as `sizeOf` counts them. */
function* inLines<Item>(items: Iterable<Item>, sizeOf: (item: Item) => number): Generator<readonly Item[]> {
  let line: Item[] = [];
  let size = 0;
  for (const item of items) {
    line.push(item);
    size += sizeOf(item);
    if (size < itemsOfLine) continue;
    yield line;
    line = [];
    size = 0;
  }
  if (line.length > 0) yield line;
}

function* linesOf(
  { subjects, collections, concepts, ontologies, files, leftOut }: IndexHeader,
  of: string,
): Generator<HeaderLine> {
  yield { line: 'index', of, subjects, leftOut: [...leftOut] };
  for (const [id, collection] of collections) yield { line: 'collection', id, collection };
  for (const [number, { terms, values, ...held }] of concepts) {
    const isText = values.kind === 'texts';
    const stored = isText ? { kind: values.kind } : values;
    yield { line: 'concept', number, values: stored, ...held, hasTerms: terms !== null };
    if (isText)
      for (const texts of inLines(values.texts, ({ length }) => 1 + length / 20))
        yield { line: 'texts', texts };
    if (terms !== null) yield* linesOfTerms(terms);
  }
  for (const [number, { terms, synonyms }] of ontologies) {
    yield { line: 'ontology', number };
    for (const part of inLines(terms, ({ label }) => 2 + label.length / 20))
      yield { line: 'terms', terms: part };
    for (const part of inLines(synonyms, ([, { length }]) => 1 + length / 20))
      yield { line: 'synonyms', synonyms: part };
  }
  if (files === null) return;
  const { kinds, ...columns } = files;
  yield { line: 'files', columns };
  for (const part of inLines(kinds, ({ type }) => 4 + type.length / 20))
    yield { line: 'fileKinds', kinds: part };
}

function* linesOfTerms({ labels, within, alternatives, unknown }: Terms): Generator<HeaderLine> {
  const sizeOf = ([, { length }]: readonly [string, { readonly length: number }]): number => 1 + length;
  for (const line of inLines(labels, (label) => 1 + (label ?? '').length / 20))
    yield { line: 'labels', labels: line };
  for (const terms of inLines(inParts(within), sizeOf)) yield { line: 'within', terms };
  for (const terms of inLines(alternatives, sizeOf)) yield { line: 'alternatives', terms };
  for (const codes of inLines(unknown, () => 1)) yield { line: 'unknown', codes };
}

/** A broad term has many codes: it comes several times then. */
function* inParts(within: Terms['within']): Generator<readonly [string, readonly number[]]> {
  for (const [term, codes] of within)
    for (let at = 0; at < codes.length; at += itemsOfLine) yield [term, codes.slice(at, at + itemsOfLine)];
}

/**
 * Writes an index beside its release; the file gets its name when it is whole and on the disk. `of` tells the tables of
 * the release from those of every other one, also of the same name.
 */
export async function saveIndex(
  writer: Pick<IndexWriter, 'header' | 'pieces'>,
  { file, of }: { readonly file: string; readonly of: string },
): Promise<void> {
  const header = Buffer.concat(
    [...linesOf(writer.header(), of)].map((line) => Buffer.from(`${JSON.stringify(line)}\n`)),
  );
  // Another process may make the same index at the same time.
  const draft = `${file}.${randomUUID()}.draft`;
  const handle = await open(draft, 'w', 0o600);
  try {
    const sizes = Buffer.alloc(sizesBytes);
    await handle.write(Buffer.concat([magic, sizes, header]));
    let sum = crc32(header);
    for (const piece of writer.pieces()) {
      if (piece.length === 0) continue;
      sum = crc32(piece, sum);
      await write(handle, piece);
    }
    sizes.writeUInt32LE(header.length, 0);
    sizes.writeUInt32LE(writer.header().free, 4);
    sizes.writeUInt32LE(sum, 8);
    await handle.write(sizes, 0, sizesBytes, magic.length);
    await handle.sync();
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  await rename(draft, file);
  await syncFolder(path.dirname(file));
}

async function write(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at, bytes.length - at)).bytesWritten;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The file is no index of this version, or not as it was written. */
export class BrokenIndex extends Error {}

/** The index needs more memory than there is for it. */
export class LargeIndex extends Error {
  readonly bytes: number;
  constructor(bytes: number) {
    super(`The index takes ${bytes} bytes.`);
    this.bytes = bytes;
  }
}

interface LoadOptions {
  /** What the index must be of. */
  readonly of: string;
  readonly makeMemory: (bytes: number) => ArrayBufferLike;
  /** Bytes of memory that are wanted beside the index. */
  readonly scratch: number;
  /** Whether there is room for so many bytes, those of `scratch` included (rule 16.19). Default: there is. */
  readonly takeRoom?: (bytes: number) => boolean;
}

/**
 * Loads an index into a memory of the given maker, which has `scratch` bytes more than the index needs. It never takes
 * more than a few milliseconds without a pause.
 * @throws BrokenIndex where it must be built anew; LargeIndex where it does not fit
 */
export async function loadIndex(
  file: string,
  { of, makeMemory, scratch, takeRoom = () => true }: LoadOptions,
): Promise<ReleaseIndex> {
  const handle = await open(file);
  try {
    const fixed = Buffer.alloc(headerAt);
    await fill(handle, fixed, 0);
    if (!fixed.subarray(0, magic.length).equals(magic))
      throw new BrokenIndex('The index has another version.');
    const headerBytes = fixed.readUInt32LE(magic.length);
    const bytes = fixed.readUInt32LE(magic.length + 4);
    const { size } = await handle.stat();
    if (size !== headerAt + headerBytes + bytes)
      throw new BrokenIndex('The index is not as long as it says.');
    if (!takeRoom(bytes + scratch)) throw new LargeIndex(bytes);
    const header = Buffer.alloc(headerBytes);
    const memory = makeMemory(bytes + scratch);
    const ofHeader = await fill(handle, header, headerAt);
    const sum = await fill(handle, new Uint8Array(memory, 0, bytes), headerAt + headerBytes, ofHeader);
    if (sum !== fixed.readUInt32LE(magic.length + 8))
      throw new BrokenIndex('The index is not as it was written.');
    return { ...(await parseHeader(header, of)), memory, free: bytes };
  } finally {
    await handle.close();
  }
}

/** Reads what lies from a byte of the file on; returns the check sum of it, after that of what was read before. */
async function fill(handle: FileHandle, into: Uint8Array, from: number, before = 0): Promise<number> {
  let sum = before;
  for (let at = 0; at < into.length; ) {
    const { bytesRead } = await handle.read(into, at, Math.min(pieceBytes, into.length - at), from + at);
    if (bytesRead === 0) throw new BrokenIndex('The index is shorter than it says.');
    sum = crc32(into.subarray(at, at + bytesRead), sum);
    at += bytesRead;
  }
  return sum;
}

type Parsed = Omit<IndexHeader, 'free'>;

/** The header is parsed for so long at once. */
const maxSliceMs = 2;

async function parseHeader(header: Buffer, of: string): Promise<Parsed> {
  const { take, parsed } = createParser(of);
  let began = performance.now();
  for (let at = 0; at < header.length; ) {
    const end = header.indexOf(0x0a, at);
    take(JSON.parse(header.toString('utf8', at, end)));
    at = end + 1;
    if (performance.now() - began < maxSliceMs) continue;
    await setImmediate();
    began = performance.now();
  }
  return parsed();
}

/** Takes line after line. */
function createParser(of: string): {
  readonly take: (line: HeaderLine) => void;
  readonly parsed: () => Parsed;
} {
  let subjects = 0;
  let leftOut: Parsed['leftOut'] = new Map();
  const collections = new Map<string, CollectionIndex>();
  const concepts = new Map<number, ConceptIndex>();
  const ontologies = new Map<number, OntologyIndex>();
  let files: (Omit<FilesIndex, 'kinds'> & { readonly kinds: FileKind[] }) | null = null;
  let texts: string[] = [];
  let terms: MutableTerms = noTerms();
  let ontology = noOntology();
  const addConcept = ({ number, hasTerms, values, ...held }: StoredConcept): void => {
    texts = [];
    terms = noTerms();
    const { codes, lists, postings, subjects: sets } = held;
    concepts.set(number, {
      ...{ codes, lists, postings, subjects: sets, terms: hasTerms ? terms : null },
      values: values.kind === 'texts' ? { kind: 'texts', texts } : values,
    });
  };
  const addOntology = (number: number): void => {
    ontology = noOntology();
    ontologies.set(number, ontology);
  };
  const take = (line: HeaderLine): void => {
    switch (line.line) {
      case 'index':
        if (line.of !== of) throw new BrokenIndex('The index is that of other tables.');
        subjects = line.subjects;
        leftOut = new Map(line.leftOut);
        break;
      case 'collection':
        collections.set(line.id, line.collection);
        break;
      case 'concept':
        addConcept(line);
        break;
      case 'texts':
        for (const text of line.texts) texts.push(text);
        break;
      case 'ontology':
        addOntology(line.number);
        break;
      case 'terms':
        ontology.terms.push(...line.terms);
        break;
      case 'synonyms':
        ontology.synonyms.push(...line.synonyms);
        break;
      case 'files':
        files = { ...line.columns, kinds: [] };
        break;
      case 'fileKinds':
        files?.kinds.push(...line.kinds);
        break;
      default:
        addTerms(terms, line);
    }
  };
  return { take, parsed: () => ({ subjects, leftOut, collections, concepts, ontologies, files }) };
}

type TermsLine = Extract<HeaderLine, { line: 'labels' | 'within' | 'alternatives' | 'unknown' }>;

function addTerms(terms: MutableTerms, line: TermsLine): void {
  switch (line.line) {
    case 'labels':
      for (const label of line.labels) terms.labels.push(label);
      break;
    case 'within':
      for (const [term, codes] of line.terms) addCodes(terms.within, term, codes);
      break;
    case 'alternatives':
      for (const [term, others] of line.terms) terms.alternatives.set(term, others);
      break;
    case 'unknown':
      terms.unknown.push(...line.codes);
      break;
    default:
      unreachable(line);
  }
}

interface MutableTerms {
  readonly labels: (string | null)[];
  readonly within: Map<string, number[]>;
  readonly alternatives: Map<string, readonly string[]>;
  readonly unknown: number[];
}

const noTerms = (): MutableTerms => ({
  labels: [],
  within: new Map(),
  alternatives: new Map(),
  unknown: [],
});

const noOntology = (): { readonly terms: Term[]; readonly synonyms: (readonly [string, string])[] } => ({
  terms: [],
  synonyms: [],
});

function addCodes(within: MutableTerms['within'], term: string, codes: readonly number[]): void {
  const known = within.get(term);
  if (known === undefined) within.set(term, [...codes]);
  else for (const code of codes) known.push(code);
}
