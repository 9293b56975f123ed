import { expect, it } from 'vitest';
import { parseComparison, writeComparison } from './comparisonAddress.ts';

it('a comparison can be opened by its address, and what names no group is left out', () => {
  const address = {
    groups: [
      { kind: 'cohort' },
      { kind: 'rest' },
      { kind: 'report', reportId: 5 },
      { kind: 'values', conceptId: 'sex', of: 'everyone' },
      { kind: 'values', conceptId: 'birth-weight', of: 'cohort' },
    ],
    concepts: ['sex', 'weight'],
  } as const;
  expect(writeComparison(address)).toEqual({
    groups: 'cohort.rest.report-5.everyone-sex.within-birth-weight',
    concepts: 'sex.weight',
  });
  expect(parseComparison(writeComparison(address))).toEqual(address);
  expect(parseComparison({ groups: 'cohort.cohort.report-x.other-sex.', concepts: '' })).toEqual({
    groups: [{ kind: 'cohort' }],
    concepts: [],
  });
});
