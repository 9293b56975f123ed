import type { CrossTab } from '@atrium/contract/wire/analysis';
import type { ShownCount } from '@atrium/contract/wire/statistics';
import type { AxisPlan } from '../analysis/compileAnalysis.ts';
import { layOut, sortByPath } from '../analysis/pivot.ts';
import { type CountedQuestion, codeQuestion } from './countedQuestion.ts';
import { type CellCode, crossing, type HideFigures } from './countTables.ts';
import { figuresOfAll, figuresOfSeen } from './seenFigures.ts';
import { withheldMark } from './smallCount.ts';

declare const shown: unique symbol;

/** A cross-tab as its reader may see it; replies take nothing else, and only this file makes one (rule 7.9). */
export type ShownCrossTab = CrossTab & { readonly [shown]: true };

const asShown = (crossTab: CrossTab): ShownCrossTab => crossTab as ShownCrossTab;

/** For members who may see subjects, which the caller has looked up: every figure as it is. */
export const showExact = (crossTab: CrossTab, _seesSubjects: true): ShownCrossTab => asShown(crossTab);

/** A cross-tab of which nothing may be shown. */
export const showNothing = (): ShownCrossTab => asShown({ index: [], columns: [], data: [] });

/**
 * The cross-tab for members who may see aggregates only. Hidden cells hold the mark; a row or column is named where
 * its own total is shown (rule 7.3). So each total is a figure of the cross-tab of its axis alone, judged there
 * (rule 7.4), and tells nothing new.
 */
export function suppressCrossTab(
  question: CountedQuestion,
  threshold: number,
  hide: HideFigures,
): ShownCrossTab {
  const coded = codeQuestion(question);
  const hidden = hide(coded.tables, threshold);
  const { seen } = question;
  const { figure, isListed } =
    seen === null
      ? figuresOfAll(coded, hidden, threshold)
      : figuresOfSeen(coded, hidden, { seen, threshold });
  const listed = (concepts: readonly AxisPlan[]) =>
    sortByPath(
      coded
        .cellsOf(concepts)
        .filter(isListed)
        .map((code) => ({ code, path: coded.pathOf(code, concepts) })),
      ({ path }) => path,
    );
  const [index, columns] = [listed(question.axes.rows), listed(question.axes.cols)];
  const cell = (row: CellCode, column: CellCode): ShownCount => {
    const code = crossing(row, column, coded.coder);
    if (code !== null) return figure(code);
    return [row, column].some(hidden.isHidden) ? withheldMark(threshold) : 0;
  };
  const laid = {
    index: index.map(({ path }) => path),
    columns: columns.map(({ path }) => path),
    data: index.map((row) => columns.map((column) => cell(row.code, column.code))),
    totals: {
      rows: index.map(({ code }) => figure(code)),
      columns: columns.map(({ code }) => figure(code)),
      all: figure(0),
    },
  };
  return asShown(layOut(laid, question.axes));
}
