import { expect, it } from 'vitest';
import { someMetrics } from '../../testing/site.ts';
import { figureTables, percentOf, showFigure, updateLabel } from './figures.ts';

const cell = (table: ReturnType<typeof figureTables>['enrolment'], row: string, column: number) =>
  table.columns[column]?.figures[table.rows.indexOf(row)]?.text;

it('a share has one decimal, and is 0.0% of nothing (rule 14.49)', () => {
  expect([percentOf(402, 6120), percentOf(0, 6120), percentOf(0, 0)]).toEqual(['6.6%', '0.0%', '0.0%']);
});

it('a figure that is not shown differs in words from one that is not known', () => {
  const { enrolment, characteristics } = figureTables(someMetrics());
  expect(cell(enrolment, 'Asian', 0)).toBe('402 (6.6%)');
  expect(cell(enrolment, 'Total', 0)).toBe('6,120');
  expect(cell(enrolment, 'Native Hawaiian or Pacific Islander', 0)).toBe('not shown');
  expect(cell(enrolment, 'Molecular inversion probes', 0)).toBe('Unknown');
  expect(cell(characteristics, 'Asian', 0)).toBe('0 (0.0%)');
  expect(showFigure(0, false).text).toBe('0');
});

it('a day of an update is named by its key without the last part', () => {
  expect([updateLabel('whole_genomes_updated'), updateLabel('clinical')]).toEqual([
    'whole genomes',
    'clinical',
  ]);
});

it('sequenced trios stand apart from enrolled ones, where they are known (rule 4.20)', () => {
  const texts = (given: Parameters<typeof someMetrics>[0]) =>
    figureTables(someMetrics(given)).sequenced?.columns[0]?.figures.map(({ text }) => text);
  expect(texts({})).toEqual(['1,081', 'Unknown']);
  const hidden = ['sequenced_trios.wgs'];
  expect(texts({ sequencedTrios: { wgs: null, wes: null }, hidden })).toEqual(['not shown', 'Unknown']);
  expect(texts({ sequencedTrios: { wgs: null, wes: null } })).toBeUndefined();
});
