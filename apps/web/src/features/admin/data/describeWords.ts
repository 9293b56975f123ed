import type { TypeChoice } from './descriptorDraft.ts';

const types: Readonly<Record<TypeChoice, string>> = {
  text: 'Text',
  category: 'Category',
  integer: 'Whole number',
  number: 'Number',
  boolean: 'Yes or no',
  date: 'Date',
  datetime: 'Date and time',
  year: 'Year',
  age_days: 'Age in days',
  age_years: 'Age in years',
  duration: 'Duration',
  list: 'List',
};

/** Every sentence of the page on which guesses are corrected. */
export const describeWords = {
  title: 'Describe tables',
  detail:
    'What the portal found in the tables, with its reasons. Correct what is wrong, say what is protected, and import.',
  back: 'Load data',
  failed: 'The description could not be loaded',
  about: 'The dataset',
  name: 'Id of the dataset',
  nameHint: 'Letters, digits, _ and -',
  titleLabel: 'Title',
  root: 'The table with one row per subject',
  derivedRoot: (root: string) => `The values of ${root}`,
  noRoot: 'Choose a table',
  general: 'About all files',
  table: (path: string) => path,
  tableTitle: 'Title of the table',
  load: 'Load this table',
  columns: {
    name: 'Column',
    title: 'Title',
    type: 'Type',
    key: 'Key',
    leadsTo: 'Names a row of',
    phi: 'Protected',
    published: 'Published',
    why: 'Why',
  },
  of: (column: string, name: string) => `${column} of ${name}`,
  types,
  nothing: 'Nothing',
  but: 'But:',
  saved: 'The description is kept.',
  import: 'Import',
  save: 'Keep it for later',
} as const;
