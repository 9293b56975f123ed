import { describe, expect, it } from 'vitest';
import { objectToDatasetId, proposeDatasetId } from './datasetId.ts';

describe('the id of a dataset that is proposed (rule 10.45)', () => {
  it.each([
    ['patients', 'patients'],
    ['Patients_2025', 'Patients_2025'],
    ['', 'data'],
    ['dataset', 'dataset_data'],
    ['Version', 'Version_data'],
    ['pcgc', 'pcgc_data'],
    ['sheet', 'sheet_2'],
    ['SHEET', 'SHEET_2'],
    ['x'.repeat(80), 'x'.repeat(60)],
  ])('of %s is never reserved, taken or too long', (name, id) => {
    const proposed = proposeDatasetId(name, { appSegment: 'pcgc', taken: new Set(['sheet']) });
    expect(proposed).toBe(id);
    expect(objectToDatasetId(proposed, 'pcgc')).toBe(null);
  });
});
