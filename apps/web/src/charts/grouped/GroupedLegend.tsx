import { chartColors } from '../../ui/theme/tokens.ts';
import type { LegendPlace } from './groupedLayout.ts';

interface GroupedLegendProps {
  readonly names: readonly string[];
  readonly places: readonly LegendPlace[];
}

const look = { fill: 'var(--atrium-text)', fontSize: 13, fontFamily: 'inherit' } as const;

/** The names of the series beside their colours; part of the drawing, so that a saved picture has them too. */
export const GroupedLegend = ({ names, places }: GroupedLegendProps) =>
  places.map(({ x, y }, place) => (
    <g key={names[place]}>
      <rect x={x - 18} y={y - 11} width={12} height={12} rx={3} fill={chartColors[place]} />
      <text x={x} y={y} {...look}>
        {names[place]}
      </text>
    </g>
  ));
