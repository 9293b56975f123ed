import type { AxisLabel } from '@atrium/contract';
import type { AxisPlan } from '../analysis/compileAnalysis.ts';
import { type CountedQuestion, codeQuestion } from './countedQuestion.ts';
import type { HideFigures } from './countTables.ts';

/**
 * The values of a concept that may not be shown, also where it stands alone, because each of them lies within one value
 * of the other concept: the figure of a region less that of one post code in it is the figure of the other post codes
 * (rule 7.11). They are those whose cell beside the other concept is hidden.
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
