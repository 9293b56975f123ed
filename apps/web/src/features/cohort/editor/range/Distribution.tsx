import type { NumberStatistics } from '@atrium/contract';
import { Histogram } from '../../../../charts/Histogram.tsx';
import { chartSummary, toBins } from './bins.ts';
import classes from './range.module.css';

interface DistributionProps {
  readonly name: string;
  /** What was measured, in label and figure. */
  readonly facts: readonly (readonly [label: string, figure: string])[];
  readonly histogram: NumberStatistics['histogramData'];
}

/** The figures of a measured concept as chips, and their histogram. */
export function Distribution({ name, facts, histogram }: DistributionProps) {
  const bins = toBins(histogram);
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(([label, figure]) => (
          <div key={label} className={classes.fact}>
            <dt>{label}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      {bins.length > 0 && (
        <Histogram bins={bins} summary={chartSummary(name, bins)} headings={[name, 'Entries']} />
      )}
    </>
  );
}
