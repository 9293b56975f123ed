import type { ConceptSummary } from '@atrium/contract/wire/concept';
import type { Noun } from '../../api/nouns.ts';
import { formatCount } from '../../lib/formatNumber.ts';

/** Every sentence of the dictionary. */
export const words = {
  title: 'Dictionary',
  detail: 'Every concept of this dataset that you may use: what it means, its unit, and its values.',
  search: 'Search the dictionary',
  print: 'Print',
  found: (count: number, all: number) =>
    count === all ? `${formatCount(all)} concepts` : `${formatCount(count)} of ${formatCount(all)} concepts`,
  none: 'No concept has these words',
  noneDetail: 'Names, ids, descriptions, units and categories are searched.',
  loading: 'Loading the dictionary',
  failed: 'The dictionary could not be loaded',
  contents: 'Categories',
  uncategorised: 'Without a category',
  show: 'Show values',
  hide: 'Hide values',
  of: (what: string, title: string) => `${what} of ${title}`,
  showAll: 'Show all values',
  value: 'Value',
  missing: 'Without a value',
  hidden: 'hidden',
  more: (count: number) => `${formatCount(count)} more values. Query and Aggregate list them all.`,
  exactTerms: 'Each term is counted for itself, without narrower ones.',
  noValues: 'Nothing may be shown of these values.',
  notCounted: 'The values of this concept are not counted here.',
  noCounts: 'Your access does not include counts of values.',
  smallNumbers: (threshold: number) =>
    `Small groups are protected: counts below ${threshold}, and counts from which one could be worked out, are hidden.`,
  everyone: ({ many }: Noun) =>
    `Counts are of all ${many} that you may see. A value counts each of them once, in any record.`,
  valuesFailed: 'The values could not be loaded',
} as const;

export const typeNames: Readonly<Record<ConceptSummary['conceptType'], string>> = {
  category: 'Category',
  boolean: 'Yes or no',
  ontology: 'Terms of an ontology',
  text: 'Text',
  date: 'Date',
  date_deid: 'Date',
  number: 'Number',
  number_with_categories: 'Number, or a word',
  age: 'Age',
  unknown: 'Unknown',
};
