import { type MetricTrait, metricTraits } from '@atrium/contract';

/** People who have all of these traits; none: everybody. */
export type Group = readonly MetricTrait[];

const rank = (trait: MetricTrait): number => metricTraits.indexOf(trait);

/** The name of a group, the same for each order of its traits; `all` for everybody. */
export const groupKey = (group: Group): string =>
  group.length === 0 ? 'all' : [...new Set(group)].sort((a, b) => rank(a) - rank(b)).join('+');

/** The group of a name; undefined where it has a word that is no trait. */
export function groupOf(key: string): Group | undefined {
  if (key === 'all') return [];
  const words = key.split('+');
  const traits = words.flatMap((word) => metricTraits.filter((trait) => trait === word));
  return traits.length === words.length ? traits : undefined;
}

const proband: Group = ['proband'];
const trio: Group = ['proband', 'trio'];

const assays = {
  genomes: ['genomes'],
  exomes: ['exomes'],
  inDbgap: ['inDbgap'],
  all: [],
} satisfies Record<string, Group>;

const people = {
  total: [],
  asian: ['asian'],
  black: ['black'],
  hispanic: ['hispanic'],
  white: ['white'],
  mixed: ['mixed'],
  missing: ['missing'],
  native: ['native'],
  indian: ['indian'],
  male: ['male'],
} satisfies Record<string, Group>;

const enrollment = { ...people, wgs: ['genomes'], wes: ['exomes'], mips: ['mips'] } satisfies Record<
  string,
  Group
>;

type Cells<Names extends string> = Readonly<Record<Names, Group>>;

const within = <Names extends string>(population: Group, cells: Cells<Names>) => ({ population, cells });

/** The blocks of both replies, with the people of each; the same group has the same figure everywhere (rule 14.9). */
export const homeBlocks = {
  individual: within([], assays),
  proband: within(proband, assays),
  trio: within(trio, assays),
} as const;
export const dbgapCells = { published: ['dbgapPublished'], submitted: ['dbgapSubmitted'] } as const;
export const tableBlocks = {
  probands: within(proband, enrollment),
  trios: within(trio, enrollment),
  wgs: within([...trio, 'genomes'], people),
  wes: within([...trio, 'exomes'], people),
} as const;

/** Traits of which a person has one: the rest of a population can be told from them. */
export const parts: Group = ['asian', 'black', 'white', 'mixed', 'missing', 'native', 'indian'];

const ofBlock = ({ population, cells }: { readonly population: Group; readonly cells: Cells<string> }) =>
  Object.values(cells).map((cell) => groupKey([...population, ...cell]));

/** Every group of which a figure is public. */
export const allGroups: readonly string[] = [
  ...new Set([
    ...Object.values(homeBlocks).flatMap(ofBlock),
    ...Object.values(dbgapCells).map(groupKey),
    ...Object.values(tableBlocks).flatMap(ofBlock),
  ]),
];
