import { dayNumber } from '@atrium/contract';
import {
  type Collection,
  type Concept,
  kindOf,
  ontologyNumber,
  rowOf,
  rowRef,
  sourceOf,
  storage,
  subjectOf,
  tableOf,
  toQuery,
} from '@atrium/engine';
import { sql } from 'kysely';
import type { OpenRelease, TestRow } from '../../../engine/src/testing/openRelease.ts';
import { type Coded, type CodedEdge, createIndexWriter } from '../layout/indexWriter.ts';
import type { ReleaseIndex, Terms } from '../layout/releaseIndex.ts';

type Cell = string | number | boolean | null;

const byCodePoint = (a: string, b: string): number => {
  const [left, right] = [[...a], [...b]];
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const difference = (left[index]?.codePointAt(0) ?? 0) - (right[index]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
};

/** Codes of values as they come from a statement; days as texts or as dates. */
function coded(concept: Concept, cells: readonly Cell[]): Coded {
  const { columnType } = kindOf(concept);
  if (columnType === 'BOOLEAN') {
    const codes = cells.map((cell) => (cell === null ? 0 : cell === true ? 2 : 1));
    return { codes: Uint32Array.from(codes), values: { kind: 'booleans' } };
  }
  if (columnType === 'VARCHAR') {
    const texts = [...new Set(cells.filter((cell) => cell !== null).map(String))].sort(byCodePoint);
    const codeOf = new Map(texts.map((text, index) => [text, index + 1]));
    return {
      codes: Uint32Array.from(cells.map((cell) => codeOf.get(String(cell)) ?? 0)),
      values: { kind: 'texts', texts },
    };
  }
  const numbers = cells.map((cell) => numberOf(cell));
  const { codes, distinct } = codedNumbers(numbers);
  return columnType === 'DATE'
    ? { codes, values: { kind: 'days', days: Int32Array.from(distinct) } }
    : { codes, values: { kind: 'numbers', numbers: Float64Array.from(distinct) } };
}

const numberOf = (cell: Cell): number | null =>
  cell === null ? null : typeof cell === 'string' ? dayNumber(cell) : Number(cell);

function codedNumbers(numbers: readonly (number | null)[]) {
  const distinct = [...new Set(numbers.filter((number) => number !== null))].sort((a, b) => a - b);
  const codeOf = new Map(distinct.map((number, index) => [number, index + 1]));
  const codes = Uint32Array.from(numbers.map((number) => (number === null ? 0 : (codeOf.get(number) ?? 0))));
  return { codes, distinct };
}

const cellOf = (value: unknown): Cell => {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
};

/** An index of a small release, from the tables of the release. */
export async function indexOf({ release, run }: OpenRelease, scratch = 4_000_000): Promise<ReleaseIndex> {
  const { lookup } = release;
  const rows = async (text: ReturnType<typeof sql<unknown>>): Promise<readonly TestRow[]> =>
    run(toQuery(text));
  const [counted] = await rows(sql`SELECT count(*) AS count FROM ${tableOf(release, lookup.root.id)}`);
  const subjects = Number(counted?.['count'] ?? 0);
  const writer = createIndexWriter(subjects);
  const edge = (lines: readonly TestRow[], name: 'start' | 'end'): CodedEdge => {
    const { codes, distinct } = codedNumbers(lines.map((line) => numberOf(cellOf(line[name]))));
    return { codes, points: Int32Array.from(distinct) };
  };
  const addCollection = async (collection: Collection): Promise<void> => {
    const row = rowRef(collection, 'r');
    const concepts = lookup.dictionary.concepts.filter(({ collectionId }) => collectionId === collection.id);
    const single = concepts.filter(({ isMultiple }) => !isMultiple);
    const shown = single.map(
      (concept) =>
        sql`, ${kindOf(concept).columnType === 'DATE' ? sql`CAST(${sql.id('r', concept.id)} AS VARCHAR)` : sql.id('r', concept.id)} AS ${sql.id(`c${concept.number}`)}`,
    );
    const edges =
      collection.event === null
        ? sql``
        : lookup.dictionary.eventTime === 'age'
          ? sql`, r."_start" AS start, r."_end" AS "end"`
          : sql`, CAST(r."_start" AS VARCHAR) AS start, CAST(r."_end" AS VARCHAR) AS "end"`;
    const lines =
      await rows(sql`SELECT ${rowOf(row)} AS row, ${subjectOf(row)} AS subject ${edges} ${sql.join(shown, sql``)}
      FROM ${sourceOf(row, release)} WHERE ${subjectOf(row)} IS NOT NULL ORDER BY 2, ${collection.event === null ? sql`1` : sql`3 NULLS LAST, 1`}`);
    const offsets = new Uint32Array(subjects + 1);
    for (const { subject } of lines) {
      const at = Number(subject);
      offsets[at] = (offsets[at] ?? 0) + 1;
    }
    for (let at = 1; at <= subjects; at += 1) offsets[at] = (offsets[at] ?? 0) + (offsets[at - 1] ?? 0);
    const isEvent = collection.event !== null;
    writer.addCollection({
      id: collection.id,
      offsets,
      start: isEvent ? edge(lines, 'start') : null,
      end: isEvent ? edge(lines, 'end') : null,
    });
    for (const concept of single)
      writer.addConcept(concept.number, {
        ...coded(
          concept,
          lines.map((line) => cellOf(line[`c${concept.number}`])),
        ),
        offsets: null,
        terms: await termsOf(
          concept,
          lines.map((line) => cellOf(line[`c${concept.number}`])),
        ),
      });
    for (const concept of concepts.filter(({ isMultiple }) => isMultiple)) {
      const value = kindOf(concept).columnType === 'DATE' ? sql`CAST(v.value AS VARCHAR)` : sql`v.value`;
      const found = await rows(
        sql`SELECT v._row AS row, ${value} AS value FROM ${tableOf(release, storage.values(concept))} AS v ORDER BY 1`,
      );
      const ofRow = new Map<number, Cell[]>();
      for (const line of found)
        ofRow.set(Number(line['row']), [...(ofRow.get(Number(line['row'])) ?? []), cellOf(line['value'])]);
      const lists = lines.map((line) => ofRow.get(Number(line['row'])) ?? []);
      const ends = new Uint32Array(lists.length + 1);
      lists.forEach((list, index) => {
        ends[index + 1] = (ends[index] ?? 0) + list.length;
      });
      writer.addConcept(concept.number, {
        ...coded(concept, lists.flat()),
        offsets: ends,
        terms: await termsOf(concept, lists.flat()),
      });
    }
  };
  const termsOf = async (concept: Concept, cells: readonly Cell[]): Promise<Terms | null> => {
    if (!kindOf(concept).isCoded) return null;
    const number = ontologyNumber(lookup.dictionary, concept);
    const { values } = coded(concept, cells);
    const codeOf = new Map(
      (values.kind === 'texts' ? values.texts : []).map((text, index) => [text, index + 1]),
    );
    const within = new Map<string, number[]>();
    for (const line of await rows(
      sql`SELECT ancestor, code FROM ${tableOf(release, storage.within(number))}`,
    )) {
      const code = codeOf.get(String(line['code']));
      if (code === undefined) continue;
      const ancestor = String(line['ancestor']);
      within.set(
        ancestor,
        [...(within.get(ancestor) ?? []), code].sort((a, b) => a - b),
      );
    }
    const alternatives = new Map<string, string[]>();
    for (const line of await rows(
      sql`SELECT alternative, code FROM ${tableOf(release, storage.alternatives(number))}`,
    ))
      alternatives.set(String(line['alternative']), [
        ...(alternatives.get(String(line['alternative'])) ?? []),
        String(line['code']),
      ]);
    const unknown = (
      await rows(sql`SELECT code FROM ${tableOf(release, storage.terms(number))} WHERE NOT is_known`)
    ).flatMap((line) => codeOf.get(String(line['code'])) ?? []);
    return { within, alternatives, unknown };
  };
  for (const collection of lookup.dictionary.collections) await addCollection(collection);
  return writer.finish((bytes) => new SharedArrayBuffer(bytes), scratch);
}
