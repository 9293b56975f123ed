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
import { sql } from 'kysely';
import type { CodedEdge } from '../layout/indexWriter.ts';
import { type Coded, createIndexWriter } from '../layout/indexWriter.ts';
import type { Terms } from '../layout/releaseIndex.ts';
import {
  type CodedColumn,
  type Coding,
  codingOf,
  compileDictionary,
  compileLists,
  compilePositions,
  dictionaryOf,
  edgeCoding,
} from './codeStatements.ts';
import type { IndexSource } from './indexSource.ts';

type IndexWriter = ReturnType<typeof createIndexWriter>;

interface Building {
  readonly source: IndexSource;
  readonly release: ReleaseSql;
  readonly writer: IndexWriter;
  readonly subjects: number;
}

/** A concept with more different texts is not indexed: statements look for such values. */
const maxTexts = 200_000;
/** So many columns are read by one statement. */
const columnsAtOnce = 8;

/**
 * Reads what questions need of a release and gives it to a writer.
 * @param release with the visibility of everything
 */
export async function buildIndex(source: IndexSource, release: ReleaseSql): Promise<IndexWriter> {
  const { lookup } = release;
  const subjects = await countOf(
    source,
    sql`SELECT count(*) AS count FROM ${tableOf(release, lookup.root.id)}`,
  );
  const writer = createIndexWriter(subjects);
  const building = { source, release, writer, subjects };
  for (const collection of lookup.dictionary.collections) await addCollection(collection, building);
  return writer;
}

async function countOf(source: IndexSource, statement: ReturnType<typeof sql<unknown>>): Promise<number> {
  const [row] = await source.rows(toQuery(statement));
  return Number(row?.['count'] ?? 0);
}

async function addCollection(collection: Collection, building: Building): Promise<void> {
  const { release, writer } = building;
  const concepts = release.lookup.dictionary.concepts.filter(
    ({ collectionId }) => collectionId === collection.id,
  );
  const offsets = await readOffsets(collection, building);
  const rows = offsets.at(-1) ?? 0;
  const edge = (which: 'start' | 'end') => readEdge(collection, which, { ...building, rows });
  const isEvent = collection.event !== null;
  writer.addCollection({
    id: collection.id,
    offsets,
    start: isEvent ? await edge('start') : null,
    end: isEvent ? await edge('end') : null,
  });
  const single: Concept[] = [];
  for (const concept of concepts) {
    if (await hasTooManyTexts(concept, collection, building)) continue;
    if (concept.isMultiple) await addLists(concept, collection, { ...building, rows });
    else single.push(concept);
  }
  for (let begin = 0; begin < single.length; begin += columnsAtOnce)
    await addColumns(single.slice(begin, begin + columnsAtOnce), collection, { ...building, rows });
}

async function hasTooManyTexts(concept: Concept, collection: Collection, { source, release }: Building) {
  const coding = codingOf(concept, collection, release);
  if (!coding.isText) return false;
  const count = await countOf(
    source,
    sql`SELECT count(DISTINCT value) AS count FROM (${coding.values}) AS all_values`,
  );
  return count > maxTexts;
}

async function readOffsets(
  collection: Collection,
  { source, release, subjects }: Building,
): Promise<Uint32Array> {
  const offsets = new Uint32Array(subjects + 1);
  await source.columns(toQuery(compilePositions(collection, [], release)), ([numbers], rows) => {
    for (let index = 0; index < rows; index += 1) {
      const after = (numbers?.[index] ?? 0) + 1;
      offsets[after] = (offsets[after] ?? 0) + 1;
    }
  });
  for (let subject = 1; subject <= subjects; subject += 1)
    offsets[subject] = (offsets[subject] ?? 0) + (offsets[subject - 1] ?? 0);
  return offsets;
}

type OfRows = Building & { readonly rows: number };

async function readCodes(
  columns: readonly CodedColumn[],
  collection: Collection,
  { source, release, rows }: OfRows,
): Promise<readonly Uint32Array[]> {
  const codes = columns.map(() => new Uint32Array(rows));
  let at = 0;
  await source.columns(toQuery(compilePositions(collection, columns, release)), (read, count) => {
    codes.forEach((target, column) => {
      const given = read[column + 1];
      for (let index = 0; index < count; index += 1) target[at + index] = given?.[index] ?? 0;
    });
    at += count;
  });
  if (at !== rows) throw new Error(`${collection.id} has ${rows} rows of subjects, but ${at} were read.`);
  return codes;
}

async function readEdge(collection: Collection, edge: 'start' | 'end', building: OfRows): Promise<CodedEdge> {
  const coding = edgeCoding(collection, edge, building.release);
  const points = Int32Array.from(await readNumbers(coding, building));
  const value = sql.id('r', storage[edge]);
  const [codes] = await readCodes([{ coding, value }], collection, building);
  return { codes: codes ?? new Uint32Array(), points };
}

async function readNumbers(coding: Coding, { source, release }: Building): Promise<readonly number[]> {
  const rows = await source.rows(toQuery(compileDictionary(coding, release)));
  return rows.map(({ value }) => Number(value));
}

async function readValues(coding: Coding, building: Building): Promise<Coded['values']> {
  if (coding.isBoolean) return { kind: 'booleans' };
  if (!coding.isText) {
    const numbers = await readNumbers(coding, building);
    return coding.isDay
      ? { kind: 'days', days: Int32Array.from(numbers) }
      : { kind: 'numbers', numbers: Float64Array.from(numbers) };
  }
  const rows = await building.source.rows(toQuery(compileDictionary(coding, building.release)));
  return { kind: 'texts', texts: rows.map(({ value }) => String(value)) };
}

async function addColumns(
  concepts: readonly Concept[],
  collection: Collection,
  building: OfRows,
): Promise<void> {
  const columns = concepts.map((concept) => ({
    coding: codingOf(concept, collection, building.release),
    value: sql.id('r', concept.id),
  }));
  const codes = await readCodes(columns, collection, building);
  for (const [index, concept] of concepts.entries()) {
    const coding = columns[index]?.coding ?? codingOf(concept, collection, building.release);
    building.writer.addConcept(concept.number, {
      codes: codes[index] ?? new Uint32Array(building.rows),
      values: await readValues(coding, building),
      offsets: null,
      terms: await readTerms(concept, coding, building),
    });
  }
}

async function addLists(concept: Concept, collection: Collection, building: OfRows): Promise<void> {
  const { source, release, writer, rows } = building;
  const offsets = new Uint32Array(rows + 1);
  const codes: number[] = [];
  await source.columns(toQuery(compileLists(concept, collection, release)), ([positions, read], count) => {
    for (let index = 0; index < count; index += 1) {
      const after = (positions?.[index] ?? 0) + 1;
      offsets[after] = (offsets[after] ?? 0) + 1;
      codes.push(read?.[index] ?? 0);
    }
  });
  for (let position = 1; position <= rows; position += 1)
    offsets[position] = (offsets[position] ?? 0) + (offsets[position - 1] ?? 0);
  const coding = codingOf(concept, collection, release);
  writer.addConcept(concept.number, {
    codes: Uint32Array.from(codes),
    values: await readValues(coding, building),
    offsets,
    terms: await readTerms(concept, coding, building),
  });
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
  return { within, alternatives, unknown };
}

function add<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
