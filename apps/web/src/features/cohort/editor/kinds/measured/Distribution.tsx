import { disarmed } from '@atrium/contract/documents/formulas';
import { capital } from '../../../../../api/nouns.ts';
import type { Range } from '../../../../../charts/brush/rangeBrush.ts';
import { Histogram } from '../../../../../charts/Histogram.tsx';
import { formatCount } from '../../../../../lib/formatNumber.ts';
import {
  arrived,
  barsSummary,
  type CohortPart,
  figure,
  populationsOf,
  totalsOf,
  withPart,
} from '../../values/cohortPart.ts';
import { chartFileName, type DrawnEditor } from '../kind.ts';
import { BoundCurves } from './BoundCurves.tsx';
import { asMeasured, edgesOf, type Measure, type Measured } from './measure.ts';
import classes from './measured.module.css';

interface DistributionProps<Draft> extends DrawnEditor<Draft> {
  readonly found: Measured;
  /** The same figures for the active cohort, where they are drawn over those of everybody. */
  readonly part: CohortPart;
  /** The measured figures beside the number of records, each with its label. */
  readonly facts: readonly (readonly [label: string, figure: string])[];
  readonly measure: Measure<Draft>;
  /** Whether the filter is not by bounds just now, so that the count by each bound is none of it. */
  readonly hasNoBounds?: boolean;
}

/** The figures of a measured concept as chips, and their histogram, on which the bounds can be drawn. */
export function Distribution<Draft>(props: DistributionProps<Draft>) {
  const { conceptName, nouns, found, draft, onChange, measure } = props;
  const { record } = nouns;
  const ofCohort = arrived(props.part);
  const part = ofCohort === undefined ? null : asMeasured(ofCohort);
  const bars = withPart(
    found.histogramData.map(([label, count]) => ({ label, ...figure(count) })),
    part === null ? null : new Map(part.histogramData),
  );
  const edges = edgesOf(found.histogramBins, measure);
  const brush = {
    edges,
    range: measure.toRange(draft),
    onRange: (range: Range) => onChange(measure.withRange(draft, range)),
    spoken: measure.spoken,
  };
  const facts = [[capital(record.many), formatCount(found.stats.countNonNull)] as const, ...props.facts];
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(([label, shown]) => (
          <div key={label} className={classes.fact}>
            <dt>{label}</dt>
            <dd>{shown}</dd>
          </div>
        ))}
      </dl>
      {bars.length > 0 && (
        <Histogram
          bins={bars}
          summary={barsSummary(conceptName, bars, { what: 'bins', record })}
          headings={[conceptName, capital(record.many)]}
          populations={populationsOf(props.part)}
          totals={totalsOf(found, props.part)}
          disarm={disarmed}
          fileName={chartFileName(props.request)}
          brush={edges.length === bars.length ? brush : undefined}
        />
      )}
      {edges.length > 0 && props.hasNoBounds !== true && (
        <BoundCurves {...props} labels={bars.map(({ label }) => label)} edges={edges} />
      )}
    </>
  );
}
