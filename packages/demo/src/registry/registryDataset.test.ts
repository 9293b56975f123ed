import { expect, it } from 'vitest';
import {
  grouped,
  share,
  type TextRow,
  type WrittenPackage,
  writtenPackage,
} from '../testing/writtenPackage.ts';

const written: WrittenPackage = await writtenPackage('registry', {});
const patients: ReadonlyMap<string, TextRow> = new Map(
  written.table('patient').map((row) => [row['patient_id'] ?? '', row]),
);

function lastAge(row: TextRow): number {
  return Number(patients.get(row['patient_id'] ?? '')?.['age_last_seen']);
}

it('has 800 patients and no date anywhere', () => {
  expect(patients.size).toBe(800);
  const types = written.descriptor.resources.flatMap((resource) =>
    (resource.schema?.fields ?? []).map((field) => field.type),
  );
  expect(types).not.toContain('date');
  expect(types).toContain('duration');
});

it.each([
  ['operation', 'age'],
  ['stay', 'age_admitted'],
  ['stay', 'age_discharged'],
  ['visit', 'age'],
  ['medication', 'age_started'],
  ['medication', 'age_stopped'],
  ['saturation', 'age'],
])('keeps %s.%s within the patient’s life', (table, column) => {
  const outside = written
    .table(table)
    .filter((row) => row[column] !== '')
    .filter((row) => Number(row[column]) < 0 || Number(row[column]) > lastAge(row));
  expect(outside).toEqual([]);
});

it('stages the operations in order', () => {
  const order = ['Stage 1', 'Stage 2', 'Stage 3', 'Transplant'];
  for (const operations of grouped(written.table('operation'), 'patient_id').values()) {
    expect(operations.map((row) => row['stage'])).toEqual(order.slice(0, operations.length));
    const ages = operations.map((row) => Number(row['age']));
    expect(ages).toEqual(ages.toSorted((a, b) => a - b));
  }
});

it('gives a Fontan type and age only to those with a third stage, and the age in years reads back as its days', () => {
  const fontans = new Map(
    written
      .table('operation')
      .filter((row) => row['stage'] === 'Stage 3')
      .map((row) => [row['patient_id'], Number(row['age'])]),
  );
  for (const [id, row] of patients) {
    const age = fontans.get(id);
    if (age === undefined) expect([row['age_at_fontan'], row['fontan_type']]).toEqual(['', '']);
    else expect(Math.floor(365.25 * Number(row['age_at_fontan']))).toBe(age);
  }
});

it('writes the age at death as a duration that reads back as the last age in days', () => {
  const dead = written.table('patient').filter((row) => row['status'] === 'Deceased');
  expect(dead.length).toBeGreaterThan(40);
  for (const row of dead) {
    const [years = 0, months = 0, days = 0] = (row['age_at_death'] ?? '').match(/\d+/g)?.map(Number) ?? [];
    expect(Math.floor(365.25 * years) + Math.floor((months * 365) / 12) + days).toBe(
      Number(row['age_last_seen']),
    );
    expect(Math.floor((months * 365) / 12) + days).toBeLessThan(366);
  }
  expect(written.table('patient').filter((row) => row['age_at_death'] !== '')).toHaveLength(dead.length);
});

it('reads higher saturations after the third stage than before the second', () => {
  const fontan = new Map(
    written
      .table('operation')
      .filter((row) => row['stage'] === 'Stage 3')
      .map((row) => [row['patient_id'], Number(row['age'])]),
  );
  const atRest = written
    .table('saturation')
    .filter((row) => row['setting'] === 'Room air at rest' && row['value'] !== '');
  const after = atRest.filter(
    (row) => Number(row['age']) > (fontan.get(row['patient_id'] ?? '') ?? Infinity),
  );
  const infants = atRest.filter((row) => Number(row['age']) < 100);
  expect(share(after, (row) => Number(row['value']) >= 88)).toBeGreaterThan(0.85);
  expect(share(infants, (row) => Number(row['value']) >= 88)).toBeLessThan(0.15);
});

it('writes missing values as NA', () => {
  expect(share(written.table('saturation'), (row) => row['value'] === '')).toBeCloseTo(0.05, 1);
  expect(written.descriptor.resources.every(({ schema }) => schema?.missingValues?.includes('NA'))).toBe(
    true,
  );
});

it('leaves saturation readings without a key and their prefilter optional', () => {
  const saturation = written.descriptor.resources.find((resource) => resource.name === 'saturation');
  expect(saturation?.schema?.primaryKey).toBeUndefined();
  const value = saturation?.schema?.fields.find((field) => field.name === 'value');
  expect(value?.atrium?.prefilter?.mode).toBe('optional');
});
