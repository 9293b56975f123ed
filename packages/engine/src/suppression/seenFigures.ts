import type { ShownCount } from '@atrium/contract';
import type { CodedQuestion, SeenSubjects } from './countedQuestion.ts';
import type { CellCode, HiddenFigures } from './countTables.ts';
import { crossing } from './countTables.ts';

/** The figures that one reader gets. */
export interface Figures {
  figure(code: CellCode): ShownCount;
  isListed(code: CellCode): boolean;
}

/** For a member who sees all subjects. */
export const figuresOfAll = ({ tables }: CodedQuestion, hidden: HiddenFigures, mark: string): Figures => ({
  figure: (code) => (hidden.isHidden(code) ? mark : (tables.counts.get(code) ?? 0)),
  isListed: hidden.isListed,
});

/**
 * For a member who sees some subjects. A figure is a sum or a difference of figures that are shown to members who see
 * all subjects, or it is hidden. So two such members learn nothing more by comparing their answers (rule 7.6).
 */
export function figuresOfSeen(
  coded: CodedQuestion,
  hidden: HiddenFigures,
  { seen, mark }: { readonly seen: SeenSubjects; readonly mark: string },
): Figures {
  const countOf = (code: CellCode): number =>
    code === 0 ? coded.tables.subjects : (coded.tables.counts.get(code) ?? 0);
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
  const isSeen = (part: CellCode): boolean => seen.isSeen(coded.pathOf(part, seen.by));
  return {
    figure: (code) => {
      const parts = partsOf(code);
      const inside = parts.filter(isSeen);
      if (inside.every(isShown)) return sum(inside);
      const outside = parts.filter((part) => !isSeen(part));
      return isShown(code) && outside.every(isShown) ? countOf(code) - sum(outside) : mark;
    },
    isListed: (code) => code === 0 || partsOf(code).some((part) => isSeen(part) && hidden.isListed(part)),
  };
}
