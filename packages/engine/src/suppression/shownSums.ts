import type { AxisLabel } from '@atrium/contract/wire/analysis';
import { keyName } from '../analysis/pivot.ts';
import { type CountedQuestion, codeQuestion } from './countedQuestion.ts';
import { type CellCode, countIn, crossing, type HideFigures } from './countTables.ts';

/** For each concept on the rows of the question, in their order, the values of which a counted subject has one. */
export type WantedValues = readonly (readonly (AxisLabel | null)[])[];

/**
 * Sums of cells of a cross-tab as members who see aggregates only can work them out: null where a cell is hidden, also
 * an empty one. Where a subject may have several values of a concept, cells of several values, and of no value, do not
 * add up to subjects: such a sum is null.
 * @param question has all of its concepts on the rows
 */
export function shownSums(
  question: CountedQuestion,
  wanted: readonly WantedValues[],
  { threshold, hideFigures }: { readonly threshold: number; readonly hideFigures: HideFigures },
): readonly (number | null)[] {
  const coded = codeQuestion(question);
  const { isHidden } = hideFigures(coded.tables, threshold);
  const overlapping = coded.tables.overlapping.map(({ index }) => index);
  const sumOf = (values: WantedValues): number | null => {
    let cells: readonly CellCode[] = [0];
    for (const [index, concept] of question.axes.rows.entries()) {
      const names = new Set(values[index]?.map(keyName));
      const own = coded
        .cellsOf([concept])
        .filter((code) => coded.pathOf(code, [concept]).some((key) => names.has(keyName(key))));
      const isSum = own.length > 1 || values[index]?.includes(null) === true;
      if (own.some(isHidden) || (isSum && overlapping.includes(coded.indexOfConcept(concept)))) return null;
      cells = cells.flatMap((code) => own.flatMap((value) => crossing(code, value, coded.coder) ?? []));
    }
    return cells.some(isHidden) ? null : cells.reduce((sum, code) => sum + countIn(coded.tables, code), 0);
  };
  return wanted.map((values) => (isHidden(0) ? null : sumOf(values)));
}
