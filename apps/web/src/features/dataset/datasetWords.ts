import type { Noun } from '../../api/nouns.ts';

/** Every sentence of the dataset pages. */
export const words = {
  chooserTitle: 'Choose a dataset',
  chooserDetail: 'Every cohort, table and download belongs to one dataset.',
  noDatasets: 'There are no datasets for you yet',
  noDatasetsDetail: 'Ask the people who run this site to give you access to one.',
  datasetsFailed: 'The datasets could not be loaded',
  noDescription: 'This dataset has no description.',
  closed: 'You have no access yet',
  ended: (day: string) => `Your access ended on ${day}`,
  endsSoon: (day: string) => `Your access ends after ${day}`,
  renew: 'Ask for it to be renewed before then.',
  askForAccess: 'Ask for access',
  activeDataset: 'Active dataset',
  lastImport: 'Last import',
  yourAccess: 'Your access',
  buildCohort: 'Build a cohort',
  openResults: 'Open results',
  openAggregate: ({ many }: Noun) => `Count ${many}`,
  openReports: 'Open reports',
  openDownload: 'Choose files',
  filesClosed: ({ many }: Noun) => `Your access does not include files of ${many}.`,
  openDictionary: 'Open the dictionary',
  askToUpload: 'Ask how to contribute',
  openSupport: 'Ask for help',
  importUnknown: 'It is not known when these data were imported.',
  importedOn: (day: string) => `These data were imported on ${day}.`,
  subjectsClosed: ({ many }: Noun) => `Your access does not include cohorts and tables of ${many}.`,
} as const;

/** Every sentence about the data-use agreement. */
export const agreementWords = {
  title: 'Data-use agreement',
  detail: 'Please read this agreement. The data open when you have accepted it.',
  version: (version: string) => `Version ${version}`,
  kept: 'The portal keeps for good that you accepted this version, and when.',
  accept: 'I accept this agreement',
  decline: 'Choose another dataset',
  failed: 'The agreement could not be loaded',
} as const;
