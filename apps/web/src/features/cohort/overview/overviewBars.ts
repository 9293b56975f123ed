import type { ConceptStatistics, ShownCount } from '@atrium/contract/wire/statistics';
import type { Bar } from '../../../charts/bar.ts';
import { asChoices } from '../editor/kinds/choice/choiceDraft.ts';
import { asMeasured } from '../editor/kinds/measured/measure.ts';
import { figure, isTrivial, withPart } from '../editor/values/cohortPart.ts';
import type { BinBounds } from '../find/valueEdit.ts';

/** The drawing of one concept: its values, the commonest first, or its histogram, with the words beside its numbers behind. */
export interface OverviewBars {
  readonly kind: 'values' | 'bins';
  readonly bars: readonly Bar[];
  /** What a filter for each bar asks for; null where the server sent no bounds. */
  readonly asked: readonly (Asked | null)[];
}

export type Asked =
  | { readonly kind: 'value'; readonly text: string }
  | { readonly kind: 'bounds'; readonly bounds: BinBounds };

/** More values than this are no overview. */
const maxValues = 12;

/** The bars of everybody with those of the cohort over them; null of a concept that has none to compare (rule 11.23). */
export function overviewBars(
  everybody: ConceptStatistics,
  cohort: ConceptStatistics | undefined,
): OverviewBars | null {
  const counts = countsOf(everybody);
  if (counts === null) return null;
  const measured = asMeasured(everybody);
  const bars = counts.map(([label, count], index) => {
    const isBin = index < (measured?.histogramData.length ?? 0);
    const bounds = measured?.histogramBins?.[index];
    const asked: Asked | null = !isBin
      ? { kind: 'value', text: label }
      : bounds === undefined
        ? null
        : { kind: 'bounds', bounds };
    return { label, ...figure(count), asked };
  });
  const sorted = measured === null ? bars.sort((a, b) => b.value - a.value) : bars;
  if (isTrivial(sorted)) return null;
  const shown = measured === null ? sorted.slice(0, maxValues) : sorted;
  const part = cohort === undefined ? null : countsOf(cohort);
  return {
    kind: measured === null ? 'values' : 'bins',
    bars: withPart(
      shown.map(({ asked: _, ...bar }) => bar),
      part && new Map(part),
    ),
    asked: shown.map(({ asked }) => asked),
  };
}

function countsOf(given: ConceptStatistics): readonly (readonly [string, ShownCount])[] | null {
  const values = asChoices(given)?.values.map(({ category, count }) => [category, count] as const);
  const bins = asMeasured(given)?.histogramData;
  if (bins === undefined) return values ?? null;
  return [...bins, ...(values ?? []).slice(0, maxValues)];
}
