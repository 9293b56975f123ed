import type { AxisLabel, CrossTab } from '@atrium/contract/wire/analysis';
import type { ShownCount } from '@atrium/contract/wire/statistics';
import { isNotSet, notSet, pathOf } from '../../../api/axisLabels.ts';
import type { AnalysisDisplay } from '../analysisAddress.ts';

export type Arrangement = Pick<AnalysisDisplay, 'order' | 'isFolded'>;

/**
 * The cross-tab with its rows and columns in the order that is wanted, without those that are folded: by value as it
 * came, or by count, the highest total first within each outer label; what has no value stays last.
 */
export function arrange(crossTab: CrossTab, { order, isFolded }: Arrangement): CrossTab {
  const { totals } = crossTab;
  const along = (axis: CrossTab['index'], counts: readonly ShownCount[] | undefined): readonly number[] => {
    const shown = [...axis.keys()].filter((index) => !isFolded || !isNotSet(axis[index] ?? ''));
    return order === 'value' || counts === undefined ? shown : byCount(shown, axis, counts);
  };
  const [rows, columns] = [along(crossTab.index, totals?.rows), along(crossTab.columns, totals?.columns)];
  const at = <Item>(items: readonly Item[], indexes: readonly number[]): Item[] =>
    indexes.flatMap((index) => {
      const item = items[index];
      return item === undefined ? [] : [item];
    });
  return {
    index: at(crossTab.index, rows),
    columns: at(crossTab.columns, columns),
    data: at(crossTab.data, rows).map((line) => at(line, columns)),
    ...(totals && {
      totals: { rows: at(totals.rows, rows), columns: at(totals.columns, columns), all: totals.all },
    }),
  };
}

function byCount(
  shown: readonly number[],
  axis: CrossTab['index'],
  counts: readonly ShownCount[],
): readonly number[] {
  const groupOf = new Map<string, number>();
  const ranked = shown.map((index) => {
    const path = pathOf(axis[index] ?? '');
    const outer = JSON.stringify(path.slice(0, -1));
    const group = groupOf.get(outer) ?? groupOf.size;
    groupOf.set(outer, group);
    return { index, group, isLast: isMissing(path.at(-1)), count: countOf(counts[index]) };
  });
  return ranked
    .toSorted(
      (one, other) =>
        one.group - other.group ||
        Number(one.isLast) - Number(other.isLast) ||
        other.count - one.count ||
        one.index - other.index,
    )
    .map(({ index }) => index);
}

const isMissing = (label: AxisLabel | undefined): boolean => label === notSet;

const countOf = (count: ShownCount | undefined): number => (typeof count === 'number' ? count : 0);

/** How many rows and columns have no value. */
export const countNotSet = ({ index, columns }: CrossTab) => ({
  rows: index.filter(isNotSet).length,
  columns: columns.filter(isNotSet).length,
});
