import { type MetricGroup, metricGroupKey, metricGroupOf } from '@atrium/contract';
import { parts } from './figures.ts';

/** Figures by the name of their group. */
export type Figures = ReadonlyMap<string, number>;

/**
 * The groups whose figures are not shown (rule 14.8): those from 1 to the threshold less one; the smaller one of two
 * where one group lies within the other and as many people make the difference; and further parts of a population until
 * what is not shown of it is no one, or two parts or more that reach the threshold together.
 */
export function hideSmallFigures(figures: Figures, threshold: number): ReadonlySet<string> {
  const isSmall = (count: number): boolean => count > 0 && count < threshold;
  const groups = [...figures].flatMap(([key, count]) => {
    const group = metricGroupOf(key);
    return group === undefined ? [] : [{ key, count, group }];
  });
  const hidden = new Set(groups.filter(({ count }) => isSmall(count)).map(({ key }) => key));
  for (let before = -1; before !== hidden.size; ) {
    before = hidden.size;
    hideDifferences(groups, hidden, isSmall);
    for (const { group } of groups) hidePartsOf(group, { figures, hidden, threshold });
  }
  return hidden;
}

interface Counted {
  readonly key: string;
  readonly count: number;
  readonly group: MetricGroup;
}

function hideDifferences(
  groups: readonly Counted[],
  hidden: Set<string>,
  isSmall: (count: number) => boolean,
): void {
  for (const whole of groups)
    for (const part of groups) {
      if (hidden.has(whole.key) || hidden.has(part.key) || !liesWithin(part.group, whole.group)) continue;
      if (isSmall(whole.count - part.count)) hidden.add(part.key);
    }
}

/** Whether everyone who has all of `more` also has all of `fewer`. */
const liesWithin = (more: MetricGroup, fewer: MetricGroup): boolean =>
  more.length > fewer.length && fewer.every((trait) => more.includes(trait));

interface Hiding {
  readonly figures: Figures;
  readonly hidden: Set<string>;
  readonly threshold: number;
}

function hidePartsOf(population: MetricGroup, { figures, hidden, threshold }: Hiding): void {
  const whole = figures.get(metricGroupKey(population));
  if (whole === undefined || population.some((trait) => parts.includes(trait))) return;
  const cells = parts
    .map((trait) => metricGroupKey([...population, trait]))
    .flatMap((key) => {
      const count = figures.get(key);
      return count === undefined ? [] : [{ key, count }];
    })
    .sort((a, b) => a.count - b.count);
  const shown = () => cells.filter(({ key, count }) => count > 0 && !hidden.has(key));
  const isTold = (): boolean => {
    const rest = whole - shown().reduce((sum, { count }) => sum + count, 0);
    const hiddenCells = cells.filter(({ key }) => hidden.has(key)).length;
    return (rest > 0 && rest < threshold) || hiddenCells === 1;
  };
  while (cells.length > 0 && isTold()) {
    const [smallest] = shown();
    if (smallest === undefined) return;
    hidden.add(smallest.key);
  }
}
