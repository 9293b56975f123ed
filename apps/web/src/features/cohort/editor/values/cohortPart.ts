import { formatQuantity } from '@atrium/contract/calendar/numerals';
import type { ConceptStatistics, ShownCount } from '@atrium/contract/wire/statistics';
import { type Noun, quantityOf } from '../../../../api/nouns.ts';
import type { Bar, Figure, Totals } from '../../../../charts/bar.ts';
import { formatCount } from '../../../../lib/formatNumber.ts';
import { magnitude } from '../../counts.ts';
import { asChoices } from '../kinds/choice/choiceDraft.ts';
import { asMeasured } from '../kinds/measured/measure.ts';

/** A count as it is drawn and written. */
export const figure = (count: ShownCount): Figure => ({ value: magnitude(count), shown: formatCount(count) });

/** One value is no comparison, and values that occur once each are ids (rule 11.23). */
export const isTrivial = (values: readonly { readonly value: number }[]): boolean =>
  values.length < 2 || values.every(({ value }) => value <= 1);

/** The population that bars stand for, and the one drawn over them. */
const names = ['All data', 'Active cohort'] as const;

/**
 * The statistics of the active cohort, which are drawn over those of everybody: undefined where they are not. While they
 * are awaited, everybody has the colour of everybody already.
 */
export type CohortPart = ConceptStatistics | 'awaited' | undefined;

/** The names of both populations, where two are drawn. */
export const populationsOf = (part: CohortPart) => (part === undefined ? undefined : names);

/**
 * How many records with a value everybody and the cohort have, where all their figures are known: of them, bars are
 * shares.
 */
export function totalsOf(everybody: ConceptStatistics, part: CohortPart): Totals | undefined {
  if (part === undefined) return undefined;
  const whole = recordsIn(everybody);
  const ofCohort = part === 'awaited' ? 0 : recordsIn(part);
  return whole === undefined || ofCohort === undefined ? undefined : [whole, ofCohort];
}

function recordsIn(given: ConceptStatistics): number | undefined {
  const measured = asMeasured(given);
  const values = asChoices(given)?.values.map(({ count }) => count);
  if (measured === null && values === undefined) return undefined;
  let total = 0;
  for (const count of [...(measured === null ? [] : [measured.stats.countNonNull]), ...(values ?? [])]) {
    if (typeof count === 'string') return undefined;
    total += count;
  }
  return total;
}

/** The statistics, once they are here. */
export const arrived = (part: CohortPart): ConceptStatistics | undefined =>
  part === 'awaited' ? undefined : part;

/** Bars with the counts of the active cohort over them; a label that the cohort lacks counts nothing. */
export function withPart(bars: readonly Bar[], part: ReadonlyMap<string, ShownCount> | null): readonly Bar[] {
  return part === null ? bars : bars.map((bar) => ({ ...bar, part: figure(part.get(bar.label) ?? 0) }));
}

interface Summarised {
  readonly what: 'bins' | 'values';
  readonly record: Noun;
}

/** The chart in one sentence: how many bars, the highest, and the cohort's share in all. */
export function barsSummary(name: string, bars: readonly Bar[], { what, record }: Summarised): string {
  const [first] = bars;
  const last = bars.at(-1);
  if (first === undefined || last === undefined) return `${name}: no chart`;
  const highest = bars.reduce((best, bar) => (bar.value > best.value ? bar : best), first);
  const extent =
    what === 'bins'
      ? `histogram of ${formatQuantity(bars.length, 'bin')} from ${first.label} to ${last.label}`
      : `bar chart of ${formatQuantity(bars.length, 'value')}`;
  const cohort = sum(bars, (bar) => bar.part?.value ?? 0);
  const share =
    first.part === undefined
      ? ''
      : ` The active cohort has ${formatCount(cohort)} of ${quantityOf(
          sum(bars, (bar) => bar.value),
          record,
        )}.`;
  return `${name}: ${extent}; most ${record.many} (${highest.shown}) in ${highest.label}.${share}`;
}

const sum = (bars: readonly Bar[], of: (bar: Bar) => number) =>
  bars.reduce((total, bar) => total + of(bar), 0);
