import { everyRight, grantableRightNames } from '@atrium/contract/documents/grantableRights';
import { accessLevels } from '@atrium/contract/wire/access';
import { describe, expect, it } from 'vitest';
import {
  grantedRights,
  mayEnter,
  memberRights,
  presentRights,
  rightsKey,
  type StaffGrant,
  toColumns,
  withoutRights,
} from './rights.ts';

/** The table of rule 8.2: the columns are agg, deid, phi with the workspace, then the same without it. */
const matrix = [
  ['member', [true, true, true], [true, true, true]],
  ['subjects', [false, true, true], [false, false, false]],
  ['agreement', [true, true, true], [true, true, true]],
  ['aggregates', [true, true, true], [false, false, false]],
  ['reports', [false, true, true], [false, true, true]],
] as const;

describe.each(matrix)('a call that requires "%s"', (permission, withWorkspace, withoutWorkspace) => {
  const order = [...accessLevels].reverse();

  it.each([
    [true, withWorkspace],
    [false, withoutWorkspace],
  ])('admits agg, deid and phi (workspace: %s) as %j', (canViewWorkspace, expected) => {
    const rights = order.map((access_level) =>
      memberRights(
        { access_level, can_view_workspace: canViewWorkspace, can_view_subject_details: false },
        null,
      ),
    );
    expect(rights.map((one) => mayEnter(one, permission))).toEqual(expected);
  });
});

const row = { access_level: 'deid', can_view_workspace: true, can_view_subject_details: true } as const;

describe('the rights of a membership', () => {
  it('are stored as they are loaded', () => {
    expect(toColumns(grantedRights(row))).toEqual(row);
  });

  it('are shown as they were granted, and denied where the row has no value', () => {
    expect(presentRights(grantedRights(row))).toMatchObject({
      accessLevel: 'deid',
      canViewWorkspace: true,
      canViewSubjectDetails: true,
    });
    const empty = { access_level: 'phi', can_view_workspace: null, can_view_subject_details: null } as const;
    expect(memberRights(empty, null)).toMatchObject({
      canViewWorkspace: false,
      canViewSubjectDetails: false,
    });
  });

  it('have another key as soon as one of them differs', () => {
    const group = {
      allSubjects: false,
      subjectConcepts: [],
      categories: null,
      concepts: null,
      collections: null,
    };
    const keys = [
      memberRights(row, null),
      memberRights({ ...row, access_level: 'phi' }, null),
      memberRights({ ...row, can_view_workspace: false }, null),
      memberRights({ ...row, can_view_subject_details: false }, null),
      memberRights(row, { groups: [], groupNames: [] }),
      memberRights(row, { groups: [group], groupNames: ['one'] }),
      memberRights(row, { groups: [group], groupNames: ['other'] }),
    ].map((rights) => rightsKey({ membershipId: 1, ...rights }));
    expect(new Set([...keys, rightsKey({ membershipId: 2, ...memberRights(row, null) })]).size).toBe(8);
  });
});

it.each(grantableRightNames)(
  'a membership without %s is stored and presented so, and a sentence about it says it',
  (right) => {
    const granted: StaffGrant = { level: 'deid', ...everyRight, [right]: false };
    const row = { can_view_subject_details: true, ...toColumns(granted) };
    expect(grantedRights(row)).toMatchObject(granted);
    expect(presentRights(grantedRights(row))).toMatchObject({ [right]: false });
    expect([withoutRights(everyRight), withoutRights(granted)]).toEqual(['', expect.stringMatching(/^, \w/)]);
  },
);
