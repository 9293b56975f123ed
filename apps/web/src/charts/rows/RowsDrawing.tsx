import { AxisTop } from '@visx/axis';
import { chartColors } from '../../ui/theme/tokens.ts';
import { opacityOf, partOfBar } from '../BarsDrawing.tsx';
import type { Bar, ChartProps } from '../bar.ts';
import { lineHeight, margin } from '../frame.ts';
import type { Size } from '../geometry.ts';
import { axisLook, compactCount, labelLook } from '../labels.tsx';
import { rowsOf, rowsTop } from './rowLayout.ts';

interface RowsProps extends Size, Pick<ChartProps, 'headings'> {
  readonly bars: readonly Bar[];
}

/** The axis of the figures, with its name, above the rows. */
export function RowsAxis({ bars, headings, ...size }: RowsProps) {
  const { scale, ticks } = rowsOf(bars, size);
  return (
    <g>
      <text x={margin} y={margin / 2} dy={4} textAnchor="middle" {...labelLook}>
        {size.isLog === true ? `${headings[1]} (log)` : headings[1]}
      </text>
      <AxisTop
        scale={scale}
        top={rowsTop}
        tickValues={[...ticks]}
        tickFormat={(value) => compactCount.format(Number(value))}
        tickLabelProps={{ ...labelLook, textAnchor: 'middle' }}
        {...axisLook}
      />
    </g>
  );
}

interface RowsDrawingProps extends RowsProps, Pick<ChartProps, 'summary' | 'populations'> {
  readonly isFaded?: ((index: number) => boolean) | undefined;
  readonly pointed: number | undefined;
  readonly onPoint: (index: number | undefined) => void;
}

/** The drawing of values: a row for each, with its whole label, its bar, and its figure where there is one only. */
export function RowsDrawing(props: RowsDrawingProps) {
  const { bars, summary, width, populations, onPoint } = props;
  const { left, step, labels, labelEnd, thickness, middle, height, at } = rowsOf(bars, props);
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summary}>
      <RowsAxis {...props} />
      {bars.map((bar, row) => {
        const shape = { x: left, y: middle(row) - thickness / 2, height: thickness, rx: 2 };
        const lengthOf = (value: number) => Math.max(0, at(value) - left);
        const lines = labels[row] ?? [];
        const isWhole = populations === undefined;
        return (
          <g
            // biome-ignore lint/suspicious/noArrayIndexKey: two bars may have the same label
            key={row}
            onPointerEnter={() => onPoint(row)}
            onPointerLeave={() => onPoint(undefined)}
          >
            <rect
              x={0}
              y={middle(row) - step / 2}
              width={width}
              height={step}
              fill="none"
              pointerEvents="all"
            />
            <text y={middle(row) + 4 - ((lines.length + 1) * lineHeight) / 2} textAnchor="end" {...labelLook}>
              {lines.map((line, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity
                <tspan key={index} x={labelEnd} dy={lineHeight}>
                  {line}
                </tspan>
              ))}
            </text>
            <g opacity={opacityOf(row, props)}>
              <rect
                {...shape}
                width={lengthOf(bar.value)}
                fill={chartColors[0]}
                fillOpacity={isWhole ? 1 : 0.32}
              />
              {bar.part !== undefined && (
                <rect
                  {...shape}
                  y={middle(row) - (thickness * partOfBar) / 2}
                  height={thickness * partOfBar}
                  width={lengthOf(bar.part.value)}
                  fill={chartColors[0]}
                />
              )}
            </g>
            {isWhole && (
              <text x={at(bar.value) + 6} y={middle(row) + 4} {...labelLook}>
                {bar.shown}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
