import { expect, it } from 'vitest';
import { parseComparison, writeComparison } from './comparisonAddress.ts';

it('a comparison can be opened by its address, and what names no group is left out', () => {
  const address = {
    groups: [
      { kind: 'cohort' },
      { kind: 'rest' },
      { kind: 'report', reportId: 5 },
      { kind: 'report', reportId: 5, version: 2 },
      { kind: 'values', conceptId: 'sex', of: 'everyone' },
      { kind: 'values', conceptId: 'birth-weight', of: 'cohort' },
    ],
    concepts: ['sex', 'weight'],
  } as const;
  expect(writeComparison(address)).toEqual({
    groups: 'cohort.rest.report-5.report-5v2.everyone-sex.within-birth-weight',
    concepts: 'sex.weight',
  });
  expect(parseComparison(writeComparison(address))).toEqual(address);
  expect(parseComparison({ groups: 'cohort.cohort.report-x.other-sex.', concepts: '' })).toEqual({
    groups: [{ kind: 'cohort' }],
    concepts: [],
  });
});

it('values and combined groups stand in the address, whatever their texts hold (rule 17.23)', () => {
  const male = { kind: 'value', conceptId: 'sex', value: 'a.b, (c)~d-é', of: 'cohort' } as const;
  const either = { kind: 'combined', operation: 'xor', groups: [{ kind: 'cohort' }, male] } as const;
  const groups = [
    { kind: 'everyone' },
    male,
    { kind: 'combined', operation: 'minus', groups: [either, { kind: 'report', reportId: 7 }, male] },
  ] as const;
  expect(parseComparison(writeComparison({ groups, concepts: [] })).groups).toEqual(groups);
  expect(parseComparison({ groups: 'or(cohort).or(cohort,.value~everyone~%~a' }).groups).toEqual([]);
});
