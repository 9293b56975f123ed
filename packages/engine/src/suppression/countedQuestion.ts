import type { AxisLabel } from '@atrium/contract';
import type { AxisPlan } from '../analysis/compileAnalysis.ts';
import { compareKeys, keyName, keyOf, type Row } from '../analysis/pivot.ts';
import { type CellCode, type CellCoder, type CountTables, cellCoder } from './countTables.ts';
import { properSubsets } from './nesting.ts';

/** What is asked: concepts on two axes, and for each of them the others that its value decides (compileDecided). */
export interface AskedConcepts {
  readonly axes: { readonly rows: readonly AxisPlan[]; readonly cols: readonly AxisPlan[] };
  /** Holds what is decided by those that are decided, too; one plan for each concept. */
  readonly decided: ReadonlyMap<AxisPlan, readonly AxisPlan[]>;
  /** Null for a member who sees everyone. */
  readonly seen: SeenSubjects | null;
}

/** A table over some of a question's concepts, with the rows that `compileAnalysis` has for them in that order. */
export interface CountedTable {
  readonly concepts: readonly AxisPlan[];
  readonly rows: readonly Row[];
}

/** A cross-tab with every coarser one that it could be compared with. */
export interface CountedQuestion extends AskedConcepts {
  /** One for each of `tablesWithin`. */
  readonly tables: readonly CountedTable[];
  /** Everyone that is counted. */
  readonly subjects: number;
}

const withDecided = (
  concepts: readonly AxisPlan[],
  { decided }: Pick<AskedConcepts, 'decided'>,
): readonly AxisPlan[] =>
  [...new Set(concepts.flatMap((concept) => [concept, ...(decided.get(concept) ?? [])]))].sort((a, b) =>
    a.concept.id < b.concept.id ? -1 : 1,
  );

const allConcepts = (asked: AskedConcepts): readonly AxisPlan[] =>
  withDecided([...asked.axes.rows, ...asked.axes.cols, ...(asked.seen?.by ?? [])], asked);

const mostConcepts = 10;

/**
 * Every table over some of the asked concepts and what they decide, none of which lacks what another one of its
 * concepts decides; in an order that does not depend on the axes. Null where they are too many to tell.
 */
export function tablesWithin(asked: AskedConcepts): readonly (readonly AxisPlan[])[] | null {
  const concepts = allConcepts(asked);
  if (concepts.length > mostConcepts) return null;
  return [...properSubsets(concepts), concepts].filter(
    (some) => withDecided(some, asked).length === some.length,
  );
}

type Key = AxisLabel | null;

/** The question's counts by cell code, and what the codes stand for. */
export interface CodedQuestion {
  readonly tables: CountTables;
  readonly coder: CellCoder;
  placeOf(concept: AxisPlan): number;
  /** The keys along the concepts in the cell's table, in the order of `concepts`. */
  pathOf(code: CellCode, concepts: readonly AxisPlan[]): readonly Key[];
  /** The cells, that occur, of the table over these concepts and what they decide. */
  cellsOf(concepts: readonly AxisPlan[]): readonly CellCode[];
}

export function codeQuestion(question: CountedQuestion): CodedQuestion {
  const { tables, subjects, decided } = question;
  const concepts = allConcepts(question);
  const values = concepts.map((concept) => valuesOf(concept, tables));
  const places = values.map((keys) => new Map(keys.map((key, place) => [keyName(key), place])));
  const domains = values.map(({ length }) => length);
  const coder = cellCoder(domains);
  const placeOf = (concept: AxisPlan): number => concepts.indexOf(concept);
  const codeOf = (row: Row, of: readonly AxisPlan[]): CellCode =>
    of.reduce((code, concept, index) => {
      const value = places[placeOf(concept)]?.get(keyName(keyOf(row, index))) ?? 0;
      return code + coder.step(placeOf(concept), value);
    }, 0);
  const nameOf = (of: readonly AxisPlan[]): string => of.map(placeOf).join();
  const counted = tables.map(({ concepts: of, rows }) => ({
    name: nameOf(of),
    cells: rows.map((row) => [codeOf(row, of), Number(row['subjects'] ?? 0)] as const),
  }));
  return {
    tables: {
      domains,
      decides: concepts.map((concept) => (decided.get(concept) ?? []).map(placeOf)),
      counts: new Map(counted.flatMap(({ cells }) => cells)),
      subjects,
    },
    coder,
    placeOf,
    pathOf: (code, of) =>
      of.map((concept) => values[placeOf(concept)]?.[coder.digit(code, placeOf(concept)) - 1] ?? null),
    cellsOf: (of) => {
      if (of.length === 0) return subjects > 0 ? [0] : [];
      const name = nameOf(withDecided(of, question));
      return (counted.find((table) => table.name === name)?.cells ?? []).map(([code]) => code);
    },
  };
}

/** The keys of a concept in all tables, in order: joins may bring a missing value into a finer table only. */
function valuesOf(concept: AxisPlan, tables: readonly CountedTable[]): readonly Key[] {
  const keys = tables.flatMap((table) => {
    const place = table.concepts.indexOf(concept);
    return place === -1 ? [] : table.rows.map((row) => keyOf(row, place));
  });
  return [...new Map(keys.map((key) => [keyName(key), key])).values()].sort(compareKeys);
}

/** Which of everyone a member sees: it follows from the values of single-valued concepts of the root. */
export interface SeenSubjects {
  readonly by: readonly AxisPlan[];
  /** By the keys along these concepts. */
  isSeen(keys: readonly (AxisLabel | null)[]): boolean;
}
