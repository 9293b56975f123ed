import type { ConceptStatistics, ShownCount } from '@atrium/contract/wire/statistics';
import type { Bar } from '../../../charts/bar.ts';
import { asChoices } from '../editor/kinds/choice/choiceDraft.ts';
import { asMeasured } from '../editor/kinds/measured/measure.ts';
import { figure, withPart } from '../editor/values/cohortPart.ts';

/** The drawing of one concept: its values, the commonest first, or its histogram, with the words beside its numbers behind. */
export interface OverviewBars {
  readonly kind: 'values' | 'bins';
  readonly bars: readonly Bar[];
}

/** More values than this are no overview. */
const maxValues = 12;

/** The bars of everybody with those of the cohort over them; null of a concept that has no bars. */
export function overviewBars(
  everybody: ConceptStatistics,
  cohort: ConceptStatistics | undefined,
): OverviewBars | null {
  const counts = countsOf(everybody);
  if (counts === null || counts.length === 0) return null;
  const isMeasured = asMeasured(everybody) !== null;
  const bars = counts.map(([label, count]) => ({ label, ...figure(count) }));
  const shown = isMeasured ? bars : bars.sort((a, b) => b.value - a.value).slice(0, maxValues);
  const part = cohort === undefined ? null : countsOf(cohort);
  return { kind: isMeasured ? 'bins' : 'values', bars: withPart(shown, part && new Map(part)) };
}

function countsOf(given: ConceptStatistics): readonly (readonly [string, ShownCount])[] | null {
  const values = asChoices(given)?.values.map(({ category, count }) => [category, count] as const);
  const bins = asMeasured(given)?.histogramData;
  if (bins === undefined) return values ?? null;
  return [...bins, ...(values ?? []).slice(0, maxValues)];
}
