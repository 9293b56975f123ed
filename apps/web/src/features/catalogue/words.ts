/** Every sentence that the concept browser shows. */
export const words = {
  label: 'Concepts',
  search: 'Search concepts',
  searchHint: 'Search concepts ( / )',
  clearSearch: 'Clear the search',
  results: (count: number) => (count === 1 ? '1 concept' : `${count} concepts`),
  nothingFound: (text: string) => `Nothing found for “${text}”`,
  nothingFoundHint: 'Try a shorter word, or browse the tree.',
  emptyTree: 'This dataset has no concepts yet.',
  emptyCategory: 'No concepts here',
  failed: 'The concepts could not be loaded',
  tryAgain: 'Try again',
  hasPhi: 'May hold protected health information',
  searching: 'Searching…',
} as const;
