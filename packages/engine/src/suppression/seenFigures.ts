import type { ShownCount } from '@atrium/contract/wire/statistics';
import type { CodedQuestion, SeenSubjects } from './countedQuestion.ts';
import { type CellCode, countIn, crossing, type HiddenFigures } from './countTables.ts';
import { isSmall, withheldMark } from './smallCount.ts';

/** The figures that one reader gets. */
export interface Figures {
  figure(code: CellCode): ShownCount;
  /** Whether a row or column is named: its own total is shown, and is not 0 (rule 7.3). */
  isListed(code: CellCode): boolean;
}

/** For a member who sees all subjects. */
export const figuresOfAll = (
  { tables }: CodedQuestion,
  hidden: HiddenFigures,
  threshold: number,
): Figures => ({
  figure: (code) => (hidden.isHidden(code) ? withheldMark(threshold) : countIn(tables, code)),
  isListed: hidden.isListed,
});

/**
 * For a member who sees some subjects. A figure is a sum or a difference of figures that are shown to members who see
 * all subjects, or it is hidden. So two such members learn nothing more by comparing their answers (rule 7.6).
 */
export function figuresOfSeen(
  coded: CodedQuestion,
  hidden: HiddenFigures,
  { seen, threshold }: { readonly seen: SeenSubjects; readonly threshold: number },
): Figures {
  const countOf = (code: CellCode): number => countIn(coded.tables, code);
  const isShown = (code: CellCode): boolean => !hidden.isHidden(code);
  const sum = (codes: readonly CellCode[]): number => codes.reduce((total, code) => total + countOf(code), 0);
  const partsOf = (code: CellCode): readonly CellCode[] =>
    seen.by.reduce<readonly CellCode[]>(
      (codes, concept) => {
        const values = coded.cellsOf([concept]);
        return codes.flatMap((part) => values.flatMap((value) => crossing(part, value, coded.coder) ?? []));
      },
      [code],
    );
  const isSeen = (part: CellCode): boolean =>
    coded.pathOf(part, seen.by).some((key) => key !== null && key !== false);
  const derived = (code: CellCode): number | null => {
    const parts = partsOf(code);
    const inside = parts.filter(isSeen);
    if (inside.every(isShown)) return sum(inside);
    const outside = parts.filter((part) => !isSeen(part));
    return isShown(code) && outside.every(isShown) ? countOf(code) - sum(outside) : null;
  };
  const figure = (code: CellCode): ShownCount => {
    const count = derived(code);
    return count === null || isSmall(count, threshold) ? withheldMark(threshold) : count;
  };
  return {
    figure,
    isListed: (code) => {
      const shown = figure(code);
      return code === 0 || (typeof shown === 'number' && shown > 0);
    },
  };
}
