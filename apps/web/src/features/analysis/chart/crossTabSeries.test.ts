import { describe, expect, it } from 'vitest';
import { anAnalysis } from '../../../testing/analyses.ts';
import { type CrossTabPanel, crossTabPanels, highestBar } from './crossTabSeries.ts';

const drawn = (bars: CrossTabPanel | undefined) =>
  bars && {
    groups: bars.groups,
    series: Object.fromEntries(bars.series.map(({ name, values }) => [name, values.map((bar) => bar.shown)])),
  };

const sex = ['Female', 'Male'];

describe('the bars of a cross-tab', () => {
  it.each([
    {
      name: 'one concept on the rows: a bar a value',
      axes: { rows: ['sex'], cols: [] },
      crossTab: { index: sex, columns: ['subject count'], data: [[13], [5]] },
      bars: { groups: sex, series: { Sex: ['13', '5'] } },
    },
    {
      name: 'one concept on the columns: the same',
      axes: { rows: [], cols: ['sex'] },
      crossTab: { index: ['subject count'], columns: sex, data: [[13, 5]] },
      bars: { groups: sex, series: { Sex: ['13', '5'] } },
    },
    {
      name: 'one on each axis: groups of the rows, colours of the columns',
      axes: { rows: ['sex'], cols: ['race'] },
      crossTab: {
        index: sex,
        columns: ['A', 'W'],
        data: [
          [2, 1],
          [0, 7],
        ],
      },
      bars: { groups: sex, series: { A: ['2', '0'], W: ['1', '7'] } },
    },
    {
      name: 'two on one axis: the outer one makes the groups, and what does not occur is 0',
      axes: { rows: ['sex', 'race'], cols: [] },
      crossTab: {
        index: [
          ['Female', 'A'],
          ['Female', 'W'],
          ['Male', 'W'],
        ],
        columns: ['subject count'],
        data: [[2], [1200], [7]],
      },
      bars: { groups: sex, series: { A: ['2', '0'], W: ['1,200', '7'] } },
    },
  ])('$name', ({ axes, crossTab, bars }) => {
    const shown = crossTabPanels(anAnalysis(axes).extended, crossTab);
    expect(shown?.panels.map(drawn)).toEqual([bars]);
  });

  it('of three concepts are a chart for each value of the first, with the same bars on one scale', () => {
    const { extended } = anAnalysis({ rows: ['sex', 'race'], cols: ['lesion'] });
    const shown = crossTabPanels(extended, {
      index: [
        ['Female', 'A'],
        ['Female', 'W'],
        ['Male', 'A'],
        ['Male', 'B'],
        ['Male', 'W'],
      ],
      columns: ['VSD', 'ASD'],
      data: [
        [1, 2],
        [3, 4],
        [5, 6],
        [7, 8],
        [9, 10],
      ],
    });
    expect(shown?.panels.map((panel) => [panel.name, drawn(panel)])).toEqual([
      ['Female', { groups: ['A', 'B', 'W'], series: { VSD: ['1', '0', '3'], ASD: ['2', '0', '4'] } }],
      ['Male', { groups: ['A', 'B', 'W'], series: { VSD: ['5', '7', '9'], ASD: ['6', '8', '10'] } }],
    ]);
    expect([shown?.top, shown?.panelName, shown && highestBar(shown)?.where]).toEqual([
      { grouped: 10, stacked: 19 },
      'Sex',
      'Male, W, ASD',
    ]);
  });

  it('are none for four concepts', () => {
    const { extended } = anAnalysis({ rows: ['sex', 'race'], cols: ['lesion', 'birth_year'] });
    expect(crossTabPanels(extended, { index: [], columns: [], data: [] })).toBeUndefined();
  });

  it('are hatched where a count is hidden', () => {
    const { extended } = anAnalysis({ rows: ['sex'], cols: [] });
    const bars = crossTabPanels(extended, { index: sex, columns: ['subject count'], data: [['<11'], [50]] });
    expect(bars?.panels[0]?.series[0]?.values[0]).toEqual({ value: 10, shown: 'hidden', isHidden: true });
    expect(bars && highestBar(bars)).toMatchObject({ where: 'Male', value: { shown: '50' } });
  });

  it('show the ten values with the highest sums if there are more values than colours', () => {
    const { extended } = anAnalysis({ rows: ['sex'], cols: ['race'] });
    const columns = Array.from({ length: 12 }, (_, index) => `R${index}`);
    const data = [columns.map((_, index) => index), columns.map(() => 0)];
    const bars = crossTabPanels(extended, { index: sex, columns, data });
    expect(bars?.panels[0]?.series.map(({ name }) => name)).toEqual(columns.slice(2));
    expect(bars?.left).toEqual({ series: 2, panels: 0 });
  });
});
