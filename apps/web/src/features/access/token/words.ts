import { type TokenScope, unreachable } from '@atrium/contract';

/** What a scope lets a program do. */
export function describeScope(scope: TokenScope): { readonly label: string; readonly detail: string } {
  switch (scope) {
    case 'read':
      return {
        label: 'Read',
        detail:
          'Ask whatever you may ask: datasets, concepts, counts, pages of results, cross-tabs. It may also change your active cohort, table and analysis, which you then see in the browser.',
      };
    case 'export':
      return { label: 'Export', detail: 'Download results and cross-tabs as files.' };
    default:
      return unreachable(scope);
  }
}

/** Every sentence of the tokens for programs. */
export const tokenWords = {
  title: 'API tokens',
  detail:
    'A token lets a program of yours, in R or Python, ask what you may ask. It sees what you may see at that moment, never more, and it never reaches your account itself.',
  make: 'New token',
  makeTitle: 'New token',
  name: 'Name',
  nameDetail: 'What it is for, such as "laptop, R".',
  scopes: 'What it may do',
  expires: 'Ends after',
  days: (days: number) => (days === 365 ? '1 year' : `${days} days`),
  submit: 'Make the token',
  cancel: 'Cancel',
  missingName: 'Give the token a name',
  longName: 'At most 100 characters',
  missingScope: 'Choose at least one',
  madeTitle: (name: string) => `Copy the token "${name}" now`,
  madeDetail:
    'It is shown this once. The portal keeps only its fingerprint and cannot show it again. Keep it where you keep passwords, not in a script or a notebook.',
  secret: 'Token',
  copy: 'Copy',
  copied: 'Copied',
  copyName: (what: string) => `Copy ${what}`,
  stored: 'I have stored it',
  list: 'Your tokens',
  none: 'You have no token yet.',
  may: 'May',
  lastUsed: 'Last used',
  ends: 'Ends',
  never: 'Never',
  expired: 'Ended',
  revoke: 'Revoke',
  revokeName: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke "${name}"?`,
  revokeDetail: 'Programs that use this token are refused from now on. This cannot be taken back.',
  keep: 'Keep it',
  revoked: 'The token is revoked',
  failed: 'Your tokens could not be loaded',
  examples: 'Examples',
  examplesDetail:
    'They run as they stand, once the token is in the environment. The cohort is the one that is active in the browser.',
  environment: 'First, in the shell where the program will run:',
  dataset: 'Dataset',
  noRows: 'Your access to this dataset is to aggregates, so the examples count and download no rows.',
} as const;
