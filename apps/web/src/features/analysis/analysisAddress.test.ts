import { expect, it } from 'vitest';
import { type AnalysisDisplay, parseAnalysisAddress, writeAnalysisAddress } from './analysisAddress.ts';

const usual: AnalysisDisplay = {
  view: 'table',
  percentOf: undefined,
  hasTotals: true,
  isShaded: true,
  bars: 'grouped',
  order: 'value',
  isFolded: false,
};

it('an address without options shows the shaded table of counts', () => {
  expect(parseAnalysisAddress({})).toEqual(usual);
});

it('default values are not in the address', () => {
  expect(Object.values(writeAnalysisAddress(usual)).filter((value) => value !== undefined)).toEqual([]);
});

it.each<Partial<AnalysisDisplay>>([
  { view: 'chart', bars: 'stacked' },
  { percentOf: 'row', hasTotals: false },
  { order: 'count', isFolded: true },
  { percentOf: 'column', isShaded: false },
])('%o is the same after writing and parsing the address', (given) => {
  const display = { ...usual, ...given };
  expect(parseAnalysisAddress(writeAnalysisAddress(display))).toEqual(display);
});
