import { describe, expect, it } from 'vitest';
import { type BarValue, drawingWidth, placeBars, placeLegend } from './groupedLayout.ts';

const exact = (value: number): BarValue => ({ value, shown: String(value), isHidden: false });
const series = [
  { name: 'Female', values: [exact(3), exact(4)] },
  { name: 'Male', values: [exact(5), exact(0)] },
];
const groups = ['Asian', 'White'];

describe('bars', () => {
  it.each([
    { layout: 'grouped', bars: ['0/0 0-3', '0/1 0-5', '1/0 0-4', '1/1 0-0'] },
    { layout: 'stacked', bars: ['0/0 0-3', '0/1 3-8', '1/0 0-4', '1/1 4-4'] },
  ] as const)('that are $layout reach $bars', ({ layout, bars }) => {
    const placed = placeBars({ groups, series, layout });
    expect(placed.map((bar) => `${bar.group}/${bar.series} ${bar.from}-${bar.to}`)).toEqual(bars);
  });

  it('take the available width, and more if they would become too narrow', () => {
    const many = Array.from({ length: 100 }, (_, group) => String(group));
    expect(drawingWidth({ groups, series, layout: 'grouped' }, 800)).toBe(800);
    expect(drawingWidth({ groups: many, series, layout: 'grouped' }, 800)).toBe(100 * 32 + 100);
    expect(drawingWidth({ groups: many, series, layout: 'stacked' }, 800)).toBe(100 * 26 + 100);
  });

  it('leave room for the whole label of each group', () => {
    const long = Array.from({ length: 20 }, () => 'Hypoplastic left heart syndrome');
    expect(drawingWidth({ groups: long, series, layout: 'grouped' }, 800)).toBe(20 * (11 * 6.5 + 8) + 100);
  });
});

describe('the legend', () => {
  it.each([
    { names: ['only'], width: 400, rows: [], height: 0 },
    { names: ['Female', 'Male'], width: 400, rows: [20, 20], height: 30 },
    {
      names: ['American Indian or Alaska Native', 'Asian', 'White'],
      width: 320,
      rows: [20, 40, 40],
      height: 50,
    },
  ])('of $names in $width pixels has lines at $rows', ({ names, width, rows, height }) => {
    const legend = placeLegend(names, width);
    expect(legend.positions.map(({ y }) => y)).toEqual(rows);
    expect(legend.height).toBe(height);
  });
});
