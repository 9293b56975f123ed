import { type CohortPlan, type Collection, type Concept, rowFilter } from '@atrium/engine';
import type { KeyedColumn, KeyedFigure, KeyPart, LineGroup, StackedLines } from '../layout/lines.ts';
import type { Cell, Cells } from './cells.ts';
import { compileCohort } from './compileCohort.ts';
import { type Compiling, collectionIn, compileRows, conceptIn } from './compileRows.ts';
import { NotInIndex } from './refusal.ts';

/** A concept in the lines of a table. */
export interface LineColumn {
  readonly concept: Concept;
  readonly collection: Collection;
  readonly cells: Cells;
  /** 1: ascending, no value last; -1: descending, no value first. */
  readonly direction: 1 | -1;
  /** What is made of the values of the concept; null where they stand in the lines themselves. */
  readonly figure: Pick<KeyedFigure, 'rows' | 'method' | 'ranks'> | null;
}

/** Lines with keys whose order is that of the columns, and how a key is read. */
export interface KeyedLines {
  readonly lines: StackedLines;
  /** The cell of a column in a line. */
  readonly cellOf: (key: number, column: number) => Cell | null;
  /** The rank of that cell among the cells of the column; null where there is no value. */
  readonly rankOf: (key: number, column: number) => number | null;
}

/** Keys are whole numbers, and exact up to here. */
const maxSize = 2 ** 53;

/**
 * The lines of the subjects of a cohort, each with the row filters of the plan. A concept must not come twice. Throws
 * NotInIndex where the index cannot say.
 */
export function compileLines(columns: readonly LineColumn[], plan: CohortPlan, at: Compiling): KeyedLines {
  const strides: number[] = [];
  const size = columns.reduceRight((below, { cells }, column) => {
    strides[column] = below;
    return below * (cells.count + 1);
  }, 1);
  if (size > maxSize) throw new NotInIndex('otherQuestion');
  const keyed = columns.map((column, index) => ({ column, stride: strides[index] ?? 1 }));
  const stacked = keyed.filter(({ column }) => column.figure === null);
  const groups = [...new Set(stacked.map(({ column }) => column).map(({ collection }) => collection))].map(
    (collection): LineGroup => ({
      rows: collection.isRoot ? null : compileGroupRows(collection, plan, at),
      columns: stacked
        .filter(({ column }) => column.collection === collection)
        .map(({ column, stride }) => keyedColumn(column, stride, at)),
    }),
  );
  const figures = keyed.flatMap(({ column, stride }) =>
    column.figure === null ? [] : [{ ...keyedColumn(column, stride, at), ...column.figure }],
  );
  const rankOf = (key: number, column: number): number | null => {
    const { cells, direction } = columns[column] ?? noColumn();
    const digit = Math.floor(key / (strides[column] ?? 1)) % (cells.count + 1);
    const rank = direction === 1 ? digit : cells.count - digit;
    return rank === cells.count ? null : rank;
  };
  return {
    lines: { cohort: compileCohort(plan, at), groups, figures, size },
    rankOf,
    cellOf: (key, column) => {
      const rank = rankOf(key, column);
      return rank === null ? null : (columns[column] ?? noColumn()).cells.cell(rank);
    },
  };
}

function noColumn(): never {
  throw new Error('There is no such column.');
}

function compileGroupRows(collection: Collection, plan: CohortPlan, at: Compiling): LineGroup['rows'] {
  const filter = rowFilter(plan, collection.id);
  return {
    offsets: collectionIn(collection, at).offsets,
    step: filter === null ? null : compileRows(filter, collection, at),
  };
}

function keyedColumn(column: LineColumn, stride: number, at: Compiling): KeyedColumn {
  const { codes, lists } = conceptIn(column.concept, at);
  const kept = { part: keyPart(column, stride), several: severalKeys(column, stride) };
  if (lists !== null) return { codes: lists.codes, lists: lists.offsets, ...kept };
  if (codes === null) throw new NotInIndex('notIndexed');
  return { codes, lists: null, ...kept };
}

const digitOf = ({ cells: { count }, direction }: LineColumn, rank: number): number =>
  direction === 1 ? rank : count - rank;

function severalKeys(column: LineColumn, stride: number): KeyedColumn['several'] {
  const { several, count } = column.cells;
  if (several === undefined) return undefined;
  const offsets = new Uint32Array(several.length + 2);
  const keys = [digitOf(column, count) * stride];
  for (const [index, ranks] of several.entries()) {
    offsets[index + 1] = keys.length;
    for (const rank of ranks) keys.push(digitOf(column, rank) * stride);
  }
  offsets[several.length + 1] = keys.length;
  return { offsets, keys: Float64Array.from(keys) };
}

/** No value is last ascending and first descending. */
function keyPart(column: LineColumn, stride: number): KeyPart {
  const {
    cells: { count, ranks },
    direction,
  } = column;
  const none = digitOf(column, count) * stride;
  if (ranks === null)
    return { by: 'step', none, first: digitOf(column, 0) * stride, step: direction * stride, last: count };
  const table = new Float64Array(ranks.length + 1);
  table[0] = none;
  ranks.forEach((rank, index) => {
    table[index + 1] = digitOf(column, rank) * stride;
  });
  return { by: 'table', table };
}
