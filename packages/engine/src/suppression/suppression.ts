import type { CellCode, CellCoder, CountTables, HiddenFigures } from './countTables.ts';
import type { Nesting } from './nesting.ts';

/** What is hidden so far; it only ever grows. */
export interface Suppression extends HiddenFigures {
  readonly tables: CountTables;
  readonly coder: CellCoder;
  readonly nesting: Nesting;
  readonly threshold: number;
  countOf(code: CellCode): number;
  hide(code: CellCode): void;
  /** Hides a cell, and also whether it is empty. */
  seal(code: CellCode): void;
  /** Hides every figure of the table over these concepts, and of any finer one. */
  withhold(indexes: readonly number[]): void;
  isWithheld(indexes: readonly number[]): boolean;
  /** Whether a coarser cell around this one is hidden, which hides this one too. */
  isInherited(code: CellCode): boolean;
  /** Of a hidden cell: how much less than its count a reader must think possible. */
  slackOf(code: CellCode): number;
}

export function createSuppression(
  { tables, coder, nesting }: Pick<Suppression, 'tables' | 'coder' | 'nesting'>,
  threshold: number,
): Suppression {
  const hidden = new Set<CellCode>();
  const sealed = new Set<CellCode>();
  const withheld: (readonly number[])[] = [];
  const inherited = new Map<CellCode, boolean>();

  const countOf = (code: CellCode): number => (code === 0 ? tables.subjects : (tables.counts.get(code) ?? 0));
  const isWithheld = (indexes: readonly number[]): boolean =>
    withheld.some((table) => table.every((index) => indexes.includes(index)));
  const findInherited = (code: CellCode): boolean => {
    const indexes = coder.indexes(code);
    return (
      isWithheld(indexes) || nesting.coarser(indexes).some((coarser) => hidden.has(coder.part(code, coarser)))
    );
  };
  const isInherited = (code: CellCode): boolean => {
    const known = inherited.get(code);
    if (known !== undefined) return known;
    const found = findInherited(code);
    inherited.set(code, found);
    return found;
  };
  const isHidden = (code: CellCode): boolean => hidden.has(code) || isInherited(code);
  const occursOpenly = (code: CellCode): boolean =>
    countOf(code) > 0 && !sealed.has(code) && !isInherited(code);

  return {
    tables,
    coder,
    nesting,
    threshold,
    countOf,
    isHidden,
    isListed: occursOpenly,
    isInherited,
    isWithheld,
    hide: (code) => void hidden.add(code),
    seal: (code) => {
      hidden.add(code);
      sealed.add(code);
    },
    withhold: (indexes) => {
      withheld.push(indexes);
      inherited.clear();
    },
    slackOf: (code) => countOf(code) - (occursOpenly(code) ? 1 : 0),
  };
}
