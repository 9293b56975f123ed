/** Every sentence of the column options. */
export const optionsWords = {
  title: (name: string) => `Column: ${name}`,
  method: 'How should several values of one subject be shown?',
  groups: {
    stacked: 'Rows',
    list: 'List in one cell',
    aggregate: 'One value from many',
  },
  stacked: 'stacked: a row for each data point',
  alias: 'Name of the column',
  aliasHint: (name: string) => `Leave it empty to keep “${name}”.`,
  criteriaSet: 'Use the records of',
  criteriaSetHint: 'Only records that match this criteria set of your cohort are looked at.',
  allRecords: 'all criteria sets',
  searchHint: 'Type at least two letters',
  searching: 'Searching…',
  nothingFound: 'No value contains this text',
  choose: 'Choose values',
  save: 'Save',
  discard: 'Discard',
  closed: 'You may not use this concept as a column.',
  failed: 'Concept failed to load',
} as const;
