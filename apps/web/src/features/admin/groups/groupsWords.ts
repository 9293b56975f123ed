import { formatQuantity } from '@atrium/contract/calendar/numerals';

/** Every sentence of the room of permission groups. */
export const words = {
  allSubjects: 'All subjects',
  subjectsBy: (concepts: readonly string[]) =>
    concepts.length === 0 ? 'No subjects' : `By ${concepts.join(', ')}`,
  everything: 'Everything',
  opened: (categories: number, concepts: number) =>
    [
      categories > 0 ? formatQuantity(categories, 'category', 'categories') : '',
      concepts > 0 ? formatQuantity(concepts, 'concept') : '',
    ]
      .filter((part) => part !== '')
      .join(', ') || 'Nothing',
  add: 'New group',
  chooseDataset: 'Choose a dataset first: a group belongs to one.',
  edit: 'Change',
  editOf: (name: string) => `Change the group ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove the group ${name}`,
  removeTitle: 'Remove this group?',
  removeDetail: (name: string, members: number) =>
    `${formatQuantity(members, 'member')} of ${name} ${members === 1 ? 'loses' : 'lose'} what it opens. Where it is the last group of its dataset, every member sees every subject from then on.`,
  name: 'Name',
  nameDetail: 'Letters, digits, _ and - only.',
  dataset: 'Dataset',
  save: 'Save group',
  firstGroup: (members: number) =>
    `${formatQuantity(members, 'member')} of this dataset ${members === 1 ? 'has' : 'have'} no group. Once the dataset has a group, members without one see nothing.`,
  opensAll: 'Opens all subjects',
  subjectConcepts: 'Opens subjects for whom one of these is true',
  subjectDetail: 'True, a number other than 0, or any value of another type.',
  opensEverything: 'Opens all categories and concepts',
  categories: 'Categories',
  concepts: 'Concepts under no category',
  opensCollections: 'Opens criteria sets on every collection',
  collections: 'Collections',
  clear: 'Take all away',
} as const;
