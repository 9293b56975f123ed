import type { AxisLabel } from '@atrium/contract';
import type { AxisPlan } from '../analysis/compileAnalysis.ts';
import { compareKeys, keyName, keyOf, type Row } from '../analysis/pivot.ts';
import { type CellCode, type CellCoder, type CountTables, cellCoder } from './countTables.ts';

/** A table over some of a question's concepts, with the rows that `compileAnalysis` has for them in that order. */
export interface CountedTable {
  readonly concepts: readonly AxisPlan[];
  readonly rows: readonly Row[];
}

/** A cross-tab with every coarser one that it could be compared with. */
export interface CountedQuestion {
  readonly axes: { readonly rows: readonly AxisPlan[]; readonly cols: readonly AxisPlan[] };
  /** One for each choice among the concepts of both axes, as `tablesWithin` lists them. */
  readonly tables: readonly CountedTable[];
  /** Everyone that is counted. */
  readonly subjects: number;
}

const sorted = ({ rows, cols }: CountedQuestion['axes']): readonly AxisPlan[] =>
  [...rows, ...cols].sort((a, b) => (a.concept.id < b.concept.id ? -1 : 1));

/** Every choice of one concept or more from both axes, in an order that does not depend on the axes. */
export const tablesWithin = (axes: CountedQuestion['axes']): readonly (readonly AxisPlan[])[] =>
  sorted(axes)
    .reduce<AxisPlan[][]>((sets, concept) => [...sets, ...sets.map((set) => [...set, concept])], [[]])
    .slice(1);

type Key = AxisLabel | null;

/** The question's counts by cell code, and what the codes stand for. */
export interface CodedQuestion {
  readonly tables: CountTables;
  readonly coder: CellCoder;
  /** The keys along the concepts in the cell's table, in the order of `concepts`. */
  pathOf(code: CellCode, concepts: readonly AxisPlan[]): readonly Key[];
  /** The cells of the table over these concepts that occur. */
  cellsOf(concepts: readonly AxisPlan[]): readonly CellCode[];
}

export function codeQuestion({ axes, tables, subjects }: CountedQuestion): CodedQuestion {
  const concepts = sorted(axes);
  const values = concepts.map((concept) => {
    const keys = tables.flatMap((table) => {
      const place = table.concepts.indexOf(concept);
      return place === -1 ? [] : table.rows.map((row) => keyOf(row, place));
    });
    return [...new Map(keys.map((key) => [keyName(key), key])).values()].sort(compareKeys);
  });
  const places = values.map((keys) => new Map(keys.map((key, place) => [keyName(key), place])));
  const coder = cellCoder(values.map(({ length }) => length));
  const placeOf = (concept: AxisPlan): number => concepts.indexOf(concept);
  const codeOf = (row: Row, of: readonly AxisPlan[]): CellCode =>
    of.reduce((code, concept, index) => {
      const value = places[placeOf(concept)]?.get(keyName(keyOf(row, index))) ?? 0;
      return code + coder.step(placeOf(concept), value);
    }, 0);
  const cells = new Map(
    tables.map((table) => [
      table.concepts,
      table.rows.map((row) => [codeOf(row, table.concepts), Number(row['subjects'] ?? 0)] as const),
    ]),
  );
  const isOver = (of: readonly AxisPlan[]) => (table: readonly AxisPlan[]) =>
    table.length === of.length && of.every((concept) => table.includes(concept));
  return {
    tables: {
      domains: values.map(({ length }) => length),
      counts: new Map([...cells.values()].flat()),
      subjects,
    },
    coder,
    pathOf: (code, of) =>
      of.map((concept) => {
        const place = placeOf(concept);
        return values[place]?.[coder.digit(code, place) - 1] ?? null;
      }),
    cellsOf: (of) => {
      if (of.length === 0) return subjects > 0 ? [0] : [];
      const over = [...cells.keys()].find(isOver(of));
      return (over === undefined ? [] : (cells.get(over) ?? [])).map(([code]) => code);
    },
  };
}
