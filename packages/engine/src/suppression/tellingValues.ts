import type { AxisLabel } from '@atrium/contract/wire/analysis';
import type { AxisPlan } from '../analysis/compileAnalysis.ts';
import { type CountedQuestion, codeQuestion } from './countedQuestion.ts';
import type { HideFigures } from './countTables.ts';

/**
 * Values of a concept that must be hidden everywhere, because their cell beside the wider concept is hidden. Each lies
 * within one value of the wider concept: region minus one post code gives the other post codes (rule 7.11).
 * @param question the cross-tab of the two
 */
export function tellingValues(
  question: CountedQuestion,
  [concept, wider]: readonly [AxisPlan, AxisPlan],
  { threshold, hideFigures }: { readonly threshold: number; readonly hideFigures: HideFigures },
): readonly (AxisLabel | null)[] {
  const coded = codeQuestion(question);
  const { isHidden } = hideFigures(coded.tables, threshold);
  const keys = coded
    .cellsOf([concept, wider])
    .filter(isHidden)
    .flatMap((code) => coded.pathOf(code, [concept]));
  return [...new Set(keys)].filter((key) => key !== null);
}
