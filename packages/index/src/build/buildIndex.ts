import { type Collection, type Concept, type ReleaseSql, toQuery } from '@atrium/engine';
import type { RawBuilder } from 'kysely';
import {
  type Coded,
  type CodedEdge,
  createIndexWriter,
  type IndexWriter,
  maxCode,
  type StoredTexts,
} from '../layout/indexWriter.ts';
import type { OfCollection } from './building.ts';
import {
  codingOf,
  compileDictionary,
  compileLastRow,
  compileLines,
  compileRanked,
  measureTexts,
} from './codeStatements.ts';
import { type Column, openColumn, openEdges, readColumns } from './columns.ts';
import { addFiles } from './files.ts';
import type { IndexSource } from './indexSource.ts';
import { type EdgeCodes, joinEdges } from './joinEdges.ts';
import { addOntologies } from './ontologies.ts';
import { addUp, byPosition, type Positions, positionsOf, readPositions } from './positions.ts';
import { type PostingRule, postingsOf, usualPostings } from './postings.ts';
import { type CodeArray, codeArray, codesAsGiven } from './rowCodes.ts';
import { subjectSetsOf } from './subjectSets.ts';
import { arranged } from './terms.ts';

/** A concept with more different texts, or longer ones, is not indexed: statements look for such values. */
const maxTexts = 200_000;
const maxCharacters = 32_000_000;
/** So many codes by row are in memory while columns are read. */
const maxCodesAtOnce = 64_000_000;
const maxColumnsAtOnce = 8;

/**
 * Reads what questions need of a release and gives it to a writer. Beside what is written, memory takes about sixteen
 * bytes for each row of the largest collection.
 * @param release with the visibility of everything
 */
export async function buildIndex(
  source: IndexSource,
  release: ReleaseSql,
  postings: PostingRule = usualPostings,
): Promise<IndexWriter> {
  const { lookup } = release;
  const subjects = await countOf(compileLastRow(lookup.root, release), source);
  const writer = createIndexWriter(subjects);
  for (const collection of lookup.dictionary.collections) {
    const lastRow = await countOf(compileLastRow(collection, release), source);
    await addCollection({ source, release, writer, subjects, postings, collection, lastRow });
  }
  await addOntologies(source, release, writer);
  await addFiles({ source, release, writer, subjects });
  return writer;
}

async function countOf(statement: RawBuilder<unknown>, source: IndexSource): Promise<number> {
  const [row] = await source.rows(toQuery(statement));
  return Number(row?.['count'] ?? 0);
}

async function addCollection(building: OfCollection): Promise<void> {
  const { collection, writer, subjects, lastRow } = building;
  const { subject, ...edges } = openEdges(building);
  const { ofEdges, stored, lists, texts, others } = await sortConcepts(building);
  const columns = [subject, edges.start, edges.end].filter((column) => column !== null);
  const atOnce = Math.max(1, Math.min(maxColumnsAtOnce, Math.floor(maxCodesAtOnce / (lastRow + 1))));
  const fitting = others.splice(0, Math.max(0, atOnce - columns.length));
  const opened = await openColumns(fitting, building);
  await readColumns([...columns, ...opened.map(({ column }) => column)], building);
  const [start, end] = [finishEdge(edges.start), finishEdge(edges.end)];
  const order = { subjects, starts: start?.codes ?? null };
  const positions =
    subject === null ? await readPositions(collection, order, building) : positionsOf(subject.codes, order);
  const placed = (edge: EdgeCodes | null): EdgeCodes | null =>
    edge && { points: edge.points, codes: byPosition(edge.codes, positions, edge.points.length) };
  const coded = joinEdges({ start: placed(start), end: placed(end) });
  writer.addCollection({
    id: collection.id,
    offsets: positions.offsets,
    ...coded,
    shared: collection.sharedRows ? { rows: positions.rows, last: lastRow } : null,
  });
  for (const { concept, edge } of ofEdges) addEdge(concept, coded[edge], building);
  await placeColumns(opened, positions, building);
  for (const { concept, count } of stored) await addStored(concept, { count, positions }, building);
  for (const concept of lists) await addLists(concept, positions, building);
  // Two joins with texts in one statement take longer than each in one of its own.
  for (const concept of texts) await addColumns([concept], positions, building);
  for (let begin = 0; begin < others.length; begin += atOnce)
    await addColumns(others.slice(begin, begin + atOnce), positions, building);
}

/** The concepts of a collection by the way in which they are added; what is not indexed is left out. */
async function sortConcepts(building: OfCollection) {
  const { collection, writer, release } = building;
  const ofEdges: { readonly concept: Concept; readonly edge: 'start' | 'end' }[] = [];
  const stored: { readonly concept: Concept; readonly count: number }[] = [];
  const [lists, texts, others]: [Concept[], Concept[], Concept[]] = [[], [], []];
  for (const concept of release.lookup.dictionary.concepts) {
    if (concept.collectionId !== collection.id) continue;
    const edge = edgeOf(concept, collection);
    const count = edge === null ? await countIfTooMany(concept, building) : null;
    const isText = codingOf(concept, collection).kind === 'text';
    if (edge !== null) ofEdges.push({ concept, edge });
    else if (count === null) (concept.isMultiple ? lists : isText ? texts : others).push(concept);
    else if (concept.id === release.lookup.subjectId?.id) stored.push({ concept, count });
    else writer.leaveOut(concept.number, 'tooManyTexts');
  }
  return { ofEdges, stored, lists, texts, others };
}

interface OpenConcept {
  readonly concept: Concept;
  readonly column: Column;
}

async function openColumns(concepts: readonly Concept[], building: OfCollection): Promise<OpenConcept[]> {
  const { collection, lastRow } = building;
  const opened: OpenConcept[] = [];
  for (const concept of concepts)
    opened.push({ concept, column: await openColumn(codingOf(concept, collection), lastRow + 1, building) });
  return opened;
}

async function placeColumns(
  opened: readonly OpenConcept[],
  positions: Positions,
  building: OfCollection,
): Promise<void> {
  const { postings: rule } = building;
  for (const { concept, column } of opened) {
    const { codes, values, terms } = await arranged(column, concept, building);
    const max = maxCode(values);
    const placed = byPosition(codes, positions, max);
    const postings = values.kind === 'texts' ? postingsOf({ codes: placed, offsets: null, max }, rule) : null;
    const subjects =
      postings && terms && subjectSetsOf({ terms, codes: placed, postings, offsets: positions.offsets });
    building.writer.addConcept(concept.number, {
      codes: placed,
      ...{ values, terms, offsets: null, postings, subjects },
    });
  }
}

async function addColumns(
  concepts: readonly Concept[],
  positions: Positions,
  building: OfCollection,
): Promise<void> {
  const opened = await openColumns(concepts, building);
  await readColumns(
    opened.map(({ column }) => column),
    building,
  );
  await placeColumns(opened, positions, building);
}

function finishEdge(edge: ReturnType<typeof openEdges>['start']): EdgeCodes | null {
  if (edge === null) return null;
  const { codes, values } = edge.finish();
  return { codes, points: Int32Array.from(values) };
}

/** When rows start or end, where the concept says that. */
const edgeOf = ({ id }: Concept, { event }: Collection): 'start' | 'end' | null => {
  if (event === null) return null;
  if (id === event.startConceptId) return 'start';
  return event.isInterval && id === event.endConceptId ? 'end' : null;
};

function addEdge(concept: Concept, edge: CodedEdge | null, { writer, collection }: OfCollection): void {
  if (edge === null) return;
  const { codes, points } = edge;
  const isDay = codingOf(concept, collection).kind === 'day';
  const values: Coded['values'] = isDay
    ? { kind: 'days', days: points }
    : { kind: 'numbers', numbers: Float64Array.from(points) };
  writer.addConcept(concept.number, { codes, values, terms: null, offsets: null });
}

/** How many texts a concept has, where they are too many. */
async function countIfTooMany(concept: Concept, { source, release, collection }: OfCollection) {
  const coding = codingOf(concept, collection);
  if (coding.kind !== 'text') return null;
  const [measured] = await source.rows(toQuery(measureTexts(coding, release)));
  const count = Number(measured?.['count']);
  return count > maxTexts || Number(measured?.['characters']) > maxCharacters ? count : null;
}

/** The ids of subjects stand in tables and put them in order, also where they are too many to be strings. */
async function addStored(
  concept: Concept,
  { count, positions }: { readonly count: number; readonly positions: Positions },
  { source, release, writer, collection, lastRow }: OfCollection,
): Promise<void> {
  const coding = codingOf(concept, collection);
  const { add, codes } = codesAsGiven(lastRow + 1, count);
  await source.columns(toQuery(compileRanked(coding, release)), ([rows = [], read = []], lines) =>
    add(rows, read, lines),
  );
  const stored = storeTexts(count);
  await source.texts(toQuery(compileDictionary(coding, release)), stored.add);
  writer.addConcept(concept.number, {
    codes: byPosition(codes, positions, count),
    ...{ values: { kind: 'storedTexts', texts: stored.finish() }, terms: null, offsets: null },
  });
}

/** Values of a concept that may have several: their codes by row, then by position. */
async function addLists(concept: Concept, positions: Positions, building: OfCollection): Promise<void> {
  const { source, release, writer, collection, lastRow } = building;
  const coding = codingOf(concept, collection);
  const firsts = new Uint32Array(lastRow + 2);
  await source.columns(toQuery(compileLines(coding.table, [], release)), ([rows], lines) => {
    for (let line = 0; line < lines; line += 1) {
      const after = (rows?.[line] ?? 0) + 1;
      firsts[after] = (firsts[after] ?? 0) + 1;
    }
  });
  addUp(firsts);
  const next = firsts.slice();
  const column = await openColumn(coding, firsts[lastRow + 1] ?? 0, building);
  const statement = compileLines(coding.table, [column.coding], release);
  await source.columns(toQuery(statement), ([rows, read = []], lines) => {
    const indexes = new Uint32Array(lines);
    for (let line = 0; line < lines; line += 1) {
      const row = rows?.[line] ?? 0;
      const index = next[row] ?? 0;
      indexes[line] = index;
      next[row] = index + 1;
    }
    column.add(indexes, read, lines);
  });
  const { codes, values, terms } = await arranged(column, concept, building);
  const max = maxCode(values);
  const placed = placeLists({ codes, firsts }, positions, max);
  const postings = values.kind === 'texts' ? postingsOf({ ...placed, max }, building.postings) : null;
  writer.addConcept(concept.number, { ...placed, values, terms, postings });
}

/** The codes of each position, ascending, and where they begin. */
function placeLists(
  { codes, firsts }: { readonly codes: CodeArray; readonly firsts: Uint32Array },
  { rows }: Positions,
  max: number,
): { readonly codes: CodeArray; readonly offsets: Uint32Array } {
  const offsets = new Uint32Array(rows.length + 1);
  rows.forEach((row, position) => {
    offsets[position + 1] = (firsts[row + 1] ?? 0) - (firsts[row] ?? 0);
  });
  addUp(offsets);
  const placed = codeArray(offsets[rows.length] ?? 0, max);
  rows.forEach((row, position) => {
    const at = offsets[position] ?? 0;
    const own = codes.subarray(firsts[row], firsts[row + 1]);
    placed.set(own, at);
    if (own.length > 1) placed.subarray(at, at + own.length).sort();
  });
  return { codes: placed, offsets };
}

/** Gathers so many texts as they lie in an index. */
function storeTexts(count: number): {
  readonly add: (texts: readonly string[]) => void;
  readonly finish: () => StoredTexts;
} {
  const offsets = new Uint32Array(count + 1);
  const pieces: Buffer[] = [];
  let [stored, end] = [0, 0];
  return {
    add: (texts) => {
      for (const text of texts) {
        stored += 1;
        end += Buffer.byteLength(text);
        offsets[stored] = end;
      }
      pieces.push(Buffer.from(texts.join('')));
    },
    finish: () => ({ offsets, bytes: new Uint8Array(Buffer.concat(pieces)) }),
  };
}
