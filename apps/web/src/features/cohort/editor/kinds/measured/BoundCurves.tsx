import { formatQuantity } from '@atrium/contract/calendar/numerals';
import { disarmed } from '@atrium/contract/documents/formulas';
import type { CohortCurve } from '@atrium/contract/endpoints/cohortInsight';
import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { capital, quantityOf } from '../../../../../api/nouns.ts';
import { BoundCurve } from '../../../../../charts/BoundCurve.tsx';
import { type Edges, positionOf, type Range } from '../../../../../charts/brush/rangeBrush.ts';
import { curveWords } from '../../../cohortWords.ts';
import { boundWords } from '../../../effects/looserBound.ts';
import { curveAfterOptions } from '../../../insightQueries.ts';
import { LoadFailed } from '../../../LoadFailed.tsx';
import { figure } from '../../values/cohortPart.ts';
import { chartFileName, type DrawnEditor } from '../kind.ts';
import type { Measure } from './measure.ts';
import classes from './measured.module.css';

interface BoundCurvesProps<Draft> extends DrawnEditor<Draft> {
  readonly measure: Measure<Draft>;
  /** The bins of the histogram, which the curve shares. */
  readonly labels: readonly string[];
  readonly edges: Edges;
}

type Side = 'min' | 'max';

/** What the cohort would be by each bound of the filter in the editor, on which a bound can be chosen (rule 4.17). */
export function BoundCurves<Draft>(props: BoundCurvesProps<Draft>) {
  const { conceptName, nouns, request, draft, onChange, measure, labels, edges } = props;
  const [min, max] = [useCurve(props, 'min'), useCurve(props, 'max')];
  const { subject } = nouns;
  const failed = [min, max].find(({ isError }) => isError);
  const range = measure.toRange(draft);
  const [mins, maxs] = [byPosition(min.data, measure), byPosition(max.data, measure)];
  const bins = edges.map(([from, to], index) => ({
    label: labels[index] ?? '',
    min: shown(mins.get(from)),
    max: shown(maxs.get(to)),
  }));
  const most = Math.max(0, ...mins.values(), ...maxs.values());
  const count = (side: Side, value: number) => (side === 'min' ? mins : maxs).get(value);
  return (
    <section
      className={classes.curve}
      aria-label={curveWords.title}
      aria-busy={min.isPlaceholderData || max.isPlaceholderData}
    >
      <Group justify="space-between" gap="xs">
        <Title order={2} size="h5">
          {curveWords.title}
        </Title>
        <ul className={classes.lines} aria-hidden>
          {curveWords.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Group>
      {failed !== undefined ? (
        <LoadFailed error={failed.error} retry={() => [min, max].forEach((one) => void one.refetch())} />
      ) : min.data === undefined || max.data === undefined ? (
        <Skeleton height={202} radius="lg" />
      ) : mins.size + maxs.size === 0 ? (
        <Text size="sm" c="dimmed">
          {curveWords.none}
        </Text>
      ) : (
        <BoundCurve
          bins={bins}
          points={{ min: pointsOn(edges, mins, 'min'), max: pointsOn(edges, maxs, 'max') }}
          lines={curveWords.lines}
          summary={curveWords.summary(
            conceptName,
            formatQuantity(bins.length, 'bin'),
            quantityOf(most, subject),
          )}
          headings={[conceptName, capital(subject.many)]}
          disarm={disarmed}
          fileName={`${chartFileName(request)}-curve`}
          brush={{
            edges,
            range,
            onRange: (next: Range) => onChange(measure.withRange(draft, next)),
            spoken: (value, side) => {
              const found = count(side, value);
              const says = measure.spoken(value);
              return found === undefined ? says : curveWords.counted(says, quantityOf(found, subject));
            },
          }}
        />
      )}
      <div className={classes.steps}>
        {min.data && <Steps {...props} curve={min.data} range={range} />}
        {max.data && <Steps {...props} curve={max.data} range={range} />}
      </div>
      <Text size="xs" c="dimmed">
        {curveWords.hint}
      </Text>
    </section>
  );
}

const shown = (count: number | undefined) => (count === undefined ? undefined : figure(count));

/** The counts of a curve by the position of the bound on the axis. */
const byPosition = <Draft,>(curve: CohortCurve | undefined, { positionOf }: Measure<Draft>) =>
  new Map(curve?.points.map(({ value, count }) => [positionOf(value), count] as const));

/** Where the points of a curve lie on the axis, which may have been cut over other records than the curve. */
const pointsOn = (edges: Edges, counts: ReadonlyMap<number, number>, side: Side) =>
  [...counts].map(([bound, value]) => ({ position: positionOf(edges, bound, side), value }));

const choosingPause = 300;

/**
 * The curve of one bound with the other one as it is in the editor. A filter needs a bound: with the other one open, the
 * least one stands for it.
 */
function useCurve<Draft>(props: BoundCurvesProps<Draft>, bound: Side) {
  const { request, snapshotId, draft, measure, edges, toFilter } = props;
  const range = measure.toRange(draft);
  const other = bound === 'min' ? range.max : range.min;
  const own = other === null ? (bound === 'min' ? edges[0]?.[0] : edges.at(-1)?.[1]) : null;
  const wanted: Range = bound === 'min' ? { min: own ?? null, max: other } : { min: other, max: own ?? null };
  const transformation = { ...toFilter(measure.withRange(draft, wanted)), ignoreWarnings: true };
  const text = JSON.stringify(transformation);
  const [pausedAt] = useDebouncedValue(text, choosingPause);
  return useQuery({
    ...curveAfterOptions({ dataset: request.dataset, snapshotId }, { transformation, bound }),
    enabled: pausedAt === text,
    placeholderData: (before) => (before?.snapshotId === snapshotId ? before : undefined),
  });
}

interface StepsProps<Draft> extends BoundCurvesProps<Draft> {
  readonly curve: CohortCurve;
  readonly range: Range;
}

/** What the next bound on either side of a chosen one would bring, by one click. */
function Steps<Draft>({ curve, range, draft, measure, nouns, onChange }: StepsProps<Draft>) {
  const { bound, points, scale } = curve;
  const own = range[bound];
  if (own === null) return null;
  const at = points.map((point) => ({ ...point, position: measure.positionOf(point.value) }));
  const steps = [
    at.findLast(({ position }) => position < own),
    at.find(({ position }) => position > own),
  ].filter((step) => step !== undefined);
  return (
    <span className={classes.side}>
      <span>{bound === 'min' ? curveWords.lower : curveWords.upper}</span>
      {steps.map(({ value, position, count }) => (
        <Button
          key={position}
          size="compact-xs"
          variant="default"
          onClick={() => onChange(measure.withRange(draft, { ...range, [bound]: position }))}
        >
          {curveWords.counted(boundWords(scale, bound, value), quantityOf(count, nouns.subject))}
        </Button>
      ))}
    </span>
  );
}
