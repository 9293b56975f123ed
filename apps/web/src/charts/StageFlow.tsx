import { useElementSize } from '@mantine/hooks';
import { scaleLinear } from '@visx/scale';
import { chartColors } from '../ui/theme/tokens.ts';
import { minimumWidth } from './frame.ts';
import { labelLook } from './labels.tsx';
import { DrawnFigure } from './save/DrawnFigure.tsx';
import type { SavedFigure } from './save/figure.ts';

/** A part of a row; the first kind goes on to the next row. */
interface FlowPart {
  readonly kind: number;
  readonly count: number;
}

interface FlowRow {
  readonly label: string;
  readonly shown: string;
  /** In the order in which they are drawn; together they are the row. */
  readonly parts: readonly FlowPart[];
}

interface StageFlowProps {
  readonly rows: readonly FlowRow[];
  /** What the kinds of parts are called. The last kind is drawn without a colour. */
  readonly kinds: readonly string[];
  readonly summary: string;
  /** What is saved beside the picture. */
  readonly figure: Omit<SavedFigure, 'summary' | 'legend'>;
}

const inset = 16;
const bar = { height: 20, offset: 24 };
const rowHeight = 76;

/** Stages from top to bottom: who goes on stands left and flows into the next one. A table beside it says the same. */
export function StageFlow({ rows, kinds, summary, figure }: StageFlowProps) {
  const { ref, width: measured } = useElementSize<HTMLElement>();
  const width = Math.max(minimumWidth, measured);
  const totals = rows.map(({ parts }) => parts.reduce((sum, { count }) => sum + count, 0));
  const x = scaleLinear({ domain: [0, Math.max(1, ...totals)], range: [0, width - 2 * inset] });
  const painted = kinds.flatMap((label, kind) =>
    rows.some(({ parts }) => parts.some((part) => part.kind === kind && part.count > 0))
      ? [{ label, kind }]
      : [],
  );
  const height = rows.length * rowHeight - rowHeight + bar.offset + bar.height + 2 * inset;
  return (
    <DrawnFigure
      frame={ref}
      figure={{
        ...figure,
        summary,
        legend: painted.map(({ label, kind }) => legendOf(label, kind, kinds.length)),
      }}
      width={width}
      height={height}
      marks={painted.map(({ label, kind }) => ({
        label,
        mark: (
          <svg width={14} height={14} role="presentation">
            <rect x={1} y={1} width={12} height={12} rx={2} {...lookOf(kind, kinds.length - 1)} />
          </svg>
        ),
      }))}
    >
      {rows.map((row, index) => (
        <g key={row.label} transform={`translate(${inset},${inset + index * rowHeight})`}>
          <text {...labelLook} y={14} fontSize={13} fill="var(--atrium-text)">
            <tspan fontWeight={600}>{row.label}</tspan>
            <tspan dx={8} fill={labelLook.fill}>
              {row.shown}
            </tspan>
          </text>
          <Parts parts={row.parts} last={kinds.length - 1} x={x} />
          {index + 1 < rows.length && (
            <rect
              y={bar.offset + bar.height}
              width={x(totals[index + 1] ?? 0)}
              height={rowHeight - bar.height}
              fill={chartColors[0]}
              opacity={0.12}
            />
          )}
        </g>
      ))}
    </DrawnFigure>
  );
}

interface PartsProps {
  readonly parts: readonly FlowPart[];
  readonly last: number;
  readonly x: (count: number) => number;
}

/** Without a gap between them, so that widths add up. */
function Parts({ parts, last, x }: PartsProps) {
  return parts.map(({ kind, count }, index) => {
    const before = parts.slice(0, index).reduce((sum, part) => sum + part.count, 0);
    if (count === 0) return null;
    return (
      <rect
        key={kind}
        x={x(before)}
        y={bar.offset}
        width={Math.max(1, x(count))}
        height={bar.height}
        {...lookOf(kind, last)}
      />
    );
  });
}

const lookOf = (kind: number, last: number) =>
  kind === last
    ? { fill: 'transparent', stroke: 'var(--atrium-line-strong)', strokeDasharray: '3 3' }
    : { fill: chartColors[kind % chartColors.length], stroke: 'var(--atrium-surface)' };

const legendOf = (label: string, kind: number, kinds: number) =>
  kind === kinds - 1
    ? { label, color: 'var(--atrium-line-strong)', dash: '3 3' }
    : { label, color: chartColors[kind % chartColors.length] ?? 'gray' };
