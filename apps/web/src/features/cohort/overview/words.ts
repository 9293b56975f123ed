/** Every sentence of the cohort's overview. */
export const overviewWords = {
  title: 'Your cohort against everybody',
  everybody: 'All data',
  cohort: 'Active cohort',
  notShown: 'There is nothing to draw here, or these data are not open to you.',
} as const;
