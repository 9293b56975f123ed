import type { Consequence, OrganSystem } from '../dictionary/choices.ts';

export interface FindingChance {
  readonly name: string;
  readonly system: OrganSystem;
  readonly share: number;
}

/** A recognised syndrome: the finding that names it, what else it brings, and its cause in the genome. */
export interface Syndrome {
  readonly finding: FindingChance;
  readonly others: readonly FindingChance[];
  /** The gene or copy number change behind it; null when the cause is a whole chromosome or unknown. */
  readonly cause: { readonly gene: string; readonly consequence: Consequence; readonly share: number } | null;
  /** Mean birth weight as a share of the usual one. */
  readonly birthWeight: number;
}

function finding(name: string, system: OrganSystem, share: number): FindingChance {
  return { name, system, share };
}

const delay = (share: number) => finding('Developmental delay', 'Neurodevelopment', share);
const shortStature = (share: number) => finding('Short stature', 'Endocrine and growth', share);
const deafness = (share: number) => finding('Hearing loss', 'Eye and ear', share);
const kidney = (share: number) => finding('Renal anomaly', 'Kidney and urinary tract', share);

export const syndromes = {
  down: {
    finding: finding('Trisomy 21', 'Chromosome', 1),
    others: [
      delay(0.85),
      finding('Hypothyroidism', 'Endocrine and growth', 0.25),
      finding('Hypotonia', 'Neurodevelopment', 0.5),
      finding('Duodenal atresia', 'Gastrointestinal', 0.05),
      finding('Obstructive sleep apnea', 'Respiratory', 0.3),
      deafness(0.3),
    ],
    cause: null,
    birthWeight: 0.9,
  },
  deletion22: {
    finding: finding('22q11.2 deletion syndrome', 'Chromosome', 1),
    others: [
      delay(0.6),
      finding('Cleft palate', 'Craniofacial', 0.25),
      finding('Hypocalcemia', 'Endocrine and growth', 0.45),
      finding('Thymic hypoplasia', 'Immune and blood', 0.4),
      kidney(0.15),
    ],
    cause: { gene: 'TBX1', consequence: 'Copy number loss', share: 0.97 },
    birthWeight: 0.93,
  },
  turner: {
    finding: finding('Monosomy X', 'Chromosome', 1),
    others: [shortStature(0.85), kidney(0.3), finding('Lymphedema', 'Immune and blood', 0.3)],
    cause: null,
    birthWeight: 0.88,
  },
  trisomy18: {
    finding: finding('Trisomy 18', 'Chromosome', 1),
    others: [delay(0.9), finding('Omphalocele', 'Gastrointestinal', 0.15), kidney(0.4)],
    cause: null,
    birthWeight: 0.65,
  },
  noonan: {
    finding: finding('Noonan syndrome', 'Syndrome', 1),
    others: [shortStature(0.6), delay(0.3), finding('Undescended testis', 'Kidney and urinary tract', 0.3)],
    cause: { gene: 'PTPN11', consequence: 'Missense', share: 0.75 },
    birthWeight: 1,
  },
  williams: {
    finding: finding('Williams syndrome', 'Syndrome', 1),
    others: [delay(0.8), finding('Infantile hypercalcemia', 'Endocrine and growth', 0.2)],
    cause: { gene: 'ELN', consequence: 'Copy number loss', share: 0.98 },
    birthWeight: 0.92,
  },
  alagille: {
    finding: finding('Alagille syndrome', 'Syndrome', 1),
    others: [
      finding('Cholestasis', 'Gastrointestinal', 0.85),
      finding('Butterfly vertebrae', 'Skeletal', 0.5),
      kidney(0.3),
    ],
    cause: { gene: 'JAG1', consequence: 'Frameshift', share: 0.9 },
    birthWeight: 0.92,
  },
  charge: {
    finding: finding('CHARGE syndrome', 'Syndrome', 1),
    others: [
      finding('Choanal atresia', 'Craniofacial', 0.5),
      finding('Coloboma', 'Eye and ear', 0.75),
      deafness(0.7),
      delay(0.8),
    ],
    cause: { gene: 'CHD7', consequence: 'Stop gained', share: 0.88 },
    birthWeight: 0.92,
  },
  kabuki: {
    finding: finding('Kabuki syndrome', 'Syndrome', 1),
    others: [delay(0.85), shortStature(0.5), finding('Cleft palate', 'Craniofacial', 0.35), kidney(0.3)],
    cause: { gene: 'KMT2D', consequence: 'Frameshift', share: 0.8 },
    birthWeight: 0.95,
  },
  holtOram: {
    finding: finding('Holt-Oram syndrome', 'Syndrome', 1),
    others: [finding('Radial ray defect', 'Skeletal', 0.9)],
    cause: { gene: 'TBX5', consequence: 'Stop gained', share: 0.85 },
    birthWeight: 1,
  },
  vacterl: {
    finding: finding('VACTERL association', 'Syndrome', 1),
    others: [
      finding('Tracheoesophageal fistula', 'Gastrointestinal', 0.6),
      finding('Anorectal malformation', 'Gastrointestinal', 0.6),
      finding('Vertebral anomaly', 'Skeletal', 0.7),
      kidney(0.6),
    ],
    cause: null,
    birthWeight: 0.9,
  },
  heterotaxy: {
    finding: finding('Abnormal abdominal situs', 'Spleen and situs', 1),
    others: [
      finding('Asplenia', 'Spleen and situs', 0.4),
      finding('Polysplenia', 'Spleen and situs', 0.35),
      finding('Intestinal malrotation', 'Gastrointestinal', 0.5),
      finding('Ciliary dyskinesia', 'Respiratory', 0.15),
    ],
    cause: { gene: 'ZIC3', consequence: 'Missense', share: 0.04 },
    birthWeight: 0.97,
  },
} as const satisfies Record<string, Syndrome>;

export type SyndromeName = keyof typeof syndromes;

/** Findings seen in any proband, syndrome or not. */
export const sporadicFindings: readonly FindingChance[] = [
  delay(0.1),
  finding('Attention deficit', 'Neurodevelopment', 0.05),
  finding('Autism spectrum disorder', 'Neurodevelopment', 0.03),
  finding('Seizures', 'Central nervous system', 0.03),
  finding('Stroke', 'Central nervous system', 0.015),
  finding('Ventriculomegaly', 'Central nervous system', 0.012),
  finding('Cleft lip', 'Craniofacial', 0.008),
  finding('Micrognathia', 'Craniofacial', 0.015),
  deafness(0.02),
  finding('Strabismus', 'Eye and ear', 0.025),
  finding('Asthma', 'Respiratory', 0.06),
  finding('Laryngomalacia', 'Respiratory', 0.02),
  finding('Vocal cord paresis', 'Respiratory', 0.025),
  finding('Gastroesophageal reflux', 'Gastrointestinal', 0.07),
  finding('Intestinal malrotation', 'Gastrointestinal', 0.01),
  finding('Congenital diaphragmatic hernia', 'Gastrointestinal', 0.006),
  kidney(0.04),
  finding('Hydronephrosis', 'Kidney and urinary tract', 0.02),
  finding('Hypospadias', 'Kidney and urinary tract', 0.012),
  finding('Scoliosis', 'Skeletal', 0.035),
  finding('Polydactyly', 'Skeletal', 0.008),
  finding('Pectus deformity', 'Skeletal', 0.015),
  finding('Failure to thrive', 'Endocrine and growth', 0.08),
  shortStature(0.02),
  finding('Anemia', 'Immune and blood', 0.02),
];
