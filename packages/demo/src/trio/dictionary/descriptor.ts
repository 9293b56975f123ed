import type { DataPackage } from '@atrium/contract/documents/dataPackage';
import { fileTable } from './fileTables.ts';
import { trioTables } from './tables.ts';

export const trioTitle = 'Heart Trio Consortium';

export const trioDescriptor: DataPackage = {
  $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
  name: 'default',
  title: trioTitle,
  description:
    'Invented records of families in which a child was born with heart disease: diagnoses, operations, hospital stays, echocardiograms, sequencing and findings outside the heart. No person described here exists.',
  version: '2025.2',
  created: '2025-06-30T00:00:00Z',
  licenses: [{ name: 'CC0-1.0', title: 'Creative Commons Zero 1.0' }],
  resources: trioTables.map((table) => table.resource),
  atrium: {
    root: 'participant',
    files: fileTable.name,
    families: {
      field: 'family_id',
      role: 'role',
      proband: 'Proband',
      mother: 'Mother',
      father: 'Father',
    },
    categories: [
      { id: 'demographics', title: 'Demographics and enrolment' },
      { id: 'demographics_person', title: 'Person', parent: 'demographics' },
      { id: 'demographics_family', title: 'Family', parent: 'demographics' },
      { id: 'demographics_birth', title: 'Pregnancy and birth', parent: 'demographics' },
      { id: 'demographics_enrolment', title: 'Enrolment and consent', parent: 'demographics' },
      { id: 'heart', title: 'Heart' },
      { id: 'heart_diagnosis', title: 'Diagnoses', parent: 'heart' },
      { id: 'heart_surgery', title: 'Surgery', parent: 'heart' },
      { id: 'heart_stay', title: 'Hospital stays', parent: 'heart' },
      { id: 'heart_echo', title: 'Echocardiography', parent: 'heart' },
      { id: 'genetics', title: 'Genetics' },
      { id: 'genetics_variant', title: 'Variants', parent: 'genetics' },
      { id: 'genetics_assay', title: 'Sequencing assays', parent: 'genetics' },
      { id: 'extracardiac', title: 'Extracardiac findings' },
    ],
    ontologies: [{ id: 'chd', title: 'Congenital heart lesions', path: 'ontologies/chd.obo', format: 'obo' }],
    defaultColumns: ['participant_id', 'role', 'sex', 'primary_lesion', 'age_at_enrolment'],
    metrics: {
      traits: {
        proband: { concept: 'role', values: ['Proband'] },
        trio: { concept: 'has_complete_trio', values: [true] },
        genomes: { concept: 'assay_kind', values: ['Whole genome'] },
        exomes: { concept: 'assay_kind', values: ['Whole exome'] },
        mips: { concept: 'assay_kind', values: ['Molecular inversion probes'] },
        inDbgap: { concept: 'dbgap_state', values: ['Published', 'Submitted'] },
        dbgapPublished: { concept: 'dbgap_state', values: ['Published'] },
        dbgapSubmitted: { concept: 'dbgap_state', values: ['Submitted'] },
        asian: { concept: 'race_group', values: ['Asian'] },
        black: { concept: 'race_group', values: ['Black or African American'] },
        white: { concept: 'race_group', values: ['White'] },
        native: { concept: 'race_group', values: ['Native Hawaiian or Pacific Islander'] },
        indian: { concept: 'race_group', values: ['American Indian or Alaska Native'] },
        mixed: { concept: 'race_group', values: ['More than one race'] },
        missing: { concept: 'race_group', values: ['Not reported'] },
        hispanic: { concept: 'ethnicity', values: ['Hispanic or Latino'] },
        male: { concept: 'sex', values: ['Male'] },
        trioGenomes: { concept: 'sequenced_trio', values: ['Whole genome'] },
        trioExomes: { concept: 'sequenced_trio', values: ['Whole exome'] },
      },
      updated: {
        clinical_updated: '2025-06-30',
        exomes_updated: '2025-05-12',
        whole_genomes_updated: '2025-04-03',
      },
    },
    settings: {
      smallCountThreshold: 11,
      siteTitle: trioTitle,
      contactEmail: 'data-desk@heart-trio.example',
      overviewConcepts: ['sex', 'lesion_group', 'age_at_enrolment', 'race'],
      headerLinks: {
        'About the data': '/default/dictionary',
        'Guide to the portal': '/guide/cohort',
      },
    },
  },
};
