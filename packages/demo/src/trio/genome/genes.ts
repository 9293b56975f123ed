/** A gene that the consortium reads closely; its length is in amino acids. */
export interface Gene {
  readonly symbol: string;
  readonly length: number;
  /** Whether one damaged copy is known to cause heart disease. */
  readonly dominant: boolean;
}

const dominantGenes = {
  NOTCH1: [2555, 9],
  CHD7: [2997, 6],
  KMT2D: [5537, 8],
  PTPN11: [593, 4],
  JAG1: [1218, 4],
  MYH6: [1939, 8],
  GATA4: [442, 4],
  GATA6: [595, 3],
  GATA5: [397, 2],
  'NKX2-5': [324, 4],
  'NKX2-6': [301, 1],
  TBX5: [518, 3],
  TBX1: [398, 2],
  TBX20: [447, 2],
  FOXC1: [553, 2],
  FOXC2: [501, 2],
  FOXH1: [365, 2],
  NR2F2: [414, 2],
  FLT4: [1363, 6],
  KDR: [1356, 3],
  SMAD6: [496, 4],
  SMAD2: [467, 1],
  SMAD4: [552, 1],
  ELN: [724, 3],
  RAF1: [648, 1],
  SOS1: [1333, 2],
  KRAS: [189, 1],
  BRAF: [766, 1],
  NSD1: [2696, 3],
  NIPBL: [2804, 3],
  CREBBP: [2442, 3],
  EP300: [2414, 2],
  KMT2A: [3969, 2],
  KDM6A: [1401, 2],
  ANKRD11: [2663, 3],
  ARID1B: [2236, 2],
  DYRK1A: [763, 1],
  POGZ: [1410, 1],
  TAB2: [693, 1],
  RBFOX2: [390, 2],
  PRDM6: [595, 1],
  CITED2: [270, 1],
  ACTC1: [377, 1],
  MYH7: [1935, 3],
  MYBPC3: [1274, 2],
  MYH11: [1972, 3],
  ACTA2: [377, 1],
  FBN1: [2871, 3],
  TFAP2B: [460, 1],
  ZIC3: [467, 1],
  SALL4: [1053, 1],
  HNRNPK: [464, 1],
} as const;

const otherGenes = {
  DNAH5: [4624, 5],
  DNAH11: [4516, 4],
  DNAI1: [699, 1],
  CCDC39: [941, 1],
  PKD1L1: [2849, 2],
  MMP21: [569, 1],
  GDF1: [372, 2],
  NODAL: [347, 2],
  LEFTY2: [366, 1],
  CFC1: [223, 1],
  ACVR2B: [512, 1],
  EVC: [992, 1],
  EVC2: [1308, 1],
  CRELD1: [420, 1],
  NUP188: [1749, 1],
  PLD1: [1074, 1],
  LZTR1: [840, 2],
  HAND1: [215, 1],
  HAND2: [217, 1],
  MEF2C: [473, 1],
  CELSR1: [3014, 2],
  WNT5A: [380, 1],
  LRP2: [4655, 3],
  PCSK9: [692, 1],
} as const;

const genes: readonly (readonly [Gene, number])[] = [
  ...listed(dominantGenes, true),
  ...listed(otherGenes, false),
];

/** Genes by how often a rare variant of interest is found in them. */
export const genesByFrequency = genes;

export const recessiveGenes: readonly Gene[] = genes.map(([gene]) => gene).filter((gene) => !gene.dominant);

const genesBySymbol = new Map(genes.map(([gene]) => [gene.symbol, gene]));

export function geneNamed(symbol: string): Gene {
  const gene = genesBySymbol.get(symbol);
  if (gene === undefined) throw new Error(`no gene named "${symbol}"`);
  return gene;
}

function listed(table: Readonly<Record<string, readonly [number, number]>>, dominant: boolean) {
  return Object.entries(table).map(
    ([symbol, [length, weight]]) => [{ symbol, length, dominant }, weight] as const,
  );
}
