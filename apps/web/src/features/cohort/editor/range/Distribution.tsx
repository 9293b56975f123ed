import { Histogram } from '../../../../charts/Histogram.tsx';
import { formatCount } from '../../../../lib/formatNumber.ts';
import { barsSummary, figure, populations, withPart } from '../chart/partOf.ts';
import { asMeasured, type Measured } from '../statisticsShapes.ts';
import { edgesOf, type Measure } from './measure.ts';
import classes from './range.module.css';
import type { RangeEditorProps } from './rangeEditorProps.ts';

interface DistributionProps<D>
  extends Pick<RangeEditorProps<D>, 'name' | 'fileName' | 'draft' | 'onChange' | 'part'> {
  readonly statistics: Measured;
  /** What was measured beside the number of entries, in label and figure. */
  readonly facts: readonly (readonly [label: string, figure: string])[];
  readonly measure: Measure<D>;
}

/** The figures of a measured concept as chips, and their histogram, on which the bounds can be drawn. */
export function Distribution<D>(props: DistributionProps<D>) {
  const { name, statistics, draft, onChange, measure } = props;
  const part = props.part === undefined ? null : asMeasured(props.part);
  const bars = withPart(
    statistics.histogramData.map(([label, count]) => ({ label, ...figure(count) })),
    part === null ? null : new Map(part.histogramData),
  );
  const edges = edgesOf(statistics.histogramBins, measure);
  const brush = {
    edges,
    range: measure.toRange(draft),
    onRange: (range: ReturnType<Measure<D>['toRange']>) => onChange(measure.withRange(draft, range)),
    spoken: measure.spoken,
  };
  const facts = [['Entries', formatCount(statistics.stats.countNonNull)] as const, ...props.facts];
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
          summary={barsSummary(name, bars, 'bins')}
          headings={[name, 'Entries']}
          populations={part === null ? undefined : populations}
          fileName={props.fileName}
          brush={edges.length === bars.length ? brush : undefined}
        />
      )}
    </>
  );
}
