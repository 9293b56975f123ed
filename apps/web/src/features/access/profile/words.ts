import { type AccessLevel, type Membership, unreachable } from '@atrium/contract';

/** What a level lets its member see, in words (contract 2.2). */
export function describeLevel(level: AccessLevel): string {
  switch (level) {
    case 'phi':
      return 'You see everything that the dataset holds, also protected health information such as exact dates.';
    case 'deid':
      return 'You see the rows of subjects without protected health information: dates appear as years, and ages of 90 and more as one.';
    case 'agg':
      return 'You see counts and cross-tabs, not the rows of subjects. Small numbers are withheld.';
    default:
      return unreachable(level);
  }
}

type Rights = Pick<Membership, 'accessLevel' | 'canViewWorkspace' | 'canViewSubjectDetails'>;

/** What a member may not do besides what the level says. */
export function describeLimits({ accessLevel, canViewWorkspace, canViewSubjectDetails }: Rights): string[] {
  const limits: string[] = [];
  if (!canViewWorkspace) limits.push('Query, results and aggregate are closed to you here.');
  if (!canViewSubjectDetails && accessLevel !== 'agg')
    limits.push('The details of single subjects are closed to you here.');
  return limits;
}

/** Every sentence of the profile. */
export const profileWords = {
  title: 'Profile',
  name: 'Name',
  username: 'User name',
  email: 'E-mail',
  role: 'Role',
  staff: 'Staff: looks after the site',
  researcher: 'Researcher',
  none: 'not given',
  changes: 'If something here is wrong, please tell those who look after this site.',
  changesByProvider: 'Name and e-mail come from the service that you log in with.',
  datasets: 'Your datasets',
  datasetsDetail: 'What you may see is decided for each dataset on its own.',
  noDatasets: 'You are not a member of any dataset yet.',
  open: 'Open to you: you become a member when you enter it.',
  closed: 'You are not a member yet.',
  ask: 'Ask for access',
  failed: 'Your access could not be loaded',
} as const;
