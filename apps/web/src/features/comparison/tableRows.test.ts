import type { ComparisonTable } from '@atrium/contract/endpoints/comparison';
import { expect, it } from 'vitest';
import { asCsv, asHtml, asMarkdown, cellsOf, inOrder, linesOf } from './tableRows.ts';

const groups: ComparisonTable['groups'] = [
  { title: 'Active cohort', count: 10, cohortReceipt: null },
  { title: 'Everybody else', count: 20, cohortReceipt: null },
];
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
  const lines = linesOf(groups, [weight, sex]);
  expect(lines.map(({ label, cells, difference }) => [label, ...cells, difference])).toEqual([
    ['Weight (kg)', '', '', '–'],
    ['Mean (SD)', '12.35 (1)', '3 (–)', ''],
    ['Median [Q1, Q3]', '12 [11, 13]', '3 [3, 3]', ''],
    ['Missing', '1 (10.0 %)', '19 (95.0 %)', ''],
    ['Sex', '', '', '0.25'],
    ['=F|', '5 (50.0 %)', 'hidden', ''],
    ['2 more values', '', '', ''],
    ['Missing', '0 (0.0 %)', '0 (0.0 %)', ''],
  ]);
  expect(lines.flatMap(({ tests }) => tests)).toEqual([
    'Welch’s t-test: p = 0.04 (n = 10, 20 missing)',
    'Fisher’s exact test: p < 0.001 (n = 30, 0 missing)',
  ]);
  expect(inOrder([sex, weight], 'difference')).toEqual([weight, sex]);
});

it('the table can be pasted: no cell is a formula, a column or markup', () => {
  const cells = cellsOf(groups, linesOf(groups, [sex]));
  expect(asCsv(cells).split('\r\n')[2]).toBe('"\'=F|","5 (50.0 %)","hidden","",""');
  expect(asMarkdown(cells).split('\n')[3]).toBe('| =F\\| | 5 (50.0 %) | hidden |  |  |');
  expect(asHtml([['<b>'], ['&']])).toContain('<th>&#60;b&#62;</th>');
});
