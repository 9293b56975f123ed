import type { Noun } from '../../api/nouns.ts';

/** A step points to a link of the page, by the name of its screen. */
export interface TourStep {
  readonly screen: 'query' | 'results' | 'reports' | 'aggregate' | 'compare' | 'dataset' | 'help';
  readonly title: string;
  readonly text: string;
}

export const words = {
  label: 'A tour in four steps',
  step: (step: number, of: number) => `Step ${step} of ${of}`,
  back: 'Back',
  next: 'Next',
  finish: 'Finish',
  leave: 'Leave the tour',
} as const;

const help: TourStep = {
  screen: 'help',
  title: 'Help: a guide, a dictionary, and people',
  text: 'The question mark above leads to five short pages with pictures, to the dictionary of the data, and to a form for questions.',
};

/** The four steps for who may see subjects. */
export const stepsOfSubjects = ({ many }: Noun): readonly TourStep[] => [
  {
    screen: 'query',
    title: 'Query: say whom you look for',
    text: `Search for a value, such as a diagnosis, and add it with one click. The number of ${many} that fit is always there.`,
  },
  {
    screen: 'results',
    title: 'Results: see their rows',
    text: `A table of your ${many} with the columns that you choose, which you can download.`,
  },
  {
    screen: 'reports',
    title: 'Reports: keep and share',
    text: 'A report keeps your cohort and its tables under a name. It says in words how they were made.',
  },
  help,
];

/** The four steps for who sees aggregates only. */
export const stepsOfAggregates = ({ many }: Noun): readonly TourStep[] => [
  {
    screen: 'aggregate',
    title: `Aggregate: count ${many}`,
    text: `Choose concepts for rows and columns. Each cell says how many ${many} have both values.`,
  },
  {
    screen: 'compare',
    title: 'Compare: groups side by side',
    text: 'Choose a concept that makes the groups, and others that are compared.',
  },
  {
    screen: 'dataset',
    title: 'Small groups are protected',
    text: 'Small counts are hidden, and so are counts from which one could be worked out. All others are exact.',
  },
  help,
];
