import { expect, it } from 'vitest';
import { exportName } from './exportName.ts';

const now = new Date(2026, 10, 5, 23, 59);

it('a file begins with its name of the protocol, and says dataset, day and receipt (rule 11.9)', () => {
  const receipt = 'w07n-9m2q-xx3d-8zkt';
  expect(exportName('results_export', 'csv', { dataset: 'default', receipt, now })).toBe(
    'results_export_default_2026-11-05_w07n.csv',
  );
  expect(exportName('results_dictionary', 'json', { dataset: 'default', receipt: null, now })).toBe(
    'results_dictionary_default_2026-11-05.json',
  );
});
