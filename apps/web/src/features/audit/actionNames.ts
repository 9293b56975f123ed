import type { AuditAction } from '@atrium/contract';

/** What each action is called in a filter. */
export const actionNames: Readonly<Record<AuditAction, string>> = {
  sign_in: 'Signed in',
  sign_in_refused: 'Sign-in refused',
  sign_out: 'Signed out',
  session_revoke: 'Session ended',
  password_change: 'Password changed',
  password_change_refused: 'Change of the password refused',
  account_locked: 'Made to wait after wrong passwords',
  token_make: 'Token made',
  token_revoke: 'Token revoked',
  token_refused: 'Token refused',
  count: 'Cohort counted',
  preview: 'Results looked at',
  statistics: 'Values of a concept looked at',
  cross_tab: 'Cross-tab run',
  export_rows: 'Rows exported',
  export_audit: 'Audit exported',
  account_add: 'Account added',
  account_change: 'Account changed',
  account_remove: 'Account removed',
  membership_grant: 'Membership granted',
  membership_revoke: 'Membership taken away',
  group_change: 'Permission group changed',
  dataset_import: 'Dataset imported',
  dataset_change: 'Dataset settings changed',
};
