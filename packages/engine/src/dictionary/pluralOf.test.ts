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
])('several of %s are %s', (title, plural) => {
  expect(pluralOf(title)).toBe(plural);
});
