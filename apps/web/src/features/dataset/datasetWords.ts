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

/** Every sentence about the purpose of work with a dataset. */
export const purposeWords = {
  title: 'What do you use these data for?',
  detail:
    'The people behind these data agreed to certain uses. What you see of them follows your answer, which is kept until you change it.',
  research: 'The work is',
  kinds: {
    health: 'Health, medical or biomedical research',
    disease: 'Research on one disease',
    ancestry: 'Research on population origins or ancestry',
    general: 'Other research',
  },
  disease: 'Disease',
  diseaseDetail: 'If your work is on a form of one of these, choose the one that it belongs to.',
  involves: 'It involves',
  traits: {
    ancestry: 'Population origins or ancestry',
    methods: 'The development of methods, as software or algorithms',
    genetics: 'Genetics',
    forProfit: 'An organization for profit',
    commercial: 'Commercial use',
  },
  confirms: 'I confirm',
  confirmsDetail: 'People who agreed under one of these conditions are seen only if you confirm it.',
  state: 'Use the data for this',
  decline: 'Choose another dataset',
  failed: 'The form could not be loaded',
  change: 'Change the purpose',
  reached: (use: string, { agreed, of, subject }: { agreed: string; of: string; subject: Noun }) =>
    `For ${use}: ${agreed} of ${of} ${subject.many} agreed to this use.`,
  reachedOfAggregates: (use: string, { many }: Noun) =>
    `All figures are of the ${many} who agreed to ${use}.`,
} as const;
