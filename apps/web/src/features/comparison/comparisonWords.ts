import type { TestOfGroups } from '@atrium/contract/endpoints/comparison';
import { formatCount, formatNumber } from '../../lib/formatNumber.ts';

export const words = {
  title: 'Compare',
  explained:
    'Lay two to six groups of subjects side by side: what they are made of, how far they differ, and by which test.',
  groups: 'Groups',
  groupsHint: 'Two to six. A concept gives a group for each of its values.',
  groupsAlone: 'With your access, the groups are the values of one concept, over everyone.',
  concepts: 'Concepts',
  conceptsHint: 'At most 40.',
  cohort: 'Active cohort',
  cohortOf: (report: string) => `The cohort of ${report}`,
  report: (id: number) => `Report ${id}`,
  reportVersion: (name: string, version: number) => `${name} (version ${version})`,
  rest: 'Everybody else',
  all: 'Everyone',
  combined: 'Combined group',
  kinds: {
    cohorts: 'Cohorts',
    combined: 'Combined',
    everyone: 'Values, of everyone',
    within: 'Values, in the active cohort',
    reports: 'Reports',
  },
  everyone: (title: string) => `${title}: each value`,
  within: (title: string) => `${title}: each value, in the cohort`,
  choose: 'Choose groups and concepts, and the table stands here.',
  loading: 'Comparing the groups',
  failed: 'The groups could not be compared.',
  nobody: 'No group may be shown: each is smaller than the threshold of this dataset.',
  tableName: 'Table 1',
  byDifference: 'Those that differ most first',
  inOrder: 'In the order chosen',
  order: 'Order of the concepts',
  concept: 'Concept',
  difference: 'Std. diff.',
  differenceTitle: 'Greatest standardised difference of two groups',
  hidden: 'hidden',
  missing: 'Missing',
  mean: 'Mean (SD)',
  median: 'Median [Q1, Q3]',
  more: (count: number) => `${formatCount(count)} more ${count === 1 ? 'value' : 'values'}`,
  none: '–',
  several: (count: number) =>
    `${formatCount(count)} ${count === 1 ? 'subject is' : 'subjects are'} in more than one group, so nothing is tested.`,
  moreGroups: (count: number) =>
    `${formatCount(count)} further ${count === 1 ? 'value has' : 'values have'} no group: a comparison holds six.`,
  untested: {
    of: (n: string, missing: string, why: string) => `Not tested, as ${why} (n = ${n}, ${missing} missing)`,
    overlap: 'the groups overlap',
    noTest: 'a subject may have several values, or the groups have too few',
    hidden: 'Not tested: your access shows counts only, and those that are small are hidden',
  },
  program: 'Save R program',
  programFailed: 'The program could not be written.',
  notShown: {
    overlaps:
      'With your access there are no overlaps of groups: from them, hidden figures could be worked out.',
    curves:
      'With your access there are no overlaps of groups, from which hidden figures could be worked out, and no curves of this dataset: they take two ages of each subject, at an event and at the last contact, and it has none.',
  },
  copied: 'Copied',
  copy: { csv: 'Copy as CSV', markdown: 'Copy as Markdown', html: 'Copy as HTML' },
  many: (count: number) =>
    count < 2
      ? ''
      : `${count} tests are made and none is corrected for that: of 20 tests without a difference, one has p below 0.05 by chance.`,
  methodOfAggregates: 'Percentages are of the whole group. All records of a subject count.',
  method:
    'Percentages are of the subjects with a value; missing is who has no value recorded, of the whole group. All records of a subject count. Quartiles are of type 7.',
} as const;

const names: Readonly<Record<TestOfGroups['test'], readonly [two: string, more: string]>> = {
  welch: ['Welch’s t-test', 'Welch’s analysis of variance'],
  wilcoxon: ['Wilcoxon’s rank-sum test', 'Wilcoxon’s rank-sum test'],
  kruskal: ['Kruskal–Wallis test', 'Kruskal–Wallis test'],
  chiSquared: ['Pearson’s chi-squared test', 'Pearson’s chi-squared test'],
  fisher: ['Fisher’s exact test', 'Fisher’s exact test'],
  logRank: ['Log-rank test', 'Log-rank test'],
};

const significant = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });

export const formatP = (p: number): string => (p < 0.001 ? 'p < 0.001' : `p = ${significant.format(p)}`);

/** `Welch’s t-test: p = 0.085 (n = 15, 2 missing)`. */
export function testSentence(
  { test, p, isRough }: TestOfGroups,
  { groups, n, missing }: { readonly groups: number; readonly n: number; readonly missing: number },
): string {
  const name = names[test][groups > 2 ? 1 : 0];
  const rough = isRough ? '; rough, as some expected counts are below 5' : '';
  return `${name}: ${formatP(p)} (n = ${formatCount(n)}, ${formatCount(missing)} missing${rough})`;
}

const tenth = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const hundredth = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export const formatShare = (count: number | string, of: number | string): string =>
  typeof count === 'number' && typeof of === 'number'
    ? `${formatCount(count)} (${of === 0 ? words.none : `${tenth.format((100 * count) / of)}%`})`
    : typeof count === 'number'
      ? formatCount(count)
      : words.hidden;

export const formatDifference = (difference: number | null): string =>
  difference === null ? words.none : hundredth.format(difference);

const daysPerYear = 365.25;

/** A number as it is, an age in years. */
export const formatFigure = (value: number | null, kind: 'number' | 'age' | 'values'): string => {
  if (value === null) return words.none;
  return kind === 'age' ? hundredth.format(value / daysPerYear) : formatNumber(Number(value.toPrecision(4)));
};
