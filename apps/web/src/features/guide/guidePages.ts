import askDark from './pictures/guide-ask-dark.webp';
import askLight from './pictures/guide-ask-light.webp';
import countDark from './pictures/guide-count-dark.webp';
import countLight from './pictures/guide-count-light.webp';
import figuresDark from './pictures/guide-figures-dark.webp';
import figuresLight from './pictures/guide-figures-light.webp';
import keepDark from './pictures/guide-keep-dark.webp';
import keepLight from './pictures/guide-keep-light.webp';
import rowsDark from './pictures/guide-rows-dark.webp';
import rowsLight from './pictures/guide-rows-light.webp';

export const guidePagesWords = {
  guide: 'Guide',
  pages: 'Pages of the guide',
  previous: 'Previous page',
  next: 'Next page',
  open: 'Try it',
} as const;

/** The ways to learn, on the page Support. */
export const learnWords = {
  title: 'Learn',
  detail: 'Five short pages show the way from a question to its data. Each takes two minutes.',
  dictionary: 'Dictionary of the dataset',
  dictionaryDetail: 'Every concept: what it means, its unit, its values and how many people have them.',
  dictionaryClosed: 'Open a dataset first: each has its own.',
  api: 'Interface for programs',
  apiDetail: 'Every call of the portal, for scripts and notebooks.',
  transfers: 'Guide to the transfer service',
  transfersDetail: 'How large files reach you, in the browser and on the command line.',
} as const;

/** A page of the guide: a picture from the demo, and a few steps that each begin with their point. */
export interface GuidePage {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly picture: { readonly light: string; readonly dark: string; readonly alt: string };
  readonly steps: readonly (readonly [string, string])[];
  /** The screen that the page is about. */
  readonly screen: 'query' | 'results' | 'aggregate' | 'reports';
}

export const guidePages: readonly GuidePage[] = [
  {
    id: 'cohort',
    title: 'Describe a cohort',
    detail:
      'A cohort is a list of filters. Each filter says something about a person or about their records.',
    picture: {
      light: askLight,
      dark: askDark,
      alt: 'The query screen: a search for “fallot” lists concepts and values, each with a number of participants.',
    },
    steps: [
      [
        'Search for a value.',
        'Type a word such as “fallot” or “genome”. Each value that is found has a + that adds it to the cohort, and the count that you would get.',
      ],
      [
        'Or open a concept.',
        'Its editor shows which values there are. Choose some, or set bounds. The count for your choice stands there before you apply it.',
      ],
      [
        'Combine filters.',
        'All filters of a criteria set must hold for the same record. All criteria sets must hold for the person. A click on the word “and” between two of them makes it “or”.',
      ],
      [
        'Use time.',
        'Two criteria sets with dates can be put in an order, such as “Glenn within 180 days after Norwood”.',
      ],
      [
        'Ask about families.',
        'Where the data name families, a criteria set can be about mother, father, siblings or so many of the family, and “One of each family” keeps one person of each.',
      ],
      ['Change your mind.', 'Undo and redo name the step that they take back. Nothing is lost.'],
    ],
    screen: 'query',
  },
  {
    id: 'count',
    title: 'Read the count',
    detail: 'The number beside your filters is exact and always of the filters that you see.',
    picture: {
      light: countLight,
      dark: countDark,
      alt: 'The panel of a cohort: filters in words, the count, and what each filter costs.',
    },
    steps: [
      [
        'See what a filter costs.',
        '“What each filter costs” tells how many people each filter removes. Under a count of 0 the list is there at once, with bounds that find somebody.',
      ],
      [
        'Mind what is missing.',
        'A filter can lose people because their value is another one, or because it was never recorded. Both numbers stand beside it, and one click counts the missing too.',
      ],
      [
        'See what is special.',
        '“What is special” lists the concepts in which it differs most from everybody.',
      ],
      [
        'Cite a number.',
        'A count has a receipt. Its address shows the same number, of the same data, later.',
      ],
    ],
    screen: 'query',
  },
  {
    id: 'rows',
    title: 'See the rows',
    detail: 'Results is a table with a row for each person of the cohort, or for each of their records.',
    picture: {
      light: rowsLight,
      dark: rowsDark,
      alt: 'The results screen: a table with the columns of the filters.',
    },
    steps: [
      [
        'Choose columns.',
        '“Columns of my filters” adds those that you filter by. “Edit columns” has all others.',
      ],
      [
        'Gather many values.',
        'A person can have many records. The options of a column say what a cell holds: all values, the first, a number, a mean.',
      ],
      ['Order and page.', 'A click on a name orders the rows. The address of the page keeps the order.'],
      [
        'Take the table with you.',
        'Download gives CSV, NDJSON or Parquet, and a dictionary of its columns. What you download is recorded.',
      ],
    ],
    screen: 'results',
  },
  {
    id: 'figures',
    title: 'Count and compare',
    detail: 'Aggregate counts people by the values of concepts. Compare lays groups side by side.',
    picture: {
      light: figuresLight,
      dark: figuresDark,
      alt: 'The aggregate screen: a table of lesions by sex, with totals.',
    },
    steps: [
      [
        'Choose rows and columns.',
        'Each cell counts different people. A person can be in several cells, so cells may add up to more than the total.',
      ],
      ['Show it as a chart,', 'as percentages, ordered by count, or without those who have no value.'],
      [
        'Compare groups.',
        'Groups are cohorts, reports or the values of a concept. The table names each test, its n and who is missing.',
      ],
      [
        'Small groups are protected.',
        'If you may see aggregates only, small counts are hidden, and so are counts from which one could be worked out.',
      ],
    ],
    screen: 'aggregate',
  },
  {
    id: 'keep',
    title: 'Keep and share',
    detail: 'A report keeps a cohort, its columns and its cross-tab under a name.',
    picture: {
      light: keepLight,
      dark: keepDark,
      alt: 'A report: its description, its count, and how it was made in words.',
    },
    steps: [
      [
        'Save a report.',
        'It is private until you share it. Others see it only as far as their own access goes.',
      ],
      [
        'Use its words.',
        'A report says in sentences how the cohort was made. You can copy them into a paper.',
      ],
      [
        'Come back to it.',
        'A report has versions, and stays on the release of the data that it was made on, if you want that.',
      ],
      [
        'Download files.',
        'On Download Files you choose kinds of files for the people of the cohort, and how they reach you.',
      ],
      ['Go on in Python or R.', 'Each report has a short program that gets the same data with a token.'],
    ],
    screen: 'reports',
  },
];
