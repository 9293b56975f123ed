import { type MetricGroup, type MetricTrait, metricGroupKey } from '@atrium/contract/documents/dataPackage';

/** Figures by the name of their group, and the groups whose figures are hidden. */
export interface JudgedFigures {
  readonly figures: ReadonlyMap<string, number>;
  readonly hidden: ReadonlySet<string>;
}

const proband: MetricGroup = ['proband'];
const trio: MetricGroup = ['proband', 'trio'];

const assays = {
  genomes: ['genomes'],
  exomes: ['exomes'],
  inDbgap: ['inDbgap'],
  all: [],
} satisfies Record<string, MetricGroup>;

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
} satisfies Record<string, MetricGroup>;

const enrollment = { ...people, wgs: ['genomes'], wes: ['exomes'], mips: ['mips'] } satisfies Record<
  string,
  MetricGroup
>;

type Cells<Names extends string> = Readonly<Record<Names, MetricGroup>>;

const within = <Names extends string>(population: MetricGroup, cells: Cells<Names>) => ({
  population,
  cells,
});

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

/** Sequenced trios by what all three have (rule 4.20); a proband stands for each. */
export const sequencedTrios = {
  wgs: [...proband, 'trioGenomes'],
  wes: [...proband, 'trioExomes'],
} satisfies Record<string, MetricGroup>;

/**
 * A trait with those that everybody has who has it (rules 4.20 and 14.63). What is published was submitted first, though a
 * site may count as submitted only what is not published yet; so `states` are judged as well.
 */
export const implied: ReadonlyMap<MetricTrait, MetricGroup> = new Map([
  ['trio', ['proband']],
  ['trioGenomes', ['proband', 'trio', 'genomes']],
  ['trioExomes', ['proband', 'trio', 'exomes']],
  ['dbgapPublished', ['dbgapSubmitted', 'inDbgap']],
  ['dbgapSubmitted', ['inDbgap']],
]);

/** Traits of which a person has exactly one: the rest of a population can be worked out from them. */
export const parts: MetricGroup = ['asian', 'black', 'white', 'mixed', 'missing', 'native', 'indian'];

/** Traits of which a person may have one at most, so that their figures can be added up. */
export const states: MetricGroup = ['dbgapPublished', 'dbgapSubmitted'];

const ofBlock = ({
  population,
  cells,
}: {
  readonly population: MetricGroup;
  readonly cells: Cells<string>;
}) => Object.values(cells).map((cell) => metricGroupKey([...population, ...cell]));

/** Every group of which a figure is public. */
export const allGroups: readonly string[] = [
  ...new Set([
    ...Object.values(homeBlocks).flatMap(ofBlock),
    ...Object.values(dbgapCells).map(metricGroupKey),
    ...Object.values(tableBlocks).flatMap(ofBlock),
    ...Object.values(sequencedTrios).map(metricGroupKey),
  ]),
];
