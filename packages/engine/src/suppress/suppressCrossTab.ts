import type { AccessLevel, CrossTab } from '@atrium/contract';
import type { AxisPlan } from '../analysis/compileAnalysis.ts';
import { comparePaths, layOut } from '../analysis/pivot.ts';
import { type CodedQuestion, type CountedQuestion, codeQuestion } from './countedQuestion.ts';
import type { CellCode } from './countTables.ts';
import type { HiddenFigures, HideFigures } from './hiddenFigures.ts';
import { withheldMark } from './smallCount.ts';

declare const shown: unique symbol;

/** A cross-tab as its reader may see it; replies take nothing else, and only this file makes one. */
export type ShownCrossTab = CrossTab & { readonly [shown]: true };

const asShown = (crossTab: CrossTab): ShownCrossTab => crossTab as ShownCrossTab;

/** For members who may see subjects: every figure as it is. */
export const showExact = (crossTab: CrossTab, _level: Exclude<AccessLevel, 'agg'>): ShownCrossTab =>
  asShown(crossTab);

/** A cross-tab of which nothing may be shown. */
export const showNothing = (): ShownCrossTab => asShown({ index: [], columns: [], data: [] });

/**
 * The cross-tab for members who may see aggregates only. Hidden cells hold the mark; a row or column is named where
 * its own total occurs and does not have to be kept secret.
 */
export function suppressCrossTab(
  question: CountedQuestion,
  threshold: number,
  hide: HideFigures,
): ShownCrossTab {
  const coded = codeQuestion(question);
  const figures = hide(coded.tables, threshold);
  const { rows, cols } = question.axes;
  const [index, columns] = [listed(rows, coded, figures), listed(cols, coded, figures)];
  const cell = (row: CellCode, column: CellCode) => {
    const code = crossing(row, column, coded);
    const isHidden = code === null ? [row, column].some(figures.isHidden) : figures.isHidden(code);
    return isHidden ? withheldMark(threshold) : (coded.tables.counts.get(code ?? 0) ?? 0);
  };
  return asShown(
    layOut(
      {
        index: index.map(({ path }) => path),
        columns: columns.map(({ path }) => path),
        data: index.map((row) => columns.map((column) => cell(row.code, column.code))),
      },
      question.axes,
    ),
  );
}

/** The cell of both; null where what they decide differs, so that there is nobody in it. */
function crossing(row: CellCode, column: CellCode, { coder }: CodedQuestion): CellCode | null {
  const columnPlaces = coder.places(column);
  const shared = coder.places(row).filter((place) => columnPlaces.includes(place));
  const common = coder.part(row, shared);
  return common === coder.part(column, shared) ? row + column - common : null;
}

const listed = (concepts: readonly AxisPlan[], coded: CodedQuestion, figures: HiddenFigures) =>
  coded
    .cellsOf(concepts)
    .filter(figures.isListed)
    .map((code) => ({ code, path: coded.pathOf(code, concepts) }))
    .sort((a, b) => comparePaths(a.path, b.path));
