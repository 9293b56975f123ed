import type { User } from '@atrium/contract/wire/access';
import type { DatasetDetail, DatasetSummary } from '@atrium/contract/wire/dataset';

export const aUser = (given: Partial<User> = {}): User => ({
  id: 1,
  username: 'mreyes',
  name: 'Marisol Reyes',
  email: 'mreyes@hearts.example',
  isStaff: false,
  ...given,
});

export const aDataset = (given: Partial<DatasetSummary> = {}): DatasetSummary => ({
  id: 1,
  uniqueId: 'default',
  name: 'Heart Trios',
  description: 'Probands with their parents',
  siteTitle: null,
  selectable: true,
  contactEmail: '',
  ...given,
});

export const aDatasetDetail = (given: Partial<DatasetDetail> = {}): DatasetDetail => ({
  ...aDataset(),
  lastImport: '09/14/2026',
  subjectCount: '12,806',
  accessLevel: 'deid',
  accessLevelLabel: 'De-identified subject data',
  canViewWorkspace: true,
  canViewSubjectDetails: true,
  logoUrl: null,
  membershipId: 97,
  extraHeaderLinks: null,
  ...given,
});
