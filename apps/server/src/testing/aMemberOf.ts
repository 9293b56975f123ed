import type { Account, Member } from '../access/index.ts';
import type { TestDataset } from './factories.ts';

/** A member who sees all subjects, de-identified unless it is said otherwise, as the slices are given one. */
export const aMemberOf = (
  { id, uniqueId }: Pick<TestDataset, 'id' | 'uniqueId'>,
  given: { readonly account: Account } & Partial<Member>,
): Member => ({
  datasetId: id,
  uniqueId,
  membershipId: 0,
  level: 'deid',
  canViewWorkspace: true,
  canViewSubjectDetails: true,
  seesSubjects: true,
  groups: null,
  groupNames: [],
  purpose: null,
  ...given,
});
