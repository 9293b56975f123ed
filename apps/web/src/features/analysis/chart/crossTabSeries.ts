import type { AnalysisView, CrossTab } from '@atrium/contract/wire/analysis';
import type { ShownCount } from '@atrium/contract/wire/statistics';
import { labelText, pathOf } from '../../../api/axisLabels.ts';
import type { BarSeries, BarValue } from '../../../charts/grouped/groupedLayout.ts';
import { formatCount } from '../../../lib/formatNumber.ts';
import { gridWords } from '../analysisWords.ts';
import { thresholdIn } from '../grid/figures.ts';

/** Bars of a cross-tab by one or two concepts. */
export interface CrossTabBars {
  readonly groups: readonly string[];
  readonly series: readonly BarSeries[];
  readonly groupName: string;
  /** Undefined where there is one concept only. */
  readonly seriesName: string | undefined;
}

/** A cross-tab as charts on one scale: of three concepts one for each value of the first, else a single one. */
export interface CrossTabPanels {
  readonly panels: readonly CrossTabPanel[];
  /** Undefined where there is one panel only. */
  readonly panelName: string | undefined;
  /** How many values are left out, because there are no more colours, or no room for more charts. */
  readonly left: Readonly<Record<'series' | 'panels', number>>;
  /** The highest bar of all, and the highest stack of bars. */
  readonly top: Readonly<Record<'grouped' | 'stacked', number>>;
}

export interface CrossTabPanel extends CrossTabBars {
  readonly name: string;
}

export const maxSeries = 10;
export const maxPanels = 12;

/** Undefined for four concepts and more, which bars cannot show. */
export function crossTabPanels(
  axes: AnalysisView['extended'],
  crossTab: CrossTab,
): CrossTabPanels | undefined {
  const concepts = [...axes.rows, ...axes.cols];
  const outer = concepts.length === 3 ? concepts[0] : undefined;
  const [first, second] = outer === undefined ? concepts : concepts.slice(1);
  if (first === undefined || concepts.length > 3) return undefined;
  const counts = new Map<string, ShownCount>();
  const groupsOf = new Map<string, string[]>();
  const seriesOf = new Map<string, string[]>();
  for (const { path, count } of cells(axes, crossTab)) {
    const [panel = '', group = '', series = ''] = outer === undefined ? ['', ...path] : path;
    counts.set(JSON.stringify([panel, group, series]), count);
    groupsOf.set(panel, [...(groupsOf.get(panel) ?? []), group]);
    seriesOf.set(`${panel} ${group}`, [...(seriesOf.get(`${panel} ${group}`) ?? []), series]);
  }
  const groups = merged([...groupsOf.values()]);
  const names = merged([...seriesOf.values()]);
  const all = [...groupsOf.keys()].map((panel) => ({
    name: panel,
    series: names.map((name) => ({
      name,
      values: groups.map((group) => barValue(counts.get(JSON.stringify([panel, group, name])) ?? 0)),
    })),
  }));
  const shown = highest(all, ({ series }) => sumOf(series.flatMap(({ values }) => values)), maxPanels);
  const kept = highest(
    names,
    (name) => sumOf(shown.flatMap(({ series }) => series.find((one) => one.name === name)?.values ?? [])),
    maxSeries,
  );
  const panels = shown.map(({ name, series }) => ({
    name,
    groups,
    series:
      second === undefined
        ? series.map((only) => ({ ...only, name: first.label }))
        : series.filter((one) => kept.includes(one.name)),
    groupName: first.label,
    seriesName: second?.label,
  }));
  const stacks = panels.flatMap(({ series }) =>
    groups.map((_, group) => series.map(({ values }) => values[group]?.value ?? 0)),
  );
  return {
    panels,
    panelName: outer?.label,
    left: { series: names.length - kept.length, panels: all.length - shown.length },
    top: {
      grouped: stacks.flat().reduce((top, value) => Math.max(top, value), 1),
      stacked: stacks.reduce(
        (top, stack) =>
          Math.max(
            top,
            stack.reduce((sum, value) => sum + value, 0),
          ),
        1,
      ),
    },
  };
}

/** The items of all lists once: a new one stands behind the one that it follows in its list. */
function merged(lists: readonly (readonly string[])[]): readonly string[] {
  const all: string[] = [];
  for (const list of lists) {
    let at = 0;
    for (const item of new Set(list)) {
      const known = all.indexOf(item);
      if (known === -1) all.splice(at, 0, item);
      at = (known === -1 ? at : known) + 1;
    }
  }
  return all;
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

const sumOf = (values: readonly BarValue[]): number =>
  values.reduce((sum, { value, isHidden }) => sum + (isHidden ? 0 : value), 0);

/** The items with the highest figures, as many as there may be, in their order. */
function highest<Item>(
  items: readonly Item[],
  figureOf: (item: Item) => number,
  max: number,
): readonly Item[] {
  if (items.length <= max) return items;
  const ranked = items.map((item) => ({ item, figure: figureOf(item) }));
  const kept = new Set(
    ranked
      .toSorted((one, other) => other.figure - one.figure)
      .slice(0, max)
      .map(({ item }) => item),
  );
  return items.filter((one) => kept.has(one));
}

/** The highest bar and its label; undefined where every bar is hidden or zero. */
export function highestBar({ panels }: CrossTabPanels) {
  let found: { readonly where: string; readonly value: BarValue } | undefined;
  for (const { name: panel, groups, series, seriesName } of panels) {
    for (const { name, values } of series) {
      for (const [index, value] of values.entries()) {
        if (value.isHidden || value.value <= (found?.value.value ?? 0)) continue;
        const where = [panel, groups[index] ?? '', seriesName === undefined ? '' : name];
        found = { where: where.filter((part) => part !== '').join(', '), value };
      }
    }
  }
  return found;
}
