import type { AnalysisView, CrossTab } from '@atrium/contract/wire/analysis';
import type { ShownCount } from '@atrium/contract/wire/statistics';
import type { BarSeries, BarValue } from '../../../charts/grouped/groupedLayout.ts';
import { formatCount } from '../../../lib/formatNumber.ts';
import { gridWords } from '../analysisWords.ts';
import { labelText, pathOf } from '../grid/axisLabels.ts';
import { thresholdIn } from '../grid/figures.ts';

/** A cross-tab of one or two concepts as bars. */
export interface CrossTabBars {
  readonly groups: readonly string[];
  readonly series: readonly BarSeries[];
  readonly groupName: string;
  /** Undefined where there is one concept only. */
  readonly seriesName: string | undefined;
  /** How many values of the second concept are left out, because there are no more colours. */
  readonly left: number;
}

export const maxSeries = 10;

/** Undefined for three concepts and more, which bars cannot show. */
export function crossTabBars(axes: AnalysisView['extended'], crossTab: CrossTab): CrossTabBars | undefined {
  const concepts = [...axes.rows, ...axes.cols];
  const [first, second] = concepts;
  if (first === undefined || concepts.length > 2) return undefined;
  const counts = new Map<string, Map<string, ShownCount>>();
  const names = new Set<string>();
  for (const { path, count } of cells(axes, crossTab)) {
    const [group = '', series = ''] = path;
    names.add(series);
    counts.set(group, (counts.get(group) ?? new Map<string, ShownCount>()).set(series, count));
  }
  const groups = [...counts.keys()];
  const all = [...names].map((name) => ({
    name,
    values: groups.map((group) => barValue(counts.get(group)?.get(name) ?? 0)),
  }));
  const series = highest(all);
  return {
    groups,
    series: second === undefined ? series.map((only) => ({ ...only, name: first.label })) : series,
    groupName: first.label,
    seriesName: second?.label,
    left: all.length - series.length,
  };
}

interface CountedPath {
  readonly path: readonly string[];
  readonly count: ShownCount;
}

/** Every cell with the labels of its row and column, without those of an axis that has no concepts. */
function cells({ rows, cols }: AnalysisView['extended'], crossTab: CrossTab): readonly CountedPath[] {
  const { index, columns, data } = crossTab;
  return index.flatMap((rowLabel, row) =>
    columns.map((columnLabel, column) => ({
      path: [
        ...(rows.length === 0 ? [] : pathOf(rowLabel)),
        ...(cols.length === 0 ? [] : pathOf(columnLabel)),
      ].map(labelText),
      count: data[row]?.[column] ?? 0,
    })),
  );
}

function barValue(count: ShownCount): BarValue {
  if (typeof count === 'number') return { value: count, shown: formatCount(count), isHidden: false };
  return { value: Math.max(0, (thresholdIn(count) ?? 1) - 1), shown: gridWords.hidden, isHidden: true };
}

const sumOf = ({ values }: BarSeries): number =>
  values.reduce((sum, { value, isHidden }) => sum + (isHidden ? 0 : value), 0);

/** The series with the highest sums, as many as there are colours, in the order of the table. */
function highest(series: readonly BarSeries[]): readonly BarSeries[] {
  if (series.length <= maxSeries) return series;
  const kept = new Set(series.toSorted((one, other) => sumOf(other) - sumOf(one)).slice(0, maxSeries));
  return series.filter((one) => kept.has(one));
}

/** The highest bar and its label; undefined where every bar is hidden or zero. */
export function highestBar({ groups, series, seriesName }: CrossTabBars) {
  let found: { readonly where: string; readonly value: BarValue } | undefined;
  for (const { name, values } of series) {
    for (const [index, value] of values.entries()) {
      if (value.isHidden || value.value <= (found?.value.value ?? 0)) continue;
      const group = groups[index] ?? '';
      found = { where: seriesName === undefined ? group : `${group}, ${name}`, value };
    }
  }
  return found;
}
