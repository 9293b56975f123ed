import type { TableShape } from '../packageWriter.ts';
import { type Column, columnsOf } from './columns.ts';

/** A table of the package, and where its rows stand in a phenopacket. */
export interface Collection {
  readonly name: string;
  readonly title: string;
  readonly titlePlural?: string;
  /** In words, as the report counts them. */
  readonly thing: string;
  /** The list whose elements are the rows. */
  readonly items: string;
  readonly columns: readonly Column[];
  readonly event?: NonNullable<TableShape['event']>;
  readonly polarity?: NonNullable<TableShape['polarity']>;
}

export const categories = [
  { id: 'demographics', title: 'Demographics' },
  { id: 'phenotype', title: 'Phenotype' },
  { id: 'disease', title: 'Disease' },
  { id: 'genetics', title: 'Genetics' },
  { id: 'measurement', title: 'Measurements' },
  { id: 'sample', title: 'Samples' },
  { id: 'treatment', title: 'Treatments and procedures' },
  { id: 'family', title: 'Family' },
  { id: 'source', title: 'Source' },
];

const person = columnsOf('demographics');

/** Columns of the root that a phenopacket fills itself; its id comes first. */
export const subjectColumns: readonly Column[] = [
  person.secret('individual_id', 'Id in the source', 'subject.id'),
  {
    ...person.texts('alternate_ids', 'Other ids', 'subject.alternateIds[]'),
    field: secretList('alternate_ids', 'Other ids'),
  },
  person.day('date_of_birth', 'Date of birth', 'subject.dateOfBirth'),
  person.category('sex', 'Sex', 'subject.sex'),
  person.category('karyotypic_sex', 'Karyotypic sex', 'subject.karyotypicSex'),
  ...person.labelled('gender', 'Gender', 'subject.gender'),
  ...person.labelled('taxonomy', 'Species', 'subject.taxonomy'),
  ...person.time('last_encounter', 'Last encounter', 'subject.timeAtLastEncounter'),
  person.category('vital_status', 'Vital status', 'subject.vitalStatus.status'),
  ...person.time('death', 'Death', 'subject.vitalStatus.timeOfDeath'),
  person.codes('disease')('cause_of_death', 'Cause of death', 'subject.vitalStatus.causeOfDeath'),
  person.integer('survival_time_days', 'Survival (days)', 'subject.vitalStatus.survivalTimeInDays'),
  columnsOf('source').day('record_created', 'Record created', 'metaData.created'),
];

function secretList(name: string, title: string): Column['field'] {
  const { field } = person.texts(name, title);
  return { ...field, atrium: { ...field.atrium, phi: true } };
}

const phenotype = columnsOf('phenotype');
const featureColumns: readonly Column[] = [
  phenotype.codes('hpo')('type', 'Phenotypic feature', 'type'),
  { ...phenotype.flag('excluded', 'Excluded', 'excluded'), compute: ([text]) => text ?? 'false' },
  ...phenotype.time('onset', 'Onset', 'onset'),
  ...phenotype.time('resolution', 'Resolution', 'resolution'),
  ...phenotype.labelled('severity', 'Severity', 'severity'),
  phenotype.codeList('hpo')('modifiers', 'Modifiers', 'modifiers[]'),
  phenotype.text('description', 'Description', 'description'),
  ...phenotype.labelled('evidence', 'Evidence', 'evidence[].evidenceCode'),
  phenotype.text('evidence_reference', 'Reference of the evidence', 'evidence[].reference.id'),
];

const disease = columnsOf('disease');
const diseaseColumns: readonly Column[] = [
  disease.codes('disease')('term', 'Disease', 'term'),
  { ...disease.flag('excluded', 'Excluded', 'excluded'), compute: ([text]) => text ?? 'false' },
  ...disease.time('onset', 'Onset', 'onset'),
  ...disease.time('resolution', 'Resolution', 'resolution'),
  disease.codeList('disease')('stage', 'Stage', 'diseaseStage[]'),
  disease.codeList('disease')('tnm_finding', 'TNM finding', 'clinicalTnmFinding[]'),
  ...disease.labelled('primary_site', 'Primary site', 'primarySite'),
  ...disease.labelled('laterality', 'Laterality', 'laterality'),
];

const measured = columnsOf('measurement');
const measurementColumns: readonly Column[] = [
  measured.codes('assay')('assay', 'Assay', 'assay'),
  measured.text('description', 'Description', 'description'),
  ...measured.quantity('value.quantity'),
  ...measured.labelled('result', 'Result', 'value.ontologyClass'),
  ...measured.time('observed', 'Observed', 'timeObserved'),
  ...measured.labelled('procedure', 'Procedure', 'procedure.code'),
];

const sample = columnsOf('sample');
const ofSample = sample.text('biosample_id', 'Sample', '^id');

const genetics = columnsOf('genetics');
const descriptor = 'variantInterpretation.variationDescriptor';
const expressions = genetics.texts(
  'expressions',
  'Expressions (HGVS and others)',
  `${descriptor}.expressions[].value`,
);
const variantColumns: readonly Column[] = [
  genetics.text('interpretation_id', 'Interpretation', '^id'),
  genetics.text('subject_or_biosample_id', 'Subject or sample', 'subjectOrBiosampleId'),
  genetics.category('interpretation_status', 'Status', 'interpretationStatus'),
  genetics.category('gene', 'Gene', `${descriptor}.geneContext.symbol`, 'gene.symbol'),
  genetics.text('gene_id', 'Id of the gene', `${descriptor}.geneContext.valueId`, 'gene.valueId'),
  genetics.text('variant_id', 'Id of the variant', `${descriptor}.id`),
  genetics.text('label', 'Label', `${descriptor}.label`),
  genetics.text('description', 'Description', `${descriptor}.description`),
  expressions,
  genetics.unseen('expression_syntax', `${descriptor}.expressions[].syntax`),
  ...genetics.labelled('allelic_state', 'Zygosity', `${descriptor}.allelicState`),
  ...genetics.labelled('structural_type', 'Structural type', `${descriptor}.structuralType`),
  genetics.category('molecule_context', 'Molecule', `${descriptor}.moleculeContext`),
  genetics.category(
    'acmg_classification',
    'ACMG classification',
    'variantInterpretation.acmgPathogenicityClassification',
  ),
  genetics.category(
    'therapeutic_actionability',
    'Therapeutic actionability',
    'variantInterpretation.therapeuticActionability',
  ),
  genetics.category('genome_assembly', 'Genome assembly', `${descriptor}.vcfRecord.genomeAssembly`),
  genetics.category('chrom', 'Chromosome', `${descriptor}.vcfRecord.chrom`),
  genetics.integer('pos', 'Position', `${descriptor}.vcfRecord.pos`),
  genetics.text('ref', 'Reference allele', `${descriptor}.vcfRecord.ref`),
  genetics.text('alt', 'Alternate allele', `${descriptor}.vcfRecord.alt`),
];

const treatment = columnsOf('treatment');
const actionColumns: readonly Column[] = [
  treatment.codes('action')(
    'action',
    'Treatment or procedure',
    'procedure.code',
    'treatment.agent',
    'radiationTherapy.modality',
    'therapeuticRegimen.ontologyClass',
    'therapeuticRegimen.externalReference',
  ),
  ...treatment.labelled('body_site', 'Body site', 'procedure.bodySite', 'radiationTherapy.bodySite'),
  ...treatment.time('performed', 'Performed', 'procedure.performed'),
  ...treatment.time('start', 'Start', 'therapeuticRegimen.startTime'),
  ...treatment.time('end', 'End', 'therapeuticRegimen.endTime'),
  treatment.category('regimen_status', 'Status of the regimen', 'therapeuticRegimen.regimenStatus'),
  ...treatment.labelled('route', 'Route', 'treatment.routeOfAdministration'),
  treatment.category('drug_type', 'Kind of drug', 'treatment.drugType'),
  treatment.number('cumulative_dose', 'Cumulative dose', 'treatment.cumulativeDose.value'),
  ...treatment.labelled('dose_unit', 'Unit of the dose', 'treatment.cumulativeDose.unit'),
  treatment.integer('radiation_dosage', 'Radiation dosage', 'radiationTherapy.dosage'),
  treatment.integer('radiation_fractions', 'Fractions', 'radiationTherapy.fractions'),
  treatment.codes('disease')('target', 'Target', 'treatmentTarget'),
  ...treatment.labelled('intent', 'Intent', 'treatmentIntent'),
  ...treatment.labelled('response', 'Response', 'responseToTreatment'),
  treatment.codeList('hpo')('adverse_events', 'Adverse events', 'adverseEvents[]'),
  ...treatment.labelled('termination_reason', 'Reason of the end', 'treatmentTerminationReason'),
];

const doseColumns: readonly Column[] = [
  { ...treatment.text('agent', 'Agent', '^treatment.agent.label', '^treatment.agent.id') },
  treatment.number('value', 'Dose', 'quantity.value'),
  ...treatment.labelled('unit', 'Unit', 'quantity.unit'),
  ...treatment.labelled('frequency', 'Frequency', 'scheduleFrequency'),
  treatment.day('start_date', 'Start', 'interval.start'),
  treatment.day('end_date', 'End', 'interval.end'),
];

const sampleColumns: readonly Column[] = [
  sample.text('sample_id', 'Sample', 'id'),
  sample.text('derived_from_id', 'Derived from', 'derivedFromId'),
  sample.text('description', 'Description', 'description'),
  sample.codes('sample')('tissue', 'Tissue', 'sampledTissue'),
  ...sample.labelled('type', 'Type of sample', 'sampleType'),
  ...sample.labelled('taxonomy', 'Species', 'taxonomy'),
  ...sample.time('collection', 'Collection', 'timeOfCollection'),
  sample.codes('disease')('diagnosis', 'Histological diagnosis', 'histologicalDiagnosis'),
  ...sample.labelled('tumor_progression', 'Tumor progression', 'tumorProgression'),
  ...sample.labelled('tumor_grade', 'Tumor grade', 'tumorGrade'),
  ...sample.labelled('pathological_stage', 'Pathological stage', 'pathologicalStage'),
  sample.codeList('sample')('tnm_finding', 'Pathological TNM finding', 'pathologicalTnmFinding[]'),
  sample.codeList('sample')('diagnostic_markers', 'Diagnostic markers', 'diagnosticMarkers[]'),
  ...sample.labelled('procedure', 'Procedure', 'procedure.code'),
  ...sample.labelled('material', 'Material', 'materialSample'),
  ...sample.labelled('processing', 'Processing', 'sampleProcessing'),
  ...sample.labelled('storage', 'Storage', 'sampleStorage'),
];

const source = columnsOf('source');

/** The tables beside the root, in the order in which they are shown. */
export const collections: readonly Collection[] = [
  {
    name: 'phenotypic_feature',
    title: 'Phenotypic feature',
    thing: 'phenotypic features',
    items: 'phenotypicFeatures[]',
    columns: featureColumns,
    event: { start: 'onset_age', end: 'onset_age_end' },
    polarity: { field: 'excluded', absent: [true] },
  },
  {
    name: 'disease',
    title: 'Disease',
    thing: 'diseases',
    items: 'diseases[]',
    columns: diseaseColumns,
    event: { start: 'onset_age', end: 'onset_age_end' },
    polarity: { field: 'excluded', absent: [true] },
  },
  {
    name: 'interpretation',
    title: 'Interpretation',
    thing: 'interpretations',
    items: 'interpretations[]',
    columns: [
      genetics.text('id', 'Interpretation', 'id'),
      genetics.category('progress_status', 'Progress', 'progressStatus'),
      genetics.codes('disease')('disease', 'Diagnosis', 'diagnosis.disease'),
      genetics.text('summary', 'Summary', 'summary'),
    ],
  },
  {
    name: 'variant',
    title: 'Variant',
    thing: 'genomic interpretations',
    items: 'interpretations[].diagnosis.genomicInterpretations[]',
    columns: variantColumns,
  },
  {
    name: 'measurement',
    title: 'Measurement',
    thing: 'measurements',
    items: 'measurements[]',
    columns: measurementColumns,
    event: { start: 'observed_age', end: 'observed_age_end' },
  },
  {
    name: 'measurement_part',
    title: 'Part of a measurement',
    titlePlural: 'Parts of measurements',
    thing: 'parts of measurements',
    items: 'measurements[].complexValue.typedQuantities[]',
    columns: [
      measured.codes('assay')('assay', 'Assay', '^assay'),
      measured.codes('assay')('type', 'Part', 'type'),
      ...measured.quantity('quantity'),
    ],
  },
  {
    name: 'biosample',
    title: 'Sample',
    thing: 'biosamples',
    items: 'biosamples[]',
    columns: sampleColumns,
    event: { start: 'collection_age', end: 'collection_age_end' },
  },
  {
    name: 'biosample_feature',
    title: 'Feature of a sample',
    titlePlural: 'Features of samples',
    thing: 'phenotypic features of biosamples',
    items: 'biosamples[].phenotypicFeatures[]',
    columns: [ofSample, ...featureColumns],
    polarity: { field: 'excluded', absent: [true] },
  },
  {
    name: 'biosample_measurement',
    title: 'Measurement of a sample',
    titlePlural: 'Measurements of samples',
    thing: 'measurements of biosamples',
    items: 'biosamples[].measurements[]',
    columns: [ofSample, ...measurementColumns],
  },
  {
    name: 'medical_action',
    title: 'Medical action',
    thing: 'medical actions',
    items: 'medicalActions[]',
    columns: actionColumns,
  },
  {
    name: 'dose',
    title: 'Dose',
    thing: 'dose intervals',
    items: 'medicalActions[].treatment.doseIntervals[]',
    columns: doseColumns,
  },
  {
    name: 'reference',
    title: 'Reference',
    thing: 'external references',
    items: 'metaData.externalReferences[]',
    columns: [
      source.text('id', 'Reference', 'id'),
      source.text('description', 'Description', 'description'),
      source.text('address', 'Address', 'reference'),
    ],
  },
];

/** Values that are not for the package, and why. */
export const notKept: readonly (readonly [string, string])[] = [
  ['metaData.resources', 'says which versions of vocabularies the file uses, nothing of a person'],
  ['metaData.', 'says how the file was made, nothing of a person'],
  ['files', 'files to download come as a catalogue (atrium.files), with size and checksum'],
];
