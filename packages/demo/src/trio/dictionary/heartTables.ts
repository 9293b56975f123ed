import {
  ageField,
  booleanField,
  categoryField,
  dateField,
  identityField,
  keyField,
  numberField,
  ontologyField,
  type RowOf,
} from '../../package/field.ts';
import { table } from '../../package/table.ts';
import { echoMeasures } from '../lesions/echoMeasures.ts';
import { procedures } from '../lesions/lesions.ts';
import {
  diagnosisSources,
  echoQualities,
  lateralities,
  operationClasses,
  operationOutcomes,
  severities,
} from './choices.ts';
import { toParticipant } from './participant.ts';

export const diagnosisTable = table({
  name: 'diagnosis',
  title: 'Diagnosis',
  titlePlural: 'Diagnoses',
  description: 'A heart lesion as one report names it; a lesion may be reported more than once.',
  fields: [
    identityField('diagnosis_id', {
      title: 'Diagnosis ID',
      description: 'Identifies the report of a lesion.',
      id: 'diagnosis_id',
      category: 'heart_diagnosis',
      aggregatable: false,
      uses: ['table'],
    }),
    keyField('participant_id'),
    ontologyField('code', {
      title: 'Diagnosis',
      description:
        'The lesion; choosing a term also chooses every lesion below it. Some sites sent codes of their own.',
      category: 'heart_diagnosis',
      ontology: 'chd',
    }),
    booleanField('is_primary', {
      title: 'Primary diagnosis',
      description: 'Whether the report names the lesion that best defines the heart.',
      category: 'heart_diagnosis',
    }),
    dateField('date', {
      title: 'Date of diagnosis',
      description: 'The day of the report; the day of birth when the lesion was found before birth.',
      category: 'heart_diagnosis',
      phi: true,
    }),
    ageField('age', {
      title: 'Age at diagnosis',
      description: 'Age on the day of the report.',
      category: 'heart_diagnosis',
    }),
    categoryField('severity', {
      title: 'Severity',
      description: 'How much the lesion burdens the heart, as the report judges it.',
      category: 'heart_diagnosis',
      values: severities,
    }),
    categoryField('laterality', {
      title: 'Laterality',
      description: 'The side of the lesion, where sides make sense.',
      category: 'heart_diagnosis',
      values: lateralities,
    }),
    categoryField('source', {
      title: 'Source of diagnosis',
      description: 'The kind of report that names the lesion.',
      category: 'heart_diagnosis',
      values: diagnosisSources,
    }),
  ],
  primaryKey: 'diagnosis_id',
  references: [toParticipant],
  event: { start: 'date' },
});
export type DiagnosisRow = RowOf<typeof diagnosisTable.fields>;

export const surgeryTable = table({
  name: 'surgery',
  title: 'Surgery',
  titlePlural: 'Surgeries',
  description: 'An operation or catheter intervention on the heart or the great vessels.',
  fields: [
    identityField('surgery_id', {
      title: 'Surgery ID',
      description: 'Identifies the operation.',
      id: 'surgery_id',
      category: 'heart_surgery',
      aggregatable: false,
      uses: ['table'],
    }),
    keyField('participant_id'),
    keyField('stay_id'),
    dateField('date', {
      title: 'Date of surgery',
      description: 'The day of the operation.',
      category: 'heart_surgery',
      phi: true,
    }),
    ageField('age', {
      title: 'Age at surgery',
      description: 'Age on the day of the operation.',
      category: 'heart_surgery',
    }),
    categoryField('procedure', {
      title: 'Procedure',
      description: 'The main procedure of the operation.',
      category: 'heart_surgery',
      values: procedures.map((procedure) => procedure.name),
    }),
    categoryField('class', {
      title: 'Class of procedure',
      description: 'A palliation eases the circulation, a repair separates it, a reintervention comes later.',
      category: 'heart_surgery',
      values: operationClasses,
    }),
    numberField('bypass_time', {
      title: 'Bypass time',
      description: 'Time on the heart-lung machine; empty for operations without it.',
      category: 'heart_surgery',
      unit: 'min',
    }),
    numberField('cross_clamp_time', {
      title: 'Cross-clamp time',
      description: 'Time during which the aorta was clamped; empty for operations without it.',
      category: 'heart_surgery',
      unit: 'min',
    }),
    numberField('weight', {
      title: 'Weight at surgery',
      description: 'The last weight taken before the operation.',
      category: 'heart_surgery',
      unit: 'kg',
    }),
    categoryField('outcome', {
      title: 'Outcome of surgery',
      description: 'How the hospital stay of the operation ended.',
      category: 'heart_surgery',
      values: operationOutcomes,
    }),
  ],
  primaryKey: 'surgery_id',
  references: [toParticipant, { field: 'stay_id', to: ['hospital_stay', 'stay_id'] }],
  event: { start: 'date' },
});
export type SurgeryRow = RowOf<typeof surgeryTable.fields>;

export const echoTable = table({
  name: 'echo',
  title: 'Echo measurement',
  description: 'One measure of one echocardiogram; the measures of a study share its date.',
  fields: [
    identityField('echo_id', {
      title: 'Echo measurement ID',
      description: 'Identifies the measurement.',
      id: 'echo_id',
      category: 'heart_echo',
      aggregatable: false,
      uses: ['table'],
    }),
    keyField('participant_id'),
    dateField('date', {
      title: 'Date of echocardiogram',
      description: 'The day of the study.',
      category: 'heart_echo',
      phi: true,
    }),
    ageField('age', {
      title: 'Age at echocardiogram',
      description: 'Age on the day of the study.',
      category: 'heart_echo',
    }),
    categoryField('measure', {
      title: 'Echo measure',
      description: 'What was measured, with its unit.',
      category: 'heart_echo',
      values: echoMeasures.map((measure) => measure.name),
    }),
    numberField('value', {
      title: 'Echo value',
      description: 'The result, in the unit that the measure names; a measure must be chosen first.',
      category: 'heart_echo',
      prefilter: { field: 'measure', mode: 'required' },
    }),
    numberField('z_score', {
      title: 'Echo z-score',
      description: 'Deviations from the mean of healthy hearts of the same body size, for sizes only.',
      category: 'heart_echo',
      prefilter: { field: 'measure', mode: 'required' },
    }),
    categoryField('quality', {
      title: 'Echo image quality',
      description: 'How well the images could be read.',
      category: 'heart_echo',
      values: echoQualities,
      uses: ['cohort', 'table'],
    }),
  ],
  primaryKey: 'echo_id',
  references: [toParticipant],
  event: { start: 'date' },
});
export type EchoRow = RowOf<typeof echoTable.fields>;
