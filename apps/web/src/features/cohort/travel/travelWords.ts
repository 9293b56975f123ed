import type { CohortFormat } from '@atrium/contract/wire/cohortDocument';

export const travelWords = {
  take: 'Save to a file',
  bring: 'Open a file',
  takeTitle: 'Save the definition to a file',
  format: 'Format',
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
  bringTitle: 'Open a definition from a file',
  bringHelp:
    'A cohort that was saved by Atrium or ATLAS, as JSON. It takes the place of your filters; undo brings them back.',
  choose: 'Choose a file',
  notJson: 'The file is not JSON.',
  checking: 'Comparing with this dataset …',
  fits: 'All of it can be asked here.',
  malformed: 'The file cannot be read:',
  lacking: 'This dataset lacks:',
  values: 'Please note:',
  apply: 'Use it',
  applyWithout: 'Use it without these',
} as const;
