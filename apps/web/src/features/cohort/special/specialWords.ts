/** Sentences about how the cohort differs from everybody. */
export const specialWords = {
  open: 'What is special',
  title: 'What is special about your cohort',
  explained:
    'All concepts, those first in which your cohort is farthest from everyone. The standardised difference compares two shares, or two averages, with how much they vary: from about 0.1 on a difference is worth a look.',
  legend: { cohort: 'Your cohort', everyone: 'Everyone' },
  noFilters: 'Your cohort is everyone, so nothing is special about it. Add a filter first.',
  nobody: 'Nobody is in your cohort, so there is nothing to compare.',
  nothing: 'The dataset has no concept that could be compared.',
  difference: 'Standardised difference',
  share: (value: string, here: string, everyone: string) => `${value}: ${here} here, ${everyone} of everyone`,
  missing: (here: string, everyone: string) => `No value: ${here} here, ${everyone} of everyone`,
  higher: 'Higher than everyone',
  lower: 'Lower than everyone',
  same: 'Like everyone',
  opening: (name: string) => `Filter by ${name}`,
  all: (count: string) => `Show all ${count}`,
} as const;
