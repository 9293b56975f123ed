import { completedYears } from '@atrium/contract/calendar/ages';
import { isoDay } from '@atrium/contract/calendar/dayNumbers';
import { yearOf } from '@atrium/contract/calendar/days';
import { type AxisPlan, type Concept, kindOf, leastWord } from '@atrium/engine';
import type { ConceptIndex, Terms } from '../layout/releaseIndex.ts';
import { seenValue } from '../layout/seenValue.ts';
import { asSeen } from './asSeen.ts';
import { byCodePoint } from './codePoints.ts';
import { countOf, numbersOf, storedText } from './codeSets.ts';
import type { Compiling } from './compileRows.ts';
import { NotInIndex } from './refusal.ts';

export type Cell = string | number | boolean;

/** What a member sees of the values of a concept: different cells in ascending order, and which of them codes show as. */
export interface Cells {
  readonly count: number;
  /** The rank of the cell of each code from 1 on, from 0; null where code c shows as the cell of rank c - 1. */
  readonly ranks: Uint32Array | null;
  /** Where some code shows as several cells: the ranks of each code, from 0. */
  readonly several?: readonly (readonly number[])[];
  readonly cell: (rank: number) => Cell;
}

/** How the values of a concept are shown in a table. */
export interface Shown {
  readonly concept: Concept;
  readonly yearsOnly: boolean;
}

/** The cells of a stacked column. Throws NotInIndex where the index lacks what they show. */
export function cellsOf({ concept, yearsOnly }: Shown, index: ConceptIndex, at: Compiling): Cells {
  if (concept.keepsDigits) throw new NotInIndex('notIndexed');
  const { values, terms } = index;
  const all = { count: countOf(values), ranks: null };
  if (values.kind === 'booleans') return { ...all, cell: (rank) => rank === 1 };
  if (values.kind === 'storedTexts')
    return { ...all, cell: (rank) => storedText(values, rank, at.index.memory) };
  if (values.kind === 'texts') {
    const textOf = (rank: number): string => values.texts[rank] ?? '';
    if (!kindOf(concept).isCoded) return { ...all, cell: textOf };
    if (terms === null) throw new NotInIndex('notIndexed');
    return labelCells(terms, values.texts);
  }
  const numbers = numbersOf(values, at.index.memory);
  const seen = asSeen(concept, at.release);
  const shown = (rank: number): number => seenValue(numbers[rank] ?? 0, seen);
  if (values.kind === 'days')
    return yearsOnly
      ? inRuns(all.count, (rank) => yearOf(isoDay(shown(rank))))
      : withCells(inRuns(all.count, shown), (day) => isoDay(Number(day)));
  return seen.as === 'itself' ? { ...all, cell: (rank) => numbers[rank] ?? 0 } : inRuns(all.count, shown);
}

/** So many cells of which only the order is known. */
export const noCells = (count: number): Cells => ({
  ...{ count, ranks: null },
  cell: () => {
    throw new NotInIndex('notIndexed');
  },
});

/** The buckets of an axis in place of the cells. */
export function bucketsOf(
  { bucketing, concept }: Pick<AxisPlan, 'bucketing' | 'concept'>,
  cells: Cells,
): Cells {
  if (bucketing.kind === 'each') return cells;
  const { width } = bucketing;
  const floored = (value: number): number => Math.floor(value / width) + 0;
  const bucketOf = (cell: Cell): number => {
    if (bucketing.kind === 'years') return floored(typeof cell === 'number' ? cell : yearOf(String(cell)));
    const value = Number(cell);
    if (bucketing.kind === 'classes')
      return floored(bucketing.of === 'number' ? value : completedYears(value));
    return kindOf(concept).hasWords && value >= leastWord ? value : floored(value);
  };
  const buckets = inRuns(cells.count, (rank) => bucketOf(cells.cell(rank)));
  const { ranks } = cells;
  if (ranks === null) return buckets;
  return { ...buckets, ranks: ranks.map((rank) => buckets.ranks?.[rank] ?? rank) };
}

const withCells = (cells: Cells, show: (cell: Cell) => Cell): Cells => ({
  ...cells,
  cell: (rank) => show(cells.cell(rank)),
});

/** Cells of codes whose order is that of the codes: equal ones come one after the other. */
export function inRuns(count: number, cellOf: (code: number) => number): Cells {
  const ranks = new Uint32Array(count);
  const cells: number[] = [];
  for (let code = 0; code < count; code += 1) {
    const cell = cellOf(code);
    if (code === 0 || cell !== cells.at(-1)) cells.push(cell);
    ranks[code] = cells.length - 1;
  }
  return { count: cells.length, ranks, cell: (rank) => cells[rank] ?? 0 };
}

const labelled = new WeakMap<Terms, Cells>();

/** The labels of codes, and the texts of those that are no terms, in order: made once, since that takes long. */
export function labelCells(terms: Terms, texts: readonly string[]): Cells {
  const found = labelled.get(terms) ?? gathered(texts.map((text, code) => terms.labels[code] ?? text));
  labelled.set(terms, found);
  return found;
}

/** Cells of codes in whatever order. */
function gathered(ofCodes: readonly string[]): Cells {
  const cells = [...new Set(ofCodes)].sort(byCodePoint);
  const rankOf = new Map(cells.map((cell, rank) => [cell, rank]));
  return {
    count: cells.length,
    ranks: Uint32Array.from(ofCodes, (cell) => rankOf.get(cell) ?? 0),
    cell: (rank) => cells[rank] ?? '',
  };
}

/** The same where a code may show as several cells, and shows as one at least. */
export function gatheredLists(ofCodes: readonly (readonly string[])[]): Cells {
  const { ranks: _, ...cells } = gathered(ofCodes.flat());
  const rankOf = new Map(Array.from({ length: cells.count }, (_, rank) => [cells.cell(rank), rank]));
  const several = ofCodes.map((own) => [...new Set(own)].map((cell) => rankOf.get(cell) ?? 0));
  const ranks = Uint32Array.from(several, ([rank = 0]) => rank);
  return several.some(({ length }) => length > 1) ? { ...cells, ranks, several } : { ...cells, ranks };
}
