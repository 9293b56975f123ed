import {
  ageField,
  booleanField,
  categoryField,
  dateField,
  identityField,
  keyField,
  numberField,
  type RowOf,
  textField,
} from '../../package/field.ts';
import { table } from '../../package/table.ts';
import {
  assayKinds,
  certainties,
  consequences,
  inheritances,
  organSystems,
  pathogenicities,
  ruledOut,
  sampleTypes,
  sequencingCenters,
  zygosities,
} from './choices.ts';
import { toParticipant } from './participant.ts';

export const assayTable = table({
  name: 'assay',
  title: 'Sequencing assay',
  description: 'A sample that was sequenced; banked samples may be sequenced long after they were taken.',
  fields: [
    identityField('assay_id', {
      title: 'Assay ID',
      description: 'Identifies the assay in the sequencing centers’ manifests.',
      id: 'assay_id',
      category: 'genetics_assay',
      aggregatable: false,
    }),
    keyField('participant_id'),
    categoryField('kind', {
      title: 'Kind of assay',
      description: 'What was sequenced.',
      category: 'genetics_assay',
      values: assayKinds,
      synonyms: [
        { text: 'WGS', value: 'Whole genome' },
        { text: 'WES', value: 'Whole exome' },
        { text: 'MIPS', value: 'Molecular inversion probes' },
        { text: 'RNA-seq', value: 'RNA sequencing' },
      ],
    }),
    categoryField('platform', {
      title: 'Platform',
      description: 'The family of sequencing instruments.',
      category: 'genetics_assay',
    }),
    dateField('date', {
      title: 'Date of assay',
      description: 'The day on which the sequencing run was finished.',
      category: 'genetics_assay',
    }),
    numberField('coverage', {
      title: 'Mean coverage',
      description: 'Mean number of reads over the targeted bases; not given for RNA.',
      category: 'genetics_assay',
    }),
    categoryField('sample_type', {
      title: 'Sample type',
      description: 'The tissue from which the sample was taken.',
      category: 'genetics_assay',
      values: sampleTypes,
    }),
    categoryField('center', {
      title: 'Sequencing center',
      description: 'The center that ran the assay.',
      category: 'genetics_assay',
      values: sequencingCenters,
    }),
    booleanField('passed', {
      title: 'Passed quality control',
      description: 'Whether the assay met the consortium’s thresholds.',
      category: 'genetics_assay',
    }),
  ],
  primaryKey: 'assay_id',
  references: [toParticipant],
  event: { start: 'date' },
});
export type AssayRow = RowOf<typeof assayTable.fields>;

export const variantTable = table({
  name: 'variant',
  title: 'Variant',
  description:
    'A rare variant in a gene of interest; a variant passed on is listed for child and parent alike.',
  fields: [
    identityField('variant_id', {
      title: 'Variant record ID',
      description: 'Identifies the finding of a variant in a person.',
      id: 'variant_id',
      category: 'genetics_variant',
      aggregatable: false,
      uses: ['table'],
    }),
    keyField('participant_id'),
    keyField('assay_id'),
    textField('gene', {
      title: 'Gene',
      description: 'Symbol of the gene; for a copy number change, of the gene that gives it its name.',
      category: 'genetics_variant',
      link: 'https://www.ncbi.nlm.nih.gov/gene/?term={value}',
    }),
    categoryField('consequence', {
      title: 'Consequence',
      description: 'The most severe predicted effect on the gene’s main transcript.',
      category: 'genetics_variant',
      values: consequences,
    }),
    categoryField('inheritance', {
      title: 'Inheritance',
      description: 'The parent who carries the variant; not determined unless both parents were sequenced.',
      category: 'genetics_variant',
      values: inheritances,
    }),
    categoryField('zygosity', {
      title: 'Zygosity',
      description: 'How many copies of the gene carry the variant.',
      category: 'genetics_variant',
      values: zygosities,
    }),
    textField('hgvs', {
      title: 'HGVS',
      description: 'The change in coding sequence and protein, in the style of the HGVS nomenclature.',
      category: 'genetics_variant',
      uses: ['cohort', 'table'],
    }),
    numberField('cadd', {
      title: 'CADD score',
      description: 'Scaled score of predicted harm; higher is worse. Not given for copy number changes.',
      category: 'genetics_variant',
    }),
    numberField('allele_frequency', {
      title: 'Population allele frequency',
      description:
        'Share of chromosomes with the variant in a reference population; empty when never seen there.',
      category: 'genetics_variant',
    }),
    categoryField('pathogenicity', {
      title: 'Pathogenicity',
      description: 'The five-tier clinical classification of the variant.',
      category: 'genetics_variant',
      values: pathogenicities,
    }),
  ],
  primaryKey: 'variant_id',
  references: [toParticipant, { field: 'assay_id', to: ['assay', 'assay_id'] }],
});
export type VariantRow = RowOf<typeof variantTable.fields>;

export const findingTable = table({
  name: 'finding',
  title: 'Extracardiac finding',
  description: 'A malformation, syndrome or developmental finding outside the heart.',
  fields: [
    identityField('finding_id', {
      title: 'Finding ID',
      description: 'Identifies the finding.',
      id: 'finding_id',
      category: 'extracardiac',
      aggregatable: false,
      uses: ['table'],
    }),
    keyField('participant_id'),
    categoryField('name', {
      title: 'Extracardiac finding',
      description: 'The finding in the consortium’s words.',
      category: 'extracardiac',
    }),
    categoryField('organ_system', {
      title: 'Organ system',
      description: 'The organ system to which the finding belongs.',
      category: 'extracardiac',
      values: organSystems,
    }),
    ageField('age', {
      title: 'Age at finding',
      description: 'Age at which the finding was first noted.',
      category: 'extracardiac',
    }),
    categoryField('certainty', {
      title: 'Certainty',
      description: 'How sure the examiner was; a finding that is ruled out was looked for and is not there.',
      category: 'extracardiac',
      values: certainties,
    }),
  ],
  primaryKey: 'finding_id',
  polarity: { field: 'certainty', absent: [ruledOut] },
  references: [toParticipant],
});
export type FindingRow = RowOf<typeof findingTable.fields>;
