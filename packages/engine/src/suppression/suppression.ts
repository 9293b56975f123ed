import { type CellCode, type CellCoder, type CountTables, countIn } from './countTables.ts';
import type { Nesting } from './nesting.ts';
import { isSmall } from './smallCount.ts';

/** What is hidden so far; it only ever grows. */
export interface Suppression {
  readonly tables: CountTables;
  readonly coder: CellCoder;
  readonly nesting: Nesting;
  readonly threshold: number;
  countOf(code: CellCode): number;
  /** Whether the figure itself may not be shown, whatever stands beside it. */
  mustHide(code: CellCode): boolean;
  isHidden(code: CellCode): boolean;
  hide(code: CellCode): void;
  /** Hides every figure of the table over these concepts, and of any finer one. */
  withhold(indexes: readonly number[]): void;
  isWithheld(indexes: readonly number[]): boolean;
  /** Whether a coarser cell around this one is hidden, which hides this one too. */
  isInherited(code: CellCode): boolean;
}

/** What a suppression begins with. */
export interface Withholding {
  readonly threshold: number;
  /** Figures that are not small and must be hidden all the same. */
  readonly also: ReadonlySet<CellCode>;
}

export function createSuppression(
  { tables, coder, nesting }: Pick<Suppression, 'tables' | 'coder' | 'nesting'>,
  { threshold, also }: Withholding,
): Suppression {
  const hidden = new Set<CellCode>();
  const withheld: (readonly number[])[] = [];
  const inherited = new Map<CellCode, boolean>();

  const countOf = (code: CellCode): number => countIn(tables, code);
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

  return {
    tables,
    coder,
    nesting,
    threshold,
    countOf,
    mustHide: (code) => isSmall(countOf(code), threshold) || also.has(code),
    isHidden,
    isInherited,
    isWithheld,
    hide: (code) => void hidden.add(code),
    withhold: (indexes) => {
      withheld.push(indexes);
      inherited.clear();
    },
  };
}
