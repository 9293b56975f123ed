import {
  type MetricGroup,
  type MetricTrait,
  metricGroupKey,
  metricGroupOf,
} from '@atrium/contract/documents/dataPackage';
import { type CellCode, cellCoder, hideFigures } from '@atrium/engine';
import { implied, type JudgedFigures, parts, states } from './figures.ts';

/** A trait that people have or have not, or the parts of which a person has one. */
type Split = readonly MetricTrait[];

/** A group with the splits of it of which all figures are given. */
interface SplitGroup {
  readonly group: MetricGroup;
  readonly splits: readonly Split[];
}

interface Judging {
  readonly figures: JudgedFigures['figures'];
  readonly hidden: Set<string>;
  readonly threshold: number;
}

const maxSplits = 3;

/**
 * The groups whose figures are hidden where figures are given without the people behind them (rule 14.63). Each group is
 * judged as the cross-tab of its splits, until nothing more is hidden.
 */
export function hideGivenFigures(given: JudgedFigures['figures'], threshold: number): ReadonlySet<string> {
  const hidden = new Set<string>();
  const samePeople = [...given].map(([key, figure]) => namesOfSamePeople(key, figure, given));
  const figures = new Map(given);
  for (const [first = '', ...others] of samePeople)
    for (const name of others) figures.set(name, given.get(name) ?? given.get(first) ?? 0);
  const known = [...figures.keys()].map((key) => metricGroupOf(key) ?? []);
  const tables = known.flatMap((group) => splitsOf(group, figures).map((splits) => ({ group, splits })));
  for (let before = -1; before !== hidden.size; ) {
    before = hidden.size;
    for (const table of tables) hideInTable(table, { figures, hidden, threshold });
    hideWithin(known, hidden);
    for (const names of samePeople)
      if (names.some((name) => hidden.has(name))) for (const name of names) hidden.add(name);
  }
  return new Set([...hidden].filter((name) => given.has(name)));
}

/** Hides what lies within a hidden group. */
function hideWithin(known: readonly MetricGroup[], hidden: Set<string>): void {
  const hiddenGroups = known.filter((group) => hidden.has(metricGroupKey(group)));
  for (const group of known)
    if (hiddenGroups.some((outer) => outer.every((trait) => group.includes(trait))))
      hidden.add(metricGroupKey(group));
}

/** A group by its name, and by the names that say what its traits imply, unless a wider group has a smaller figure. */
function namesOfSamePeople(key: string, figure: number, given: JudgedFigures['figures']): readonly string[] {
  const group = metricGroupOf(key) ?? [];
  const said = group.flatMap((trait) => implied.get(trait) ?? []).filter((trait) => !group.includes(trait));
  const isPossible = (names: MetricGroup): boolean =>
    subsets(names).every((wider) => (given.get(metricGroupKey(wider)) ?? figure) >= figure);
  const names = subsets([...new Set(said)]).map((more) => [...group, ...more]);
  return [key, ...names.filter(isPossible).map(metricGroupKey)];
}

/** Every choice of up to three splits of the group; none of them for the group alone. */
function splitsOf(group: MetricGroup, figures: JudgedFigures['figures']): readonly (readonly Split[])[] {
  const isGiven = (more: MetricGroup): boolean => figures.has(metricGroupKey([...group, ...more]));
  const hasPart = group.some((trait) => parts.includes(trait));
  const single = [...figures.keys()]
    .flatMap((key) => metricGroupOf(key) ?? [])
    .filter((trait) => !parts.includes(trait) && !group.includes(trait) && isGiven([trait]));
  const byTrait: MetricGroup[] = [[]];
  for (const trait of new Set(single))
    for (const some of [...byTrait])
      if (some.length < maxSplits && subsets(some).every((part) => isGiven([...part, trait])))
        byTrait.push([...some, trait]);
  const inStates = states.filter((state) => !group.includes(state) && isGiven([state]));
  const countOf = (more: MetricGroup): number => figures.get(metricGroupKey([...group, ...more])) ?? 0;
  const areApart = inStates.reduce((sum, state) => sum + countOf([state]), 0) <= countOf([]);
  const byState = inStates.length > 1 && areApart ? [[inStates]] : [];
  const bySplits = byTrait.flatMap((traits): readonly (readonly Split[])[] => {
    const each = traits.map((trait) => [trait]);
    const given = hasPart
      ? []
      : parts.filter((part) => subsets(traits).every((some) => isGiven([...some, part])));
    return given.length === 0 ? [each] : [each, [...each, given]];
  });
  return [...bySplits, ...byState];
}

const subsets = <T>(values: readonly T[]): readonly (readonly T[])[] =>
  values.reduce<readonly (readonly T[])[]>(
    (sets, value) => sets.flatMap((set) => [set, [...set, value]]),
    [[]],
  );

/** A value of each split, by its index; the last value of a split is to have none of its traits. */
type Cell = readonly { readonly split: number; readonly value: number }[];

function hideInTable({ group, splits }: SplitGroup, { figures, hidden, threshold }: Judging): void {
  const coder = cellCoder(splits.map((split) => split.length + 1));
  const cells = splits.reduce<readonly Cell[]>(
    (some, traits, split) =>
      some.flatMap((cell) => [cell, ...[...traits, null].map((_, value) => [...cell, { split, value }])]),
    [[]],
  );
  const codeOf = (cell: Cell): CellCode =>
    cell.reduce((code, { split, value }) => code + coder.step(split, value), 0);
  const countOf = (within: MetricGroup, [first, ...rest]: Cell): number => {
    if (first === undefined) return figures.get(metricGroupKey(within)) ?? 0;
    const traits = splits[first.split] ?? [];
    const trait = traits[first.value];
    if (trait !== undefined) return countOf([...within, trait], rest);
    return traits.reduce((left, other) => left - countOf([...within, other], rest), countOf(within, rest));
  };
  const named = cells.flatMap((cell) => {
    const traits = cell.map(({ split, value }) => splits[split]?.[value]);
    const all = traits.flatMap((trait) => trait ?? []);
    return all.length < traits.length
      ? []
      : [{ key: metricGroupKey([...group, ...all]), code: codeOf(cell) }];
  });
  const counted = cells.map((cell) => [codeOf(cell), countOf(group, cell)] as const);
  const judged = hideFigures(
    {
      domains: splits.map((split) => split.length + 1),
      determines: splits.map(() => []),
      overlapping: [],
      telling: new Set(named.flatMap(({ key, code }) => (hidden.has(key) ? [code] : []))),
      counts: new Map(counted.filter(([code, count]) => code !== 0 && count > 0)),
      subjects: countOf(group, []),
    },
    threshold,
  );
  for (const { key, code } of named) if (judged.isHidden(code)) hidden.add(key);
}
