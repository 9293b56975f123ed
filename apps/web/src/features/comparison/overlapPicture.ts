import type { ComparisonOverlaps } from '@atrium/contract/endpoints/comparison';
import { labelWidth } from '../../charts/frame.ts';
import { ink, inSvg, madeDrawing, quietInk } from '../../charts/save/svgParts.ts';
import { formatCount } from '../../lib/formatNumber.ts';
import { chartColors } from '../../ui/theme/tokens.ts';

const [row, dot, barWidth, gap] = [26, 28, 240, 12];

/** Regions as rows of dots, one for each group that they lie in, and a bar as long as they have subjects. */
export function overlapPicture({ groups, regions }: Pick<ComparisonOverlaps, 'groups' | 'regions'>) {
  const most = Math.max(1, ...regions.map(({ count }) => count));
  const names = groups.map(({ title }, index) => `${index + 1}  ${title}`);
  const barAt = groups.length * dot + gap;
  const width = Math.max(barAt + barWidth + 90, ...names.map((name) => labelWidth(name) + 2 * gap));
  const heads = groups.map((_, index) =>
    inSvg(
      'text',
      { x: (index + 0.5) * dot, y: 16, fill: ink, 'font-size': 12, 'text-anchor': 'middle' },
      String(index + 1),
    ),
  );
  const rows = regions.flatMap(({ inGroups, count }, index) => {
    const middle = 24 + (index + 0.5) * row;
    const at = inGroups.map((group) => (group + 0.5) * dot);
    const dots = groups.map((_, group) =>
      inSvg('circle', {
        ...{ cx: (group + 0.5) * dot, cy: middle, r: 6, fill: inGroups.includes(group) ? ink : quietInk },
        'fill-opacity': inGroups.includes(group) ? 1 : 0.2,
      }),
    );
    const long = (barWidth * count) / most;
    return [
      inSvg('line', {
        x1: Math.min(...at, dot / 2),
        x2: Math.max(...at, dot / 2),
        y1: middle,
        y2: middle,
        stroke: ink,
        'stroke-opacity': at.length > 1 ? 1 : 0,
        'stroke-width': 2,
      }),
      ...dots,
      inSvg('rect', { x: barAt, y: middle - 8, width: long, height: 16, rx: 2, fill: chartColors[0] ?? ink }),
      inSvg('text', { x: barAt + long + 6, y: middle + 4, fill: ink, 'font-size': 12 }, formatCount(count)),
    ];
  });
  const below = 24 + regions.length * row + gap;
  const legend = names.map((name, index) =>
    inSvg('text', { x: gap, y: below + (index + 1) * 16, fill: ink, 'font-size': 12 }, name),
  );
  return madeDrawing({ width, height: below + names.length * 16 + gap }, [...heads, ...rows, ...legend]);
}
