import {
  ageField,
  booleanField,
  categoryField,
  categoryListField,
  durationField,
  type Field,
  identityField,
  integerField,
  keyField,
  numberField,
  type RowOf,
  textField,
} from '../../package/field.ts';
import { type Table, type TableDetails, table } from '../../package/table.ts';
import {
  anatomies,
  centers,
  drugClasses,
  functionalClasses,
  settings,
  stages,
  statuses,
  ventricles,
} from './choices.ts';

const prefix = 'reg_';
const missingValues = ['', 'NA'];
const references = [{ field: 'patient_id', to: ['patient', 'patient_id'] }] as const;

const patientTable = prefixedTable(
  {
    name: 'patient',
    title: 'Patient',
    description: 'Children and adults born with one working ventricle.',
    primaryKey: 'patient_id',
    missingValues,
    fields: [
      identityField('patient_id', {
        title: 'Registry number',
        description: 'The number under which the registry knows a patient.',
        category: 'patient_background',
        aggregatable: false,
      }),
      categoryField('center', {
        title: 'Center',
        description: 'The center that follows the patient.',
        category: 'patient_background',
        values: centers,
      }),
      categoryField('sex', {
        title: 'Sex',
        description: 'Sex recorded at birth.',
        category: 'patient_background',
        values: ['F', 'M'],
        synonyms: [
          { text: 'Gender' },
          { text: 'Female', value: 'F' },
          { text: 'Girl', value: 'F' },
          { text: 'Male', value: 'M' },
          { text: 'Boy', value: 'M' },
        ],
      }),
      categoryListField('language', {
        title: 'Languages at home',
        description: 'Every language that the family speaks at home.',
        category: 'patient_background',
      }),
      integerField('gestational_age', {
        title: 'Gestational age',
        description: 'Completed weeks of pregnancy at birth.',
        category: 'patient_background',
        unit: 'wk',
      }),
      booleanField('fetal_diagnosis', {
        title: 'Diagnosed before birth',
        description: 'Whether the heart was known to be univentricular before birth.',
        category: 'patient_heart',
      }),
      categoryField('anatomy', {
        title: 'Anatomy',
        description: 'The kind of heart, in the registry’s six groups.',
        category: 'patient_heart',
        values: anatomies,
      }),
      categoryField('dominant_ventricle', {
        title: 'Dominant ventricle',
        description: 'The ventricle that carries the circulation.',
        category: 'patient_heart',
        values: ventricles,
      }),
      categoryField('fontan_type', {
        title: 'Type of Fontan',
        description: 'How the caval veins were joined to the lungs, for patients with a completed Fontan.',
        category: 'patient_heart',
      }),
      ageField('age_at_fontan', {
        title: 'Age at Fontan',
        description: 'Age at completion of the Fontan circulation.',
        category: 'patient_heart',
        unit: 'years',
      }),
      categoryField('status', {
        title: 'Status',
        description: 'What the registry last knew of the patient.',
        category: 'patient_outcome',
        values: statuses,
      }),
      ageField('age_last_seen', {
        title: 'Age last seen',
        description: 'Age at the last contact or at death.',
        category: 'patient_outcome',
      }),
      durationField('age_at_death', {
        title: 'Age at death',
        description: 'Age at death, for patients who died.',
        category: 'patient_outcome',
      }),
    ],
  },
  { prefix, isRoot: true },
);
export type PatientRow = RowOf<typeof patientTable.fields>;

const operationTable = prefixedTable(
  {
    name: 'operation',
    title: 'Staged operation',
    description: 'An operation on the way to a Fontan circulation, or a transplant.',
    primaryKey: 'operation_id',
    missingValues,
    references,
    event: { start: 'age' },
    fields: [
      keyField('operation_id'),
      keyField('patient_id'),
      ageField('age', {
        title: 'Age at operation',
        description: 'Age on the day of the operation.',
        category: 'care_operations',
      }),
      categoryField('stage', {
        title: 'Stage',
        description: 'The step of staged care.',
        category: 'care_operations',
        values: stages,
      }),
      categoryField('procedure', {
        title: 'Procedure',
        description: 'What was done.',
        category: 'care_operations',
      }),
      booleanField('survived', {
        title: 'Survived to discharge',
        description: 'Whether the patient left hospital alive.',
        category: 'care_operations',
      }),
    ],
  },
  { prefix },
);
export type OperationRow = RowOf<typeof operationTable.fields>;

const stayTable = prefixedTable(
  {
    name: 'stay',
    title: 'Inpatient stay',
    description: 'A stay in hospital, by age at its first and last day.',
    primaryKey: 'stay_id',
    missingValues,
    references,
    event: { start: 'age_admitted', end: 'age_discharged' },
    fields: [
      keyField('stay_id'),
      keyField('patient_id'),
      ageField('age_admitted', {
        title: 'Age at admission',
        description: 'Age on the first day of the stay.',
        category: 'care_stays',
      }),
      ageField('age_discharged', {
        title: 'Age at discharge',
        description: 'Age on the last day of the stay.',
        category: 'care_stays',
      }),
      categoryField('reason', {
        title: 'Reason for stay',
        description: 'The main reason for admission.',
        category: 'care_stays',
      }),
      categoryListField('complications', {
        title: 'Complications',
        description: 'Every complication of the stay.',
        category: 'care_stays',
      }),
      integerField('intensive_care_days', {
        title: 'Days of intensive care',
        description: 'Days of the stay spent in intensive care.',
        category: 'care_stays',
        unit: 'd',
      }),
    ],
  },
  { prefix },
);
export type StayRow = RowOf<typeof stayTable.fields>;

const visitTable = prefixedTable(
  {
    name: 'visit',
    title: 'Clinic visit',
    description: 'A visit to the center’s clinic.',
    primaryKey: 'visit_id',
    missingValues,
    references,
    event: { start: 'age' },
    fields: [
      keyField('visit_id'),
      keyField('patient_id'),
      ageField('age', {
        title: 'Age at visit',
        description: 'Age on the day of the visit.',
        category: 'follow_up_visits',
      }),
      numberField('weight', {
        title: 'Weight',
        description: 'Weight at the visit.',
        category: 'follow_up_visits',
        unit: 'kg',
      }),
      categoryField('functional_class', {
        title: 'Functional class',
        description: 'Limits in daily life, from I (none) to IV (at rest).',
        category: 'follow_up_visits',
        values: functionalClasses,
      }),
      numberField('ejection_fraction', {
        title: 'Ejection fraction',
        description: 'Ejection fraction of the dominant ventricle at the visit.',
        category: 'follow_up_visits',
        unit: '%',
      }),
      textField('summary', {
        title: 'Visit summary',
        description: 'One line from the clinic letter.',
        category: 'follow_up_visits',
        uses: ['table'],
        aggregatable: false,
      }),
    ],
  },
  { prefix },
);
export type VisitRow = RowOf<typeof visitTable.fields>;

const medicationTable = prefixedTable(
  {
    name: 'medication',
    title: 'Medication',
    description: 'A course of a medicine, by age at its start and end; without an end it goes on.',
    primaryKey: 'medication_id',
    missingValues,
    references,
    event: { start: 'age_started', end: 'age_stopped' },
    fields: [
      keyField('medication_id'),
      keyField('patient_id'),
      ageField('age_started', {
        title: 'Age at start of medicine',
        description: 'Age on the first day of the course.',
        category: 'care_medication',
      }),
      ageField('age_stopped', {
        title: 'Age at end of medicine',
        description: 'Age on the last day of the course.',
        category: 'care_medication',
      }),
      categoryField('drug', {
        title: 'Medicine',
        description: 'Generic name.',
        category: 'care_medication',
      }),
      categoryField('class', {
        title: 'Class of medicine',
        description: 'The group to which the medicine belongs.',
        category: 'care_medication',
        values: drugClasses,
      }),
      numberField('dose', {
        title: 'Daily dose',
        description: 'Daily dose per kilogram of body weight; the medicine may be chosen first.',
        category: 'care_medication',
        unit: 'mg/kg',
        prefilter: { field: 'drug', mode: 'optional' },
      }),
    ],
  },
  { prefix },
);
export type MedicationRow = RowOf<typeof medicationTable.fields>;

const saturationTable = prefixedTable(
  {
    name: 'saturation',
    title: 'Oxygen saturation',
    description: 'One pulse oximetry reading. Readings have no number of their own.',
    missingValues,
    references,
    event: { start: 'age' },
    fields: [
      keyField('patient_id'),
      ageField('age', {
        title: 'Age at reading',
        description: 'Age on the day of the reading.',
        category: 'follow_up_saturation',
      }),
      categoryField('setting', {
        title: 'Setting of reading',
        description: 'Under what conditions the reading was taken.',
        category: 'follow_up_saturation',
        values: settings,
      }),
      numberField('value', {
        title: 'Oxygen saturation',
        description: 'The reading; a setting may be chosen first.',
        category: 'follow_up_saturation',
        unit: '%',
        prefilter: { field: 'setting', mode: 'optional' },
      }),
    ],
  },
  { prefix },
);
export type SaturationRow = RowOf<typeof saturationTable.fields>;

export const registryTables: readonly Table[] = [
  patientTable,
  operationTable,
  stayTable,
  visitTable,
  medicationTable,
  saturationTable,
];

/** A table whose concept ids start with the prefix, so that two datasets of one installation never share one. */
function prefixedTable<const Fields extends readonly Field[]>(
  details: TableDetails<Fields>,
  { prefix, isRoot = false }: { prefix: string; isRoot?: boolean },
): Table<Fields> {
  const made = table(details);
  const named = (field: Field) => `${prefix}${isRoot ? '' : `${details.name}_`}${field.name}`;
  const fields = details.fields.map((field) =>
    field.atrium?.publish === false ? field : { ...field, atrium: { ...field.atrium, id: named(field) } },
  );
  return { ...made, resource: { ...made.resource, schema: { ...made.resource.schema, fields } } };
}
