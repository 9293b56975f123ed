import { Button, Group } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { AxisBottom } from '@visx/axis';
import { scaleLinear } from '@visx/scale';
import { useRef, useState } from 'react';
import { ScrollRegion } from '../ui/ScrollRegion.tsx';
import { chartColors } from '../ui/theme/tokens.ts';
import classes from './EventLanes.module.css';
import { tickCount } from './frame.ts';
import { axisLook, labelLook } from './labels.tsx';
import type { SavedFigure } from './save/figure.ts';
import { SaveMenu } from './save/SaveMenu.tsx';
import { drawnCopy } from './save/standaloneSvg.ts';
import { ink, inSvg, madeDrawing } from './save/svgParts.ts';

export interface LaneEvent {
  /** Index of its kind. */
  readonly kind: number;
  readonly from: number;
  readonly to: number | null;
  readonly title: string;
  /** Drawn in full where the picture sets some apart. */
  readonly isChosen: boolean;
}

export interface Lane {
  readonly name: string;
  readonly events: readonly LaneEvent[];
}

interface EventLanesProps {
  readonly lanes: readonly Lane[];
  /** What the kinds are called; a kind has its own shape and colour. */
  readonly kinds: readonly string[];
  readonly tickLabel: (at: number) => string;
  /** The picture in a sentence. */
  readonly summary: string;
  /** Opens a lane; without it names are text. */
  readonly onLane?: ((name: string) => void) | undefined;
  /** What is saved beside the picture. */
  readonly figure: Omit<SavedFigure, 'summary' | 'legend' | 'rows'>;
}

type View = readonly [from: number, to: number];

const rowHeight = 32;
const axisHeight = 28;
const inset = 12;
const size = 4;
const words = {
  closer: 'Closer',
  wider: 'Wider',
  whole: 'Whole time',
  earlier: 'Earlier',
  later: 'Later',
  lane: 'Lane',
  kind: 'Kind',
  event: 'Event',
} as const;

/** Events of several subjects, or of one by kind, along one axis of time that zooms. */
export function EventLanes({ lanes, kinds, tickLabel, summary, onLane, figure }: EventLanesProps) {
  const frame = useRef<HTMLElement>(null);
  const { ref, width } = useElementSize<HTMLDivElement>();
  const whole = spanOf(lanes);
  const [view, setView] = useState<View>();
  const [from, to] = view ?? whole;
  const show = (next: View) => setView(within(next, whole));
  const zoom = (factor: number) => {
    const half = ((to - from) * factor) / 2;
    show([(from + to) / 2 - half, (from + to) / 2 + half]);
  };
  const pan = (share: number) => show([from + (to - from) * share, to + (to - from) * share]);
  const steps = [
    { says: words.earlier, isOff: from <= whole[0], act: () => pan(-0.4) },
    { says: words.later, isOff: to >= whole[1], act: () => pan(0.4) },
    { says: words.closer, isOff: false, act: () => zoom(0.5) },
    { says: words.wider, isOff: view === undefined, act: () => zoom(2) },
    { says: words.whole, isOff: view === undefined, act: () => setView(undefined) },
  ];
  const x = scaleLinear({ domain: [from, to], range: [inset, Math.max(inset + 1, width - inset)] });
  const height = lanes.length * rowHeight;
  return (
    <figure ref={frame} className={classes.figure}>
      <Group justify="space-between" gap="xs">
        <Legend kinds={kinds} />
        <Group gap={4}>
          {steps.map(({ says, isOff, act }) => (
            <Button key={says} size="compact-xs" variant="default" disabled={isOff} onClick={act}>
              {says}
            </Button>
          ))}
          <SaveMenu
            figure={{ ...figure, summary, legend: kinds.map(legendOf), rows: () => rowsOf(lanes, kinds) }}
            drawing={() => pictureOf(lanes, [...(frame.current?.querySelectorAll('svg[data-part]') ?? [])])}
          />
        </Group>
      </Group>
      <ScrollRegion className={classes.scroll} label={summary}>
        <ul className={classes.names}>
          {lanes.map(({ name }) => (
            <li key={name} style={{ height: rowHeight }} title={name}>
              {onLane === undefined ? (
                name
              ) : (
                <button type="button" className={classes.name} onClick={() => onLane(name)}>
                  {name}
                </button>
              )}
            </li>
          ))}
        </ul>
        <div ref={ref} className={classes.plot}>
          <svg width={width} height={height} role="img" aria-label={summary} data-part>
            {lanes.map((lane, index) => (
              <g key={lane.name} transform={`translate(0 ${index * rowHeight})`}>
                <rect width={width} height={rowHeight} className={classes.lane} data-odd={index % 2 === 1} />
                {lane.events
                  .filter((event) => (event.to ?? event.from) >= from && event.from <= to)
                  .map((event, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two events may be alike
                    <Mark key={at} event={event} x={x} middle={middleOf(event, lane)} />
                  ))}
              </g>
            ))}
          </svg>
        </div>
        <div className={classes.corner} />
        <svg className={classes.axis} width={width} height={axisHeight} aria-hidden data-part>
          <AxisBottom
            scale={x}
            tickValues={x.ticks(Math.max(2, Math.floor(tickCount(width) / 2)))}
            tickFormat={(at) => tickLabel(Number(at))}
            tickLabelProps={{ ...labelLook, textAnchor: 'middle', dy: 2 }}
            {...axisLook}
          />
        </svg>
      </ScrollRegion>
    </figure>
  );
}

const nameWidth = 120;

/** Names, lanes and the axis of time as one drawing. */
function pictureOf(lanes: readonly Lane[], parts: readonly Element[]): SVGSVGElement | null {
  const [plot, axis] = parts.flatMap((part) => (part instanceof SVGSVGElement ? [part] : []));
  if (plot === undefined || axis === undefined) return null;
  const height = lanes.length * rowHeight;
  const at = (x: number, y: number, svg: SVGSVGElement) => {
    const group = inSvg('g', { transform: `translate(${x} ${y})` });
    group.append(...drawnCopy(svg));
    return group;
  };
  const names = lanes.map(({ name }, index) =>
    inSvg('text', { x: 8, y: index * rowHeight + rowHeight / 2 + 4, fill: ink, 'font-size': 11 }, name),
  );
  return madeDrawing({ width: nameWidth + Number(plot.getAttribute('width')), height: height + axisHeight }, [
    ...names,
    at(nameWidth, 0, plot),
    at(nameWidth, height, axis),
  ]);
}

/** What the lanes show, an event a row. */
const rowsOf = (lanes: readonly Lane[], kinds: readonly string[]): readonly (readonly string[])[] => [
  [words.lane, words.kind, words.event],
  ...lanes.flatMap(({ name, events }) => events.map(({ kind, title }) => [name, kinds[kind] ?? '', title])),
];

const legendOf = (label: string, kind: number) => ({
  label,
  color: chartColors[kind % chartColors.length] ?? 'gray',
});

/** Kinds that share a lane stand above one another, so that none hides what happened at the same time. */
function middleOf({ kind }: LaneEvent, { events }: Lane): number {
  const kinds = [...new Set(events.map((event) => event.kind))].sort((one, other) => one - other);
  return rowHeight / 2 + (kinds.indexOf(kind) - (kinds.length - 1) / 2) * Math.min(6, 16 / kinds.length);
}

interface MarkProps {
  readonly event: LaneEvent;
  readonly x: (at: number) => number;
  readonly middle: number;
}

/** One event: its shape at its time; an interval has a bar as long as it took. */
function Mark({ event, x, middle }: MarkProps) {
  const { kind, from, to, title, isChosen } = event;
  const fill = chartColors[kind % chartColors.length];
  return (
    <g opacity={isChosen ? 1 : 0.35}>
      <title>{title}</title>
      {to !== null && to > from && (
        <rect
          x={x(from)}
          y={middle - 3}
          width={Math.max(2, x(to) - x(from))}
          height={6}
          rx={3}
          fill={fill}
          opacity={0.5}
        />
      )}
      <path d={shapes[kind % shapes.length]} transform={`translate(${x(from)} ${middle})`} fill={fill} />
    </g>
  );
}

/** Kinds differ by more than their colour. */
const shapes = [
  `M${-size},0a${size},${size} 0 1 0 ${2 * size},0a${size},${size} 0 1 0 ${-2 * size},0`,
  `M${-size},${-size}h${2 * size}v${2 * size}h${-2 * size}z`,
  `M0,${-size - 1}l${size + 1},${2 * size}h${-2 * size - 2}z`,
  `M0,${-size - 2}l${size + 1},${size + 2}l${-size - 1},${size + 2}l${-size - 1},${-size - 2}z`,
] as const;

const Legend = ({ kinds }: { readonly kinds: readonly string[] }) => (
  <ul className={classes.legend}>
    {kinds.map((name, kind) => (
      <li key={name}>
        <svg width={14} height={14} aria-hidden>
          <path
            d={shapes[kind % shapes.length]}
            transform="translate(7 7)"
            fill={chartColors[kind % chartColors.length]}
          />
        </svg>
        {name}
      </li>
    ))}
  </ul>
);

/** All of the time that the lanes have, with some room. */
function spanOf(lanes: readonly Lane[]): View {
  const times = lanes.flatMap(({ events }) => events.flatMap(({ from, to }) => [from, to ?? from]));
  if (times.length === 0) return [0, 1];
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const room = Math.max(0.02 * (last - first), 1 / 24);
  return [first - room, last + room];
}

/** A stretch of time that is no longer than the whole and lies in it. */
function within([from, to]: View, [first, last]: View): View | undefined {
  const length = to - from;
  if (length >= last - first) return undefined;
  const start = Math.min(Math.max(from, first), last - length);
  return [start, start + length];
}
