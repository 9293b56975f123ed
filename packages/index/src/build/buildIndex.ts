import {
  type Collection,
  type Concept,
  kindOf,
  ontologyNumber,
  type ReleaseSql,
  storage,
  tableOf,
  toQuery,
} from '@atrium/engine';
import { type RawBuilder, sql } from 'kysely';
import {
  type Coded,
  type CodedEdge,
  createIndexWriter,
  type IndexWriter,
  type StoredTexts,
} from '../layout/indexWriter.ts';
import type { Terms } from '../layout/releaseIndex.ts';
import {
  type Coding,
  codingOf,
  compileDictionary,
  compileLastRow,
  compileLines,
  dictionaryOf,
  edgeCoding,
  measureTexts,
  noDay,
  subjectCoding,
} from './codeStatements.ts';
import { addFiles } from './files.ts';
import type { IndexSource } from './indexSource.ts';
import { addOntologies } from './ontologies.ts';
import { addUp, byPosition, type Positions, positionsOf, readPositions } from './positions.ts';
import { type CodeArray, codeArray, codesAsGiven, codesOfNumbers, type LineCodes } from './rowCodes.ts';
import { inOrder, treeOrder } from './treeOrder.ts';

interface Building {
  readonly source: IndexSource;
  readonly release: ReleaseSql;
  readonly writer: IndexWriter;
  readonly subjects: number;
}

interface OfCollection extends Building {
  readonly collection: Collection;
  readonly lastRow: number;
}

/** A concept with more different texts, or longer ones, is not indexed: statements look for such values. */
const maxTexts = 200_000;
const maxCharacters = 32_000_000;
/** So many codes by row are in memory while columns are read. */
const maxCodesAtOnce = 32_000_000;
const maxColumnsAtOnce = 8;

/**
 * Reads what questions need of a release and gives it to a writer. Beside what is written, memory takes about twelve
 * bytes for each row of the largest collection.
 * @param release with the visibility of everything
 */
export async function buildIndex(source: IndexSource, release: ReleaseSql): Promise<IndexWriter> {
  const { lookup } = release;
  const subjects = await countOf(compileLastRow(lookup.root, release), source);
  const writer = createIndexWriter(subjects);
  for (const collection of lookup.dictionary.collections) {
    const lastRow = await countOf(compileLastRow(collection, release), source);
    await addCollection({ source, release, writer, subjects, collection, lastRow });
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
  const { collection, writer, subjects } = building;
  const { subjectOf, start, end } = await readEdges(building);
  const order = { subjects, starts: start?.codes ?? null };
  const positions =
    subjectOf === null ? await readPositions(collection, order, building) : positionsOf(subjectOf, order);
  const placed = (edge: CodedEdge | null): CodedEdge | null =>
    edge && { points: edge.points, codes: byPosition(edge.codes, positions, edge.points.length) };
  const edges = { start: placed(start), end: placed(end) };
  writer.addCollection({
    id: collection.id,
    offsets: positions.offsets,
    ...edges,
    shared: collection.sharedRows ? { rows: positions.rows, last: building.lastRow } : null,
  });
  const concepts: Concept[] = [];
  for (const concept of building.release.lookup.dictionary.concepts) {
    if (concept.collectionId !== collection.id) continue;
    const edge = edgeOf(concept, collection);
    const coded = edge && edges[edge];
    const count = coded === null ? await countIfTooMany(concept, building) : null;
    if (coded !== null) addEdge(concept, coded, building);
    else if (count === null) concepts.push(concept);
    else if (concept.id === building.release.lookup.subjectId?.id)
      await addStored(concept, { count, positions }, building);
    else writer.leaveOut(concept.number, 'tooManyTexts');
  }
  for (const concept of concepts.filter(({ isMultiple }) => isMultiple))
    await addLists(concept, positions, building);
  const single = concepts.filter(({ isMultiple }) => !isMultiple);
  const isText = (concept: Concept): boolean => codingOf(concept, collection).kind === 'text';
  // Two joins with texts in one statement take longer than each in one of its own.
  for (const concept of single.filter(isText)) await addColumns([concept], positions, building);
  const others = single.filter((concept) => !isText(concept));
  const atOnce = Math.max(1, Math.min(maxColumnsAtOnce, Math.floor(maxCodesAtOnce / (building.lastRow + 1))));
  for (let begin = 0; begin < others.length; begin += atOnce)
    await addColumns(others.slice(begin, begin + atOnce), positions, building);
}

/** When rows start or end, where the concept says that. */
const edgeOf = ({ id }: Concept, { event }: Collection): 'start' | 'end' | null => {
  if (event === null) return null;
  if (id === event.startConceptId) return 'start';
  return event.isInterval && id === event.endConceptId ? 'end' : null;
};

function addEdge(concept: Concept, { codes, points }: CodedEdge, { writer, collection }: OfCollection): void {
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
  await source.columns(
    toQuery(compileLines(coding.table, [coding], release)),
    ([rows = [], read = []], lines) => add(rows, read, lines),
  );
  const stored = storeTexts(count);
  await source.texts(toQuery(compileDictionary(coding, release)), stored.add);
  writer.addConcept(concept.number, {
    codes: byPosition(codes, positions, count),
    ...{ values: { kind: 'storedTexts', texts: stored.finish() }, terms: null, offsets: null },
  });
}

/** Codes of one column by row or by line, as they are being read. */
interface Column {
  /** What its lines are read with. */
  readonly coding: Coding;
  readonly add: LineCodes['add'];
  finish(): { readonly codes: CodeArray; readonly values: Coded['values'] };
}

/** A column of so many lines, whose values are added. */
async function openColumn(coding: Coding, length: number, { source, release }: Building): Promise<Column> {
  if (coding.kind === 'text') {
    const texts: string[] = [];
    await source.texts(toQuery(compileDictionary(coding, release)), (some) => void texts.push(...some));
    const { add, codes } = codesAsGiven(length, texts.length);
    return { coding: { ...coding, texts }, add, finish: () => ({ codes, values: { kind: 'texts', texts } }) };
  }
  if (coding.kind === 'boolean') {
    const { add, codes } = codesAsGiven(length, 2);
    return { coding, add, finish: () => ({ codes, values: { kind: 'booleans' } }) };
  }
  const numbers = codesOfNumbers(length, coding.kind === 'day' ? noDay : Number.NaN);
  return {
    coding,
    add: numbers.add,
    finish: () => {
      const { codes, values } = numbers.finish();
      const isDay = coding.kind === 'day';
      return {
        codes,
        values: isDay
          ? { kind: 'days', days: Int32Array.from(values) }
          : { kind: 'numbers', numbers: values },
      };
    },
  };
}

const maxOf = (values: Coded['values']): number => {
  if (values.kind === 'texts') return values.texts.length;
  if (values.kind === 'booleans') return 2;
  if (values.kind === 'storedTexts') return values.texts.offsets.length - 1;
  return values.kind === 'days' ? values.days.length : values.numbers.length;
};

interface Edges {
  /** By row; null where subjects share rows. */
  readonly subjectOf: Uint32Array | null;
  readonly start: CodedEdge | null;
  readonly end: CodedEdge | null;
}

/** Reads the subject of each row, and when it starts and ends, in one pass. */
async function readEdges({ source, release, lastRow, collection }: OfCollection): Promise<Edges> {
  const open = (edge: 'start' | 'end') => {
    const coding = edgeCoding(collection, edge, release);
    return { coding, codes: codesOfNumbers(lastRow + 1, coding.kind === 'day' ? noDay : Number.NaN) };
  };
  const start = collection.event === null ? null : open('start');
  const end = collection.event?.isInterval === true ? open('end') : null;
  const subjects = collection.sharedRows
    ? null
    : { coding: subjectCoding(collection), codes: codesAsGiven(lastRow + 1, 0xffffffff) };
  const columns = [subjects, start, end].filter((column) => column !== null);
  const codings = columns.map(({ coding }) => coding);
  if (columns.length > 0)
    await source.columns(
      toQuery(compileLines(storage.collection(collection), codings, release)),
      ([rows = [], ...read], lines) => {
        for (const [index, { codes }] of columns.entries()) codes.add(rows, read[index] ?? [], lines);
      },
    );
  const edgeOf = (edge: typeof start): CodedEdge | null => {
    if (edge === null) return null;
    const { codes, values } = edge.codes.finish();
    return { codes, points: Int32Array.from(values) };
  };
  const subjectOf = subjects === null ? null : Uint32Array.from(subjects.codes.codes);
  return { subjectOf, start: edgeOf(start), end: edgeOf(end) };
}

async function addColumns(
  concepts: readonly Concept[],
  positions: Positions,
  building: OfCollection,
): Promise<void> {
  const { source, release, writer, collection, lastRow } = building;
  const columns: { readonly concept: Concept; readonly column: Column }[] = [];
  for (const concept of concepts)
    columns.push({ concept, column: await openColumn(codingOf(concept, collection), lastRow + 1, building) });
  const codings = columns.map(({ column }) => column.coding);
  const statement = compileLines(storage.collection(collection), codings, release);
  await source.columns(toQuery(statement), ([rows = [], ...read], lines) => {
    for (const [index, { column }] of columns.entries()) column.add(rows, read[index] ?? [], lines);
  });
  for (const { concept, column } of columns) {
    const { codes, values, terms } = await arranged(column, concept, building);
    writer.addConcept(concept.number, {
      codes: byPosition(codes, positions, maxOf(values)),
      ...{ values, terms, offsets: null },
    });
  }
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
  const placed = placeLists({ codes, firsts }, positions, maxOf(values));
  writer.addConcept(concept.number, { ...placed, values, terms });
}

type FinishedColumn = ReturnType<Column['finish']>;

/** A column with its terms, in the order of their tree where it has some. */
async function arranged(
  column: Column,
  concept: Concept,
  building: Building,
): Promise<FinishedColumn & { readonly terms: Terms | null }> {
  const { source, release } = building;
  const { codes, values } = column.finish();
  const terms = await readTerms(concept, column.coding, building);
  if (terms === null || values.kind !== 'texts') return { codes, values, terms };
  const number = ontologyNumber(release.lookup.dictionary, concept);
  const edges = await source.rows(
    toQuery(sql`SELECT e.code, e.parent FROM ${tableOf(release, storage.parents(number))} AS e`),
  );
  const order = treeOrder(
    values.texts,
    edges.map(({ code, parent }) => ({ code: String(code), parent: String(parent) })),
  );
  codes.forEach((code, index) => {
    codes[index] = order.codeOf[code] ?? 0;
  });
  return { codes, values: { kind: 'texts', texts: order.texts }, terms: inOrder(terms, order) };
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

/** What lies at or below each term among the values of a concept; null where it has no ontology. */
async function readTerms(
  concept: Concept,
  coding: Coding,
  { source, release }: Building,
): Promise<Terms | null> {
  if (!kindOf(concept).isCoded) return null;
  const number = ontologyNumber(release.lookup.dictionary, concept);
  const dictionary = dictionaryOf(coding, release);
  const within = new Map<string, number[]>();
  const above = sql`SELECT w.ancestor, d.code FROM ${tableOf(release, storage.within(number))} AS w
    JOIN (${dictionary}) AS d ON d.value = w.code ORDER BY 2`;
  for (const { ancestor, code } of await source.rows(toQuery(above)))
    add(within, String(ancestor), Number(code));
  const alternatives = new Map<string, string[]>();
  const merged = sql`SELECT alternative, code FROM ${tableOf(release, storage.alternatives(number))}`;
  for (const { alternative, code } of await source.rows(toQuery(merged)))
    add(alternatives, String(alternative), String(code));
  const strange = sql`SELECT d.code FROM ${tableOf(release, storage.terms(number))} AS t
    JOIN (${dictionary}) AS d ON d.value = t.code WHERE NOT t.is_known ORDER BY 1`;
  const unknown = (await source.rows(toQuery(strange))).map(({ code }) => Number(code));
  const labelled = sql`SELECT d.code, t.label FROM (${dictionary}) AS d
    LEFT JOIN ${tableOf(release, storage.terms(number))} AS t ON t.code = d.value ORDER BY 1`;
  const labels = (await source.rows(toQuery(labelled))).map(({ label }) =>
    label === null ? null : String(label),
  );
  return { labels, within, alternatives, unknown };
}

function add<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
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
