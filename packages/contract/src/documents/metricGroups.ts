import { type MetricTrait, metricTraits } from './dataPackage.ts';

/** People who have all of these traits; none: everybody (rule 14.7). */
export type MetricGroup = readonly MetricTrait[];

const rank = (trait: MetricTrait): number => metricTraits.indexOf(trait);

/** The name of a group, the same for each order of its traits, as `proband+genomes`; `all` for everybody. */
export const metricGroupKey = (group: MetricGroup): string =>
  group.length === 0 ? 'all' : [...new Set(group)].sort((a, b) => rank(a) - rank(b)).join('+');

/** The group of a name; undefined where it has a word that is no trait. */
export function metricGroupOf(key: string): MetricGroup | undefined {
  if (key === 'all') return [];
  const words = key.split('+');
  const traits = words.flatMap((word) => metricTraits.filter((trait) => trait === word));
  return traits.length === words.length ? traits : undefined;
}
