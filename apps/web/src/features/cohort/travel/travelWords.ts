import type { CohortFormat } from '@atrium/contract/wire/cohortDocument';

export const travelWords = {
  take: 'Take the definition along',
  bring: 'Bring a definition',
  takeTitle: 'Take the definition along',
  format: 'As',
  formats: {
    cohort: 'Cohort of Atrium (JSON)',
    sqon: 'SQON of Overture (JSON)',
    circe: 'Cohort of ATLAS (Circe JSON)',
    phenopackets: 'Phenopackets of the subjects (GA4GH, JSON)',
  } satisfies Record<CohortFormat, string>,
  save: 'Save the file',
  saved: 'Saved.',
  unsaid: 'This cannot be said there, so there is no file:',
  leftOut: 'This is left out:',
  takeFailed: 'The definition could not be read',
  bringTitle: 'Bring a definition',
  bringHelp:
    'A cohort that was saved by Atrium or ATLAS, as JSON. It takes the place of your filters; undo leads back.',
  choose: 'Choose a file',
  notJson: 'The file is not JSON.',
  checking: 'Comparing with this dataset …',
  fits: 'All of it can be asked here.',
  lacking: 'This dataset lacks:',
  values: 'Please note:',
  apply: 'Bring it in',
  applyWithout: 'Bring it in without these',
  close: 'Close',
} as const;
