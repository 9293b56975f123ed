import { accessLevels } from '@atrium/contract';
import { describe, expect, it } from 'vitest';
import { grantedRights, mayEnter, presentRights, rightsKey, rightsOf, toColumns } from './rights.ts';

/** The table of rule 8.2: the columns are agg, deid, phi with the workspace, then the same without it. */
const matrix = [
  ['member', [true, true, true], [true, true, true]],
  ['subjects', [false, true, true], [false, false, false]],
  ['aggregates', [true, true, true], [false, false, false]],
  ['reports', [false, true, true], [false, true, true]],
] as const;

describe.each(matrix)('what needs "%s"', (need, withWorkspace, withoutWorkspace) => {
  const order = [...accessLevels].reverse();

  it.each([
    [true, withWorkspace],
    [false, withoutWorkspace],
  ])('opens to agg, deid and phi (workspace: %s) as %j', (canViewWorkspace, expected) => {
    const rights = order.map((access_level) =>
      rightsOf({ access_level, can_view_workspace: canViewWorkspace, can_view_subject_details: false }, null),
    );
    expect(rights.map((one) => mayEnter(one, need))).toEqual(expected);
  });
});

const row = { access_level: 'deid', can_view_workspace: true, can_view_subject_details: true } as const;

describe('the rights of a membership', () => {
  it('are stored as they are loaded', () => {
    expect(toColumns(grantedRights(row))).toEqual(row);
  });

  it('are shown as they were granted, and closed where the row is without them', () => {
    expect(presentRights(grantedRights(row))).toMatchObject({
      accessLevel: 'deid',
      canViewWorkspace: true,
      canViewSubjectDetails: true,
    });
    const empty = { access_level: 'phi', can_view_workspace: null, can_view_subject_details: null } as const;
    expect(rightsOf(empty, null)).toMatchObject({ canViewWorkspace: false, canViewSubjectDetails: false });
  });

  it('have another key as soon as one of them is another', () => {
    const group = {
      allSubjects: false,
      subjectConcepts: [],
      categories: null,
      concepts: null,
      collections: null,
    };
    const keys = [
      rightsOf(row, null),
      rightsOf({ ...row, access_level: 'phi' }, null),
      rightsOf({ ...row, can_view_workspace: false }, null),
      rightsOf({ ...row, can_view_subject_details: false }, null),
      rightsOf(row, []),
      rightsOf(row, [group]),
    ].map((rights) => rightsKey({ membershipId: 1, ...rights }));
    expect(new Set([...keys, rightsKey({ membershipId: 2, ...rightsOf(row, null) })]).size).toBe(7);
  });
});
