import { unreachable } from '@atrium/contract/errors/unreachable';
import type { RandomStream } from '../../random/randomStream.ts';
import type { Consequence } from '../dictionary/choices.ts';
import type { Gene } from './genes.ts';

const residues = [
  'Ala',
  'Arg',
  'Asn',
  'Asp',
  'Cys',
  'Gln',
  'Glu',
  'Gly',
  'His',
  'Ile',
  'Leu',
  'Lys',
  'Phe',
  'Pro',
  'Ser',
  'Thr',
  'Trp',
  'Tyr',
  'Val',
] as const;
const bases = ['A', 'C', 'G', 'T'] as const;

const copyNumberRegions: Readonly<Record<string, string>> = {
  TBX1: '(22)(q11.21)',
  ELN: '(7)(q11.23)',
  GATA4: '(8)(p23.1)',
  NSD1: '(5)(q35.2q35.3)',
  TAB2: '(6)(q25.1)',
  JAG1: '(20)(p12.2)',
};

/** Genes whose copies can be lost or gained in this data. */
export const copyNumberGenes: readonly string[] = Object.keys(copyNumberRegions);

/** The change in the style of the HGVS nomenclature, at an invented place within the gene. */
export function changeText(gene: Gene, consequence: Consequence, random: RandomStream): string {
  const residue = random.integer(2, gene.length);
  const base = (residue - 1) * 3 + random.integer(1, 3);
  const from = random.pick(residues);
  const [reference, alternate] = twoOf(bases, random);
  switch (consequence) {
    case 'Missense':
      return `c.${base}${reference}>${alternate} (p.${from}${residue}${twoOf(residues, random, from)[1]})`;
    case 'Synonymous':
      return `c.${residue * 3}${reference}>${alternate} (p.${from}${residue}=)`;
    case 'Frameshift':
      return `c.${base}del (p.${from}${residue}fs)`;
    case 'Stop gained':
      return `c.${residue * 3 - 2}C>T (p.Arg${residue}Ter)`;
    case 'Splice site':
      return `c.${base}+${random.integer(1, 2)}G>${random.pick(['A', 'T', 'C'])}`;
    case 'In-frame indel':
      return `c.${residue * 3 - 2}_${residue * 3}del (p.${from}${residue}del)`;
    case 'Copy number loss':
      return `del${copyNumberRegions[gene.symbol] ?? ''}`;
    case 'Copy number gain':
      return `dup${copyNumberRegions[gene.symbol] ?? ''}`;
    default:
      return unreachable(consequence);
  }
}

function twoOf<Item>(items: readonly Item[], random: RandomStream, first = random.pick(items)): [Item, Item] {
  return [first, random.pick(items.filter((item) => item !== first))];
}
