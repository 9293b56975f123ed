import { disarmed } from '@atrium/contract/documents/formulas';
import type { ShownCount } from '@atrium/contract/wire/statistics';
import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { capital, type Noun } from '../../../../api/nouns.ts';
import type { Totals } from '../../../../charts/bar.ts';
import { ValueBars } from '../../../../charts/rows/ValueBars.tsx';
import type { CohortPart } from './cohortPart.ts';
import { barsSummary, figure, isTrivial, populationsOf, withPart } from './cohortPart.ts';
import classes from './values.module.css';

export interface ChartedValue {
  readonly key: string;
  readonly label: string;
  readonly count: ShownCount;
}

interface ValueChartProps {
  readonly name: string;
  readonly record: Noun;
  readonly fileName: string;
  readonly values: readonly ChartedValue[];
  /** The active cohort, where it is drawn over everybody. */
  readonly cohort: CohortPart;
  readonly totals?: Totals | undefined;
  /** Its counts by key, once they are here. */
  readonly part: ReadonlyMap<string, ShownCount> | null;
  readonly isChosen: (key: string) => boolean;
  readonly onToggle: (key: string) => void;
}

/** With more bars than this, nobody can distinguish them. */
const maxBars = 30;

/** A bar for each value, the commonest first where there are too many; a click on one chooses it. */
export function ValueChart({
  name,
  record,
  fileName,
  values,
  cohort,
  totals,
  part,
  isChosen,
  onToggle,
}: ValueChartProps) {
  const sorted = useMemo(
    () => values.map((value) => ({ ...value, ...figure(value.count) })).sort((a, b) => b.value - a.value),
    [values],
  );
  const shown = sorted.slice(0, maxBars);
  if (isTrivial(shown)) return null;
  const byLabel = part && new Map(shown.map(({ key, label }) => [label, part.get(key) ?? 0]));
  const bars = withPart(
    shown.map(({ label, value, shown: text }) => ({ label, value, shown: text })),
    byLabel,
  );
  const keyAt = (index: number) => shown[index]?.key ?? '';
  return (
    <div className={classes.chart}>
      <ValueBars
        bars={bars}
        summary={barsSummary(name, bars, { what: 'values', record })}
        headings={[name, capital(record.many)]}
        populations={populationsOf(cohort)}
        totals={totals}
        disarm={disarmed}
        fileName={fileName}
        choice={{
          label: `Values of ${name} as bars`,
          isChosen: (index) => isChosen(keyAt(index)),
          onToggle: (index) => onToggle(keyAt(index)),
        }}
      />
      {sorted.length > shown.length && (
        <Text size="xs" c="dimmed">
          The {shown.length} most frequent of {sorted.length} values.
        </Text>
      )}
    </div>
  );
}
