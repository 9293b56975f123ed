import { unreachable } from '@atrium/contract/errors/unreachable';
import { codesIn } from '../kernel/codesIn.ts';
import type { BitSpan, Span } from '../kernel/kernel.ts';
import { type FigureMethod, type KeyedFigure, noRank } from '../layout/lines.ts';
import { isIn } from './isIn.ts';
import { addDistinct, finishDistinct, keyList } from './keyList.ts';
import { partOf } from './partOf.ts';
import { prepare, type Runtime, rowsOf } from './prepare.ts';
import { emptySet } from './sets.ts';

/** Makes a figure of the rows of each subject. */
export interface FigureReader {
  /** Reads what is needed of the next subjects. */
  readonly load: (subjects: Span) => void;
  /** What the figure of a subject adds to the keys of its lines. */
  readonly addedBy: (subject: number) => number;
}

/** What becomes of the values of one subject. */
interface Gathering {
  readonly begin: () => void;
  /** Takes the rank of a value, or `noRank`, of a row. */
  readonly see: (rank: number, row: number) => void;
  /** The rank of the figure; `noRank` where there is none. */
  readonly rank: () => number;
}

export function openFigure(figure: KeyedFigure, at: Runtime): FigureReader {
  const { rows, lists, ranks, part, method } = figure;
  const words = new Uint32Array(at.memory);
  const codes = codesIn(at.memory, figure.codes);
  const finder = rows === null || rows.step === null ? null : prepare(rows.step, at);
  const gathering = gather(method, at);
  let passing: BitSpan | null = null;
  const rankOf = (code: number): number => {
    if (code === 0) return noRank;
    return ranks === null ? code - 1 : (ranks[code - 1] ?? noRank);
  };
  const seeRow = (row: number): void => {
    if (lists === null) {
      gathering.see(rankOf(codes(row)), row);
      return;
    }
    const [first, end] = [words[(lists >>> 2) + row] ?? 0, words[(lists >>> 2) + row + 1] ?? 0];
    if (first === end) gathering.see(noRank, row);
    for (let index = first; index < end; index += 1) gathering.see(rankOf(codes(index)), row);
  };
  return {
    load: (subjects) => {
      if (rows === null || finder === null) return;
      passing = emptySet(rowsOf(rows.offsets, subjects, at), at);
      finder.add(subjects, passing);
    },
    addedBy: (subject) => {
      gathering.begin();
      if (rows === null) seeRow(subject);
      else {
        const table = (rows.offsets >>> 2) + subject;
        const end = words[table + 1] ?? 0;
        for (let row = words[table] ?? 0; row < end; row += 1)
          if (passing === null || isIn(words, passing, row)) seeRow(row);
      }
      const rank = gathering.rank();
      return partOf(part, rank === noRank ? 0 : rank + 1);
    },
  };
}

function gather(method: FigureMethod, at: Runtime): Gathering {
  switch (method.make) {
    case 'count':
      return countValues();
    case 'countDistinct':
      return countDistinct();
    case 'lowest':
      return extreme(noRank, (rank, best) => best === noRank || rank < best);
    case 'highest':
      return extreme(noRank, (rank, best) => best === noRank || rank > best);
    case 'first':
    case 'last':
      return inTime(method, at);
    default:
      return unreachable(method);
  }
}

function countValues(): Gathering {
  let count = 0;
  return {
    begin: () => {
      count = 0;
    },
    see: (rank) => {
      if (rank !== noRank) count += 1;
    },
    rank: () => count,
  };
}

function countDistinct(): Gathering {
  const ranks = keyList(64);
  return {
    begin: () => {
      ranks.count = 0;
    },
    see: (rank) => {
      if (rank !== noRank) addDistinct(ranks, rank);
    },
    rank: () => {
      finishDistinct(ranks);
      return ranks.count;
    },
  };
}

function extreme(none: number, isBetter: (rank: number, best: number) => boolean): Gathering {
  let best = none;
  return {
    begin: () => {
      best = none;
    },
    see: (rank) => {
      if (rank !== noRank && isBetter(rank, best)) best = rank;
    },
    rank: () => best,
  };
}

/** Undated rows drop out; of rows at one time the lowest value counts, no value last (rule 5.7). */
function inTime(
  { make, edge, edgeRanks }: Extract<FigureMethod, { make: 'first' | 'last' }>,
  { memory }: Runtime,
): Gathering {
  const codes = codesIn(memory, edge);
  const way = make === 'first' ? 1 : -1;
  let [best, time] = [noRank, Number.POSITIVE_INFINITY];
  return {
    begin: () => {
      best = noRank;
      time = Number.POSITIVE_INFINITY;
    },
    see: (rank, row) => {
      const code = codes(row);
      if (code === 0) return;
      const own = way * (edgeRanks === null ? code : (edgeRanks[code - 1] ?? 0));
      if (own > time || (own === time && rank >= best)) return;
      best = rank;
      time = own;
    },
    rank: () => best,
  };
}
