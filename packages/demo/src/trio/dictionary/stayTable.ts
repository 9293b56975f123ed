import {
  ageField,
  categoryField,
  categoryListField,
  dateField,
  identityField,
  keyField,
  numberField,
  type RowOf,
} from '../../package/field.ts';
import { table } from '../../package/table.ts';
import { dispositions, stayUnits } from './choices.ts';
import { toParticipant } from './participant.ts';

export const stayTable = table({
  name: 'hospital_stay',
  title: 'Hospital stay',
  description: 'A stay in hospital from admission to discharge.',
  fields: [
    identityField('stay_id', {
      title: 'Stay ID',
      description: 'Identifies the hospital stay.',
      id: 'stay_id',
      category: 'heart_stay',
      aggregatable: false,
      uses: ['table'],
    }),
    keyField('participant_id'),
    dateField('admission_date', {
      title: 'Date of admission',
      description: 'The first day of the stay.',
      category: 'heart_stay',
      phi: true,
    }),
    dateField('discharge_date', {
      title: 'Date of discharge',
      description: 'The last day of the stay; empty when the stay had not ended or the record does not say.',
      category: 'heart_stay',
      phi: true,
    }),
    ageField('age', {
      title: 'Age at admission',
      description: 'Age on the first day of the stay.',
      category: 'heart_stay',
    }),
    categoryListField('reasons', {
      title: 'Reasons for admission',
      description: 'Every reason that the discharge letter gives.',
      category: 'heart_stay',
    }),
    numberField('length', {
      title: 'Length of stay',
      description: 'Days from admission to discharge.',
      category: 'heart_stay',
      unit: 'd',
    }),
    categoryField('unit', {
      title: 'Admitting unit',
      description: 'The part of the hospital that admitted the participant.',
      category: 'heart_stay',
      values: stayUnits,
    }),
    categoryField('disposition', {
      title: 'Disposition',
      description: 'Where the participant went from hospital.',
      category: 'heart_stay',
      values: dispositions,
    }),
  ],
  primaryKey: 'stay_id',
  references: [toParticipant],
  event: { start: 'admission_date', end: 'discharge_date' },
});
export type StayRow = RowOf<typeof stayTable.fields>;
