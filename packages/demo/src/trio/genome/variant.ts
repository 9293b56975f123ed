import type { RandomStream } from '../../random/randomStream.ts';
import type { Consequence, pathogenicities, zygosities } from '../dictionary/choices.ts';
import { changeText, copyNumberGenes } from './changeText.ts';
import { type Gene, geneNamed, genesByFrequency, recessiveGenes } from './genes.ts';

export type Origin = 'de novo' | 'mother' | 'father' | 'both';
type Pathogenicity = (typeof pathogenicities)[number];

/** A variant in a person, sequenced or not. */
export interface Variant {
  readonly gene: string;
  readonly consequence: Consequence;
  readonly change: string;
  readonly origin: Origin;
  readonly zygosity: (typeof zygosities)[number];
  readonly score: number | null;
  readonly frequency: number | null;
  readonly pathogenicity: Pathogenicity;
}

interface Draw {
  readonly gene: Gene;
  readonly consequence: Consequence;
  readonly origin: Origin;
  readonly pathogenicity: Pathogenicity;
}

const inheritedConsequences = [
  ['Missense', 68],
  ['Synonymous', 15],
  ['In-frame indel', 5],
  ['Splice site', 4],
  ['Frameshift', 4],
  ['Stop gained', 3],
  ['Copy number gain', 1],
] as const;

const newConsequences = [
  ['Missense', 60],
  ['Synonymous', 16],
  ['Frameshift', 8],
  ['Stop gained', 7],
  ['Splice site', 5],
  ['In-frame indel', 2],
  ['Copy number loss', 2],
] as const;

const scores: Readonly<Record<Consequence, readonly [mean: number, deviation: number] | null>> = {
  Missense: [21, 6],
  Synonymous: [7, 4],
  Frameshift: [31, 3],
  'Stop gained': [37, 4],
  'Splice site': [31, 4],
  'In-frame indel': [17, 4],
  'Copy number loss': null,
  'Copy number gain': null,
};

/** The variant behind a syndrome: pathogenic and most often new in the child. */
export function causalVariant(symbol: string, consequence: Consequence, random: RandomStream): Variant {
  const origin = random.weighted([
    ['de novo', 88],
    ['mother', 7],
    ['father', 5],
  ] as const);
  const pathogenicity = random.chance(0.8) ? 'Pathogenic' : 'Likely pathogenic';
  return completed({ gene: geneNamed(symbol), consequence, origin, pathogenicity }, random);
}

export function newVariant(random: RandomStream): Variant {
  const consequence = random.weighted(newConsequences);
  const gene = drawGene(consequence, random);
  return completed(
    { gene, consequence, origin: 'de novo', pathogenicity: judged(gene, consequence, random) },
    random,
  );
}

export function inheritedVariant(origin: 'mother' | 'father', random: RandomStream): Variant {
  const consequence = random.weighted(inheritedConsequences);
  const gene = drawGene(consequence, random);
  const benign = random.chance(0.35);
  const pathogenicity = benign ? 'Likely benign' : judged(gene, consequence, random, 0.08);
  return completed({ gene, consequence, origin, pathogenicity }, random);
}

/** One damaged copy from each parent in a gene that needs both. */
export function recessiveVariant(random: RandomStream): Variant {
  const draw = {
    gene: random.pick(recessiveGenes),
    consequence: random.pick(['Missense', 'Frameshift', 'Stop gained'] as const),
    origin: 'both',
    pathogenicity: random.pick(['Likely pathogenic', 'Uncertain significance'] as const),
  } as const;
  return { ...completed(draw, random), zygosity: 'Homozygous' };
}

function drawGene(consequence: Consequence, random: RandomStream): Gene {
  const structural = consequence === 'Copy number loss' || consequence === 'Copy number gain';
  return structural ? geneNamed(random.pick(copyNumberGenes)) : random.weighted(genesByFrequency);
}

function judged(gene: Gene, consequence: Consequence, random: RandomStream, doubt = 1): Pathogenicity {
  if (consequence === 'Synonymous') return random.chance(0.7) ? 'Likely benign' : 'Benign';
  const damaging = consequence !== 'Missense' && consequence !== 'In-frame indel';
  const harmful = (damaging ? 0.4 : 0.05) * (gene.dominant ? 1 : 0.1) * doubt;
  if (random.chance(harmful)) return random.chance(damaging ? 0.5 : 0.2) ? 'Pathogenic' : 'Likely pathogenic';
  return random.chance(0.78) ? 'Uncertain significance' : 'Likely benign';
}

function completed(draw: Draw, random: RandomStream): Variant {
  const { gene, consequence, origin, pathogenicity } = draw;
  const mosaic = origin === 'de novo' && random.chance(0.03);
  return {
    gene: gene.symbol,
    consequence,
    change: changeText(gene, consequence, random),
    origin,
    zygosity: mosaic ? 'Mosaic' : 'Heterozygous',
    score: score(consequence, random),
    frequency: frequency(draw, random),
    pathogenicity,
  };
}

function score(consequence: Consequence, random: RandomStream): number | null {
  const spread = scores[consequence];
  if (spread === null) return null;
  return random.unless(0.03, Math.round(Math.max(random.normal(...spread), 0.1) * 10) / 10);
}

/** Never seen in the population for most new or harmful variants; rare for the others. */
function frequency({ origin, pathogenicity, consequence }: Draw, random: RandomStream): number | null {
  const structural = consequence === 'Copy number loss' || consequence === 'Copy number gain';
  const harmful = pathogenicity === 'Pathogenic' || pathogenicity === 'Likely pathogenic';
  const unseen = structural ? 1 : origin === 'de novo' || harmful ? 0.93 : 0.3;
  const draw = random.fraction() * random.fraction() * random.fraction();
  return random.chance(unseen) ? null : Math.max(1, Math.round(draw * 8000)) / 1_000_000;
}
