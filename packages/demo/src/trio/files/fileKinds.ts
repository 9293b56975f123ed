import { secondSource } from '../dictionary/fileTables.ts';

/** What the files of one kind have in common. */
export interface FileKind {
  /** Folder of the package, and part of the ids. */
  readonly mark: string;
  readonly category: 'data' | 'analysis' | 'clinical';
  readonly source: string;
  readonly dataType: string;
  readonly experimentType: string;
  readonly format: string;
  readonly ending: string;
  /** Lines before the invented ones. */
  readonly head: string;
  /** The level or the permission group that opens it; null for everybody who sees subjects. */
  readonly access?: string;
}

const local = 'Local';
const vcf = '##fileformat=VCFv4.2\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n';
const sam = '@HD\tVN:1.6\tSO:coordinate\n';

/** Of one person who was sequenced. */
export const personKinds = {
  genomeReads: {
    mark: 'wgs-cram',
    category: 'data',
    source: local,
    dataType: 'Aligned reads',
    experimentType: 'WGS',
    format: 'CRAM',
    ending: 'cram',
    head: sam,
  },
  genomeVariants: {
    mark: 'wgs-gvcf',
    category: 'data',
    source: local,
    dataType: 'Variants',
    experimentType: 'WGS',
    format: 'gVCF',
    ending: 'g.vcf',
    head: vcf,
  },
  programReads: {
    mark: 'program-cram',
    category: 'data',
    source: secondSource,
    dataType: 'Aligned reads',
    experimentType: 'WGS',
    format: 'CRAM',
    ending: 'cram',
    head: sam,
  },
  exomeReads: {
    mark: 'wes-bam',
    category: 'data',
    source: local,
    dataType: 'Aligned reads',
    experimentType: 'WES',
    format: 'BAM',
    ending: 'bam',
    head: sam,
  },
  exomeVariants: {
    mark: 'wes-vcf',
    category: 'data',
    source: local,
    dataType: 'Variants',
    experimentType: 'WES',
    format: 'VCF',
    ending: 'vcf',
    head: vcf,
  },
  panelVariants: {
    mark: 'mips-vcf',
    category: 'data',
    source: local,
    dataType: 'Variants',
    experimentType: 'MIPS',
    format: 'VCF',
    ending: 'vcf',
    head: vcf,
  },
  expression: {
    mark: 'rna-counts',
    category: 'data',
    source: local,
    dataType: 'Gene expression',
    experimentType: 'RNA-seq',
    format: 'TSV',
    ending: 'tsv',
    head: 'gene\tcount\n',
  },
  echoReport: {
    mark: 'echo-report',
    category: 'clinical',
    source: local,
    dataType: 'Report',
    experimentType: 'Echocardiography',
    format: 'TXT',
    ending: 'txt',
    head: 'ECHOCARDIOGRAM REPORT (invented)\n',
  },
  operativeNote: {
    mark: 'operative-note',
    category: 'clinical',
    source: local,
    dataType: 'Note',
    experimentType: 'Surgery',
    format: 'TXT',
    ending: 'txt',
    head: 'OPERATIVE NOTE (invented)\n',
    access: 'phi',
  },
} as const satisfies Record<string, FileKind>;

/** Of a family, about all of its members who were sequenced. */
export const familyKinds = {
  jointGenomes: {
    mark: 'program-trio-vcf',
    category: 'data',
    source: secondSource,
    dataType: 'Joint variants',
    experimentType: 'WGS',
    format: 'VCF',
    ending: 'vcf',
    head: vcf,
  },
  newVariants: {
    mark: 'de-novo',
    category: 'analysis',
    source: local,
    dataType: 'De novo variants',
    experimentType: 'WGS',
    format: 'TSV',
    ending: 'tsv',
    head: 'chrom\tpos\tref\talt\tgene\n',
  },
  newExomeVariants: {
    mark: 'de-novo-wes',
    category: 'analysis',
    source: local,
    dataType: 'De novo variants',
    experimentType: 'WES',
    format: 'TSV',
    ending: 'tsv',
    head: 'chrom\tpos\tref\talt\tgene\n',
    access: 'trio_analysis',
  },
} as const satisfies Record<string, FileKind>;

/** Of nobody in particular. */
export const commonKinds: readonly FileKind[] = [
  {
    mark: 'allele-frequencies',
    category: 'analysis',
    source: local,
    dataType: 'Allele frequencies',
    experimentType: 'WGS',
    format: 'VCF',
    ending: 'vcf',
    head: vcf,
  },
  {
    mark: 'quality-report',
    category: 'analysis',
    source: local,
    dataType: 'Quality report',
    experimentType: 'All assays',
    format: 'HTML',
    ending: 'html',
    head: '<!doctype html><title>Quality of the assays (invented)</title>\n',
  },
  {
    mark: 'data-dictionary',
    category: 'clinical',
    source: local,
    dataType: 'Data dictionary',
    experimentType: 'Clinical data',
    format: 'CSV',
    ending: 'csv',
    head: 'variable,type,description\n',
  },
];
