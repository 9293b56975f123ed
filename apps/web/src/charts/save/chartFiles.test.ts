import { disarmed } from '@atrium/contract/documents/formulas';
import { expect, it } from 'vitest';
import type { ChartProps } from '../bar.ts';
import { chartRows, csvOf } from './chartFiles.ts';
import { fileNameOf } from './figure.ts';

const chartCsv = (
  chart: Pick<ChartProps, 'headings' | 'populations'> & { bars: Parameters<typeof chartRows>[0]['bars'] },
) => csvOf({ rows: () => chartRows(chart), disarm: disarmed });

const bars = [
  { label: 'Say "no", twice', value: 1200, shown: '1,200', part: { value: 3, shown: '3' } },
  { label: '=1+1', value: 5, shown: '<11' },
  { label: '-5', value: 2, shown: '2' },
];

it('quotes cells where needed, prevents formulas, and writes counts without separators', () => {
  expect(chartCsv({ bars, headings: ['Answer', 'Entries'] })).toBe(
    'Answer,Entries\r\n"Say ""no"", twice",1200\r\n\'=1+1,<11\r\n-5,2\r\n',
  );
});

it.each([
  ['\uFF1D1+1', "'\uFF1D1+1"],
  ['a;=1+1', "a;'=1+1"],
  [' =1+1', " '=1+1"],
])('figures of a chart are disarmed as tables are: %j is written as %j (rule 5.19)', (label, written) => {
  const csv = chartCsv({
    bars: [{ label, value: 1, shown: '1' }],
    headings: ['Answer', 'Entries'],
  });
  expect(csv).toBe(`Answer,Entries\r\n${written},1\r\n`);
});

it('has a column for each population', () => {
  const csv = chartCsv({
    bars: bars.slice(0, 1),
    headings: ['Answer', 'Entries'],
    populations: ['All data', 'Active cohort'],
  });
  expect(csv).toBe('Answer,Entries (All data),Entries (Active cohort)\r\n"Say ""no"", twice",1200,3\r\n');
});

it.each([
  ['default-birth_weight', 'default-birth_weight'],
  ['Âge (years) / first', 'a_ge_years_first'],
  ['../../etc', 'etc'],
  ['…', 'chart'],
])('a file name has plain characters only: %s', (text, name) => {
  expect(fileNameOf(text)).toBe(name);
});
