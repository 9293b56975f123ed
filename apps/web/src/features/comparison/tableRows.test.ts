import type { ComparisonTable } from '@atrium/contract/endpoints/comparison';
import { expect, it } from 'vitest';
import { asCsv, asHtml, asMarkdown, cellsOf, inOrder, linesOf } from './tableRows.ts';

const groups: ComparisonTable['groups'] = [
  { title: 'Active cohort', count: 10, cohortReceipt: null },
  { title: 'Everybody else', count: 20, cohortReceipt: null },
];
const table = { groups, inSeveral: 0, suppression: null };
const weight: ComparisonTable['concepts'][number] = {
  ...{ conceptId: 'weight', title: 'Weight', unit: 'kg', kind: 'number', values: [], moreValues: 0 },
  numbers: [
    { n: 9, mean: 12.3456, sd: 1, median: 12, q1: 11, q3: 13 },
    { n: 1, mean: 3, sd: null, median: 3, q1: 3, q3: 3 },
  ],
  known: [9, 1],
  missing: [1, 19],
  difference: null,
  tests: [{ test: 'welch', statistic: 2, df: [8], p: 0.0402, isRough: false }],
};
const sex: ComparisonTable['concepts'][number] = {
  ...{ conceptId: 'sex', title: 'Sex', unit: null, kind: 'values', numbers: null, moreValues: 2 },
  values: [{ label: '=F|', subjects: [5, '<11'] }],
  known: [10, 20],
  missing: [0, 0],
  difference: 0.251,
  tests: [{ test: 'fisher', statistic: null, df: [], p: 0.00001, isRough: false }],
};

it('each concept has a head with its difference and its tests in words, and a line for each figure', () => {
  const lines = linesOf(table, [weight, sex]);
  expect(lines.map(({ label, cells, difference }) => [label, ...cells, difference])).toEqual([
    ['Weight (kg)', '', '', '–'],
    ['Mean (SD)', '12.35 (1)', '3 (–)', ''],
    ['Median [Q1, Q3]', '12 [11, 13]', '3 [3, 3]', ''],
    ['Missing', '1 (10.0%)', '19 (95.0%)', ''],
    ['Sex', '', '', '0.25'],
    ['=F|', '5 (50.0%)', 'hidden', ''],
    ['2 more values', '', '', ''],
    ['Missing', '0 (0.0%)', '0 (0.0%)', ''],
  ]);
  expect(lines.flatMap(({ tests }) => tests)).toEqual([
    'Welch’s t-test: p = 0.04 (n = 10, 20 missing)',
    'Fisher’s exact test: p < 0.001 (n = 30, 0 missing)',
  ]);
  expect(inOrder([sex, weight], 'difference')).toEqual([weight, sex]);
});

it('a concept that is not tested says of how many its figures are, and why (rule 17.39)', () => {
  const suppression = { rule: 'small_numbers', threshold: 11, mark: '<11', explanation: '' } as const;
  const says = (given: object, concept = weight) =>
    linesOf({ ...table, ...given }, [{ ...concept, tests: [] }])[0]?.tests;
  expect(says({ inSeveral: 3 })).toEqual(['Not tested, as the groups overlap (n = 10, 20 missing)']);
  expect(says({}, sex)).toEqual([
    'Not tested, as a subject may have several values, or the groups have too few (n = 30, 0 missing)',
  ]);
  expect(says({ suppression })).toEqual([expect.stringContaining('your access shows counts only')]);
});

it('the table can be pasted: no cell is a formula, a column or markup', () => {
  const cells = cellsOf(groups, linesOf(table, [sex]));
  expect(asCsv(cells).split('\r\n')[2]).toBe('"\'=F|","5 (50.0%)","hidden","",""');
  expect(asMarkdown(cells).split('\n')[3]).toBe('| =F\\| | 5 (50.0%) | hidden |  |  |');
  expect(asHtml([['<b>'], ['&']])).toContain('<th>&#60;b&#62;</th>');
});
