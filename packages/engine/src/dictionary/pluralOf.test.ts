import { expect, test } from 'vitest';
import { pluralOf } from './pluralOf.ts';

test.each([
  ['Sex', 'Sexes'],
  ['Diagnosis', 'Diagnoses'],
  ['Surgery', 'Surgeries'],
  ['Family history', 'Family histories'],
  ['Day', 'Days'],
  ['Race', 'Races'],
  ['Vital status', 'Vital statuses'],
  ['Age at enrolment', 'Ages at enrolment'],
  ['Date of birth', 'Dates of birth'],
  ['Weight (kg)', 'Weights (kg)'],
  ['Participant ID', 'Participant IDs'],
  ['weight_kg', 'weights_kg'],
  ['Weight kg', 'Weights kg'],
  ['glucose_mg_dl', 'glucoses_mg_dl'],
  ['flow_ml/min', 'flows_ml/min'],
  ['age_at_visit_days', 'age_at_visits_days'],
  ['visit_date', 'visit_dates'],
  ['Weight, first visit', 'Weights, first visit'],
  ['Weight [kg]', 'Weights [kg]'],
  ['Child', 'Children'],
  ['Notes', 'Notes'],
  ['Findings', 'Findings'],
  ['Family data', 'Family data'],
  ['SpO2', 'SpO2'],
  ['Saturation %', 'Saturation %'],
  ['Größe', 'Größes'],
  ['', ''],
])('several of %s are %s', (title, plural) => {
  expect(pluralOf(title)).toBe(plural);
});
