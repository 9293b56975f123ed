import { expect, test } from 'vitest';
import { chartCsv, fileNameOf } from './chartFiles.ts';

const bars = [
  { label: 'Say "no", twice', value: 1200, shown: '1,200', part: { value: 3, shown: '3' } },
  { label: '=1+1', value: 5, shown: '<11' },
  { label: '-5', value: 2, shown: '2' },
];

test('quotes cells where needed, prevents formulas, and writes counts without separators', () => {
  expect(chartCsv({ bars, headings: ['Answer', 'Entries'] })).toBe(
    'Answer,Entries\r\n"Say ""no"", twice",1200\r\n\'=1+1,<11\r\n-5,2\r\n',
  );
});

test('has a column for each population', () => {
  const csv = chartCsv({
    bars: bars.slice(0, 1),
    headings: ['Answer', 'Entries'],
    populations: ['All data', 'Active cohort'],
  });
  expect(csv).toBe('Answer,Entries (All data),Entries (Active cohort)\r\n"Say ""no"", twice",1200,3\r\n');
});

test.each([
  ['default-birth_weight', 'default-birth_weight.csv'],
  ['Âge (years) / first', 'a_ge_years_first.csv'],
  ['../../etc', 'etc.csv'],
  ['…', 'chart.csv'],
])('a file name has plain characters only: %s', (text, name) => {
  expect(fileNameOf(text, 'csv')).toBe(name);
});
