import {
  ageField,
  booleanField,
  categoryField,
  categoryListField,
  dateField,
  identityField,
  integerField,
  ontologyField,
  type RowOf,
  textField,
} from '../../package/field.ts';
import { table } from '../../package/table.ts';
import {
  dbgapStates,
  ethnicities,
  lesionGroups,
  raceGroups,
  roles,
  sexes,
  sites,
  vitalStatuses,
} from './choices.ts';

const identityFields = [
  identityField('participant_id', {
    title: 'Participant ID',
    description: 'The number under which the consortium knows a participant.',
    category: 'demographics_person',
    aggregatable: false,
  }),
  textField('medical_record_number', {
    title: 'Medical record number',
    description: 'The number under which the enrolling hospital knows the participant.',
    category: 'demographics_person',
    phi: true,
    aggregatable: false,
    uses: ['cohort', 'table'],
  }),
  textField('family_id', {
    title: 'Family ID',
    description: 'Shared by a proband and the parents who enrolled.',
    category: 'demographics_family',
    aggregatable: false,
  }),
  categoryField('role', {
    title: 'Family role',
    description: 'The proband is the family member with heart disease through whom the family was found.',
    category: 'demographics_family',
    values: roles,
  }),
  booleanField('has_complete_trio', {
    title: 'Complete trio',
    description: 'Whether the proband and both parents have enrolled.',
    category: 'demographics_family',
  }),
  categoryListField('sequenced_trio', {
    title: 'Sequenced trio',
    description: 'Kinds of sequencing that the proband and both parents have; known for probands only.',
    category: 'demographics_family',
  }),
  booleanField('family_history', {
    title: 'Family history of heart disease',
    description: 'Whether a parent, brother or sister was born with heart disease, as the family reports.',
    category: 'demographics_family',
  }),
] as const;

const personFields = [
  categoryField('sex', {
    title: 'Sex',
    description: 'Sex recorded at birth.',
    category: 'demographics_person',
    values: sexes,
    synonyms: [
      { text: 'Gender' },
      { text: 'Girl', value: 'Female' },
      { text: 'Woman', value: 'Female' },
      { text: 'Boy', value: 'Male' },
      { text: 'Man', value: 'Male' },
    ],
  }),
  categoryListField('race', {
    title: 'Race',
    description: 'Every race with which the participant or the family identifies.',
    category: 'demographics_person',
  }),
  categoryField('race_group', {
    title: 'Race group',
    description: 'The race as one group: people who named several are of more than one race.',
    category: 'demographics_person',
    values: raceGroups,
  }),
  categoryField('ethnicity', {
    title: 'Ethnicity',
    description: 'Hispanic or Latino ethnicity, as reported.',
    category: 'demographics_person',
    values: ethnicities,
  }),
  dateField('birth_date', {
    title: 'Date of birth',
    description: 'Members without access to protected health information see the year.',
    category: 'demographics_person',
    phi: true,
  }),
  categoryField('vital_status', {
    title: 'Vital status',
    description: 'Whether the participant was known to be alive at the last contact.',
    category: 'demographics_person',
    values: vitalStatuses,
    synonyms: [
      { text: 'Death', value: 'Deceased' },
      { text: 'Died', value: 'Deceased' },
    ],
  }),
  ageField('age_at_last_contact', {
    title: 'Age at last contact or death',
    description: 'Age on the last day on which the participant’s condition is known.',
    category: 'demographics_person',
  }),
  dateField('last_contact_date', {
    title: 'Date of last contact or death',
    description: 'The last day on which the participant’s condition is known.',
    category: 'demographics_person',
    phi: true,
  }),
] as const;

const birthFields = [
  integerField('birth_weight', {
    title: 'Birth weight',
    description: 'Weight at birth, known for probands only.',
    category: 'demographics_birth',
    unit: 'g',
  }),
  integerField('gestational_age', {
    title: 'Gestational age',
    description: 'Completed weeks of pregnancy at birth, known for probands only.',
    category: 'demographics_birth',
    unit: 'wk',
  }),
  booleanField('prenatal_diagnosis', {
    title: 'Diagnosed before birth',
    description: 'Whether the heart disease was seen on a fetal echocardiogram.',
    category: 'demographics_birth',
  }),
  booleanField('maternal_diabetes', {
    title: 'Maternal diabetes',
    description: 'Whether the mother had diabetes of any kind during the pregnancy.',
    category: 'demographics_birth',
  }),
] as const;

const enrolmentFields = [
  dateField('enrolment_date', {
    title: 'Date of enrolment',
    description: 'The day on which consent was signed.',
    category: 'demographics_enrolment',
    phi: true,
  }),
  ageField('age_at_enrolment', {
    title: 'Age at enrolment',
    description: 'Age on the day on which consent was signed.',
    category: 'demographics_enrolment',
  }),
  categoryField('enrolment_site', {
    title: 'Enrolment site',
    description: 'The hospital that enrolled the family.',
    category: 'demographics_enrolment',
    values: sites,
  }),
  categoryField('dbgap_state', {
    title: 'dbGaP',
    description: 'Whether the data of the family are published at dbGaP, submitted, or neither yet.',
    category: 'demographics_enrolment',
    values: dbgapStates,
  }),
  categoryListField('consents', {
    title: 'Consents',
    description: 'What the participant, or a parent for a child, agreed to.',
    category: 'demographics_enrolment',
  }),
] as const;

const heartFields = [
  ontologyField('primary_lesion', {
    title: 'Primary lesion',
    description: 'The lesion that best defines the heart, as settled by the consortium’s reviewers.',
    category: 'heart_diagnosis',
    ontology: 'chd',
  }),
  categoryField('lesion_group', {
    title: 'Lesion group',
    description: 'The broad group into which the consortium sorts the primary lesion for analyses.',
    category: 'heart_diagnosis',
    values: lesionGroups,
  }),
  booleanField('down_syndrome', {
    title: 'Down syndrome',
    description: 'Whether trisomy 21 is known; the chromosome study is among the extracardiac findings.',
    category: 'extracardiac',
  }),
] as const;

export const participantFields = [
  ...identityFields,
  ...personFields,
  ...birthFields,
  ...enrolmentFields,
  ...heartFields,
] as const;

/** How the rows of the other tables name their participant. */
export const toParticipant = { field: 'participant_id', to: ['participant', 'participant_id'] } as const;

export type ParticipantRow = RowOf<typeof participantFields>;

export const participantTable = table({
  name: 'participant',
  title: 'Participant',
  description: 'Probands with congenital heart disease and their parents, one row a person.',
  fields: participantFields,
  primaryKey: 'participant_id',
});
