import type { AxisLabel } from '@atrium/contract/wire/analysis';
import type { AxisPlan } from '../analysis/compileAnalysis.ts';
import { compareKeys, keyName, keyOf, type Row } from '../analysis/pivot.ts';
import { type CellCode, type CellCoder, type CountTables, cellCoder } from './countTables.ts';
import { properSubsets } from './nesting.ts';

/** The concepts of a cross-tab, and for each of them the others that its value determines (rule 7.5). */
export interface CrossedConcepts {
  readonly axes: { readonly rows: readonly AxisPlan[]; readonly cols: readonly AxisPlan[] };
  /** The determined concepts have entries too, and a concept is one and the same plan everywhere. */
  readonly determined: ReadonlyMap<AxisPlan, readonly AxisPlan[]>;
  /** Null for a member who sees all subjects. */
  readonly seen: SeenSubjects | null;
  /** Of its records a subject has exactly one. */
  readonly rootCollectionId: string;
}

/** A table over some of a question's concepts, with the rows that `compileAnalysis` has for them in that order. */
export interface CountedTable {
  readonly concepts: readonly AxisPlan[];
  readonly rows: readonly Row[];
}

/** A cross-tab with every coarser one that it could be compared with. */
export interface CountedQuestion extends CrossedConcepts {
  /** One for each of `tablesWithin`. */
  readonly tables: readonly CountedTable[];
  /** How many subjects are counted. */
  readonly subjects: number;
  /** For concepts with several values, by `tellingValues` with each concept that contains them. */
  readonly telling: ReadonlyMap<AxisPlan, readonly (AxisLabel | null)[]>;
}

const withDetermined = (
  concepts: readonly AxisPlan[],
  { determined }: Pick<CrossedConcepts, 'determined'>,
): readonly AxisPlan[] =>
  [...new Set(concepts.flatMap((concept) => [concept, ...(determined.get(concept) ?? [])]))].sort((a, b) =>
    a.concept.id < b.concept.id ? -1 : 1,
  );

const allConcepts = (crossed: CrossedConcepts): readonly AxisPlan[] =>
  withDetermined([...crossed.axes.rows, ...crossed.axes.cols, ...(crossed.seen?.by ?? [])], crossed);

const maxConcepts = 10;

/**
 * Every table over some of the crossed concepts, each with all that its concepts determine. The order does not depend
 * on the axes.
 * @returns null where the concepts are too many to list their tables
 */
export function tablesWithin(crossed: CrossedConcepts): readonly (readonly AxisPlan[])[] | null {
  const concepts = allConcepts(crossed);
  if (concepts.length > maxConcepts) return null;
  return [...properSubsets(concepts), concepts].filter(
    (some) => withDetermined(some, crossed).length === some.length,
  );
}

type Key = AxisLabel | null;

/** The question's counts by cell code, and what the codes stand for. */
export interface CodedQuestion {
  readonly tables: CountTables;
  readonly coder: CellCoder;
  indexOfConcept(concept: AxisPlan): number;
  /** The keys along the concepts in the cell's table, in the order of `concepts`. */
  pathOf(code: CellCode, concepts: readonly AxisPlan[]): readonly Key[];
  /** The cells that occur in the table over these concepts and what they determine. */
  cellsOf(concepts: readonly AxisPlan[]): readonly CellCode[];
}

export function codeQuestion(question: CountedQuestion): CodedQuestion {
  const { tables, subjects, determined } = question;
  const concepts = allConcepts(question);
  const values = concepts.map((concept) => valuesOf(concept, tables));
  const indexes = values.map((keys) => new Map(keys.map((key, index) => [keyName(key), index])));
  const domains = values.map(({ length }) => length);
  const coder = cellCoder(domains);
  const indexOfConcept = (concept: AxisPlan): number => concepts.indexOf(concept);
  const codeOf = (row: Row, of: readonly AxisPlan[]): CellCode =>
    of.reduce((code, concept, index) => {
      const value = indexes[indexOfConcept(concept)]?.get(keyName(keyOf(row, index))) ?? 0;
      return code + coder.step(indexOfConcept(concept), value);
    }, 0);
  const nameOf = (of: readonly AxisPlan[]): string => of.map(indexOfConcept).join();
  const counted = tables.map(({ concepts: of, rows }) => ({
    name: nameOf(of),
    cells: rows.map((row) => [codeOf(row, of), Number(row['subjects'] ?? 0)] as const),
  }));
  const cellsOf = (of: readonly AxisPlan[]): readonly CellCode[] => {
    if (of.length === 0) return subjects > 0 ? [0] : [];
    const name = nameOf(withDetermined(of, question));
    return (counted.find((table) => table.name === name)?.cells ?? []).map(([code]) => code);
  };
  const keyAt = (code: CellCode, concept: AxisPlan): Key =>
    values[indexOfConcept(concept)]?.[coder.digit(code, indexOfConcept(concept)) - 1] ?? null;
  const telling = [...question.telling].flatMap(([concept, keys]) => {
    const names = new Set(keys.map(keyName));
    return concepts.includes(concept)
      ? cellsOf([concept]).filter((code) => names.has(keyName(keyAt(code, concept))))
      : [];
  });
  return {
    tables: {
      domains,
      determines: concepts.map((concept) => (determined.get(concept) ?? []).map(indexOfConcept)),
      counts: new Map(counted.flatMap(({ cells }) => cells)),
      overlapping: concepts.flatMap(({ concept }, index) => {
        if (concept.collectionId === question.rootCollectionId && !concept.isMultiple) return [];
        const missing = values[index]?.indexOf(null) ?? -1;
        return [{ index, missing: missing === -1 ? null : missing }];
      }),
      telling: new Set(telling),
      subjects,
    },
    coder,
    indexOfConcept,
    pathOf: (code, of) => of.map((concept) => keyAt(code, concept)),
    cellsOf,
  };
}

/** The keys of a concept in all tables, in order: a missing value may occur in a finer table only, through its joins. */
function valuesOf(concept: AxisPlan, tables: readonly CountedTable[]): readonly Key[] {
  const keys = tables.flatMap((table) => {
    const index = table.concepts.indexOf(concept);
    return index === -1 ? [] : table.rows.map((row) => keyOf(row, index));
  });
  return [...new Map(keys.map((key) => [keyName(key), key])).values()].sort(compareKeys);
}

/** Which subjects a member sees: those of whom one of these single-valued concepts of the root is true (rule 1.12). */
export interface SeenSubjects {
  readonly by: readonly AxisPlan[];
}
