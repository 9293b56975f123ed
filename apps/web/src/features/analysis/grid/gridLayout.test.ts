import { describe, expect, it } from 'vitest';
import { anAnalysis } from '../../../testing/analyses.ts';
import { columnWidth } from '../../../ui/grid/columnWidth.ts';
import { gridLayout, heatOf, pathText, rowHeaderWidth, widenedFor, withRoom } from './gridLayout.ts';

const { extended } = anAnalysis({ rows: ['sex'], cols: ['race'] });
const crossTab = {
  index: ['Female', 'Male'],
  columns: ['Asian', 'White', '[not set]'],
  data: [
    [25, 100, 0],
    ['<11', 50, 0],
  ],
  totals: { rows: [125, 50], columns: [25, 150, 0], all: 150 },
};
const layout = gridLayout({ axes: extended, crossTab, hasShares: false });

describe('widths in pixels', () => {
  it.each([
    { header: '', width: 170 },
    { header: 'Asian', width: 110 },
    { header: 'Black or African American', width: 167 },
  ])('a column under "$header" is $width wide', ({ header, width }) => {
    expect(columnWidth(header)).toBe(width);
  });

  it('a row header is as wide as its longest label needs', () => {
    expect(rowHeaderWidth('Sex', ['Female'])).toBe(124);
    expect(rowHeaderWidth('Lesion', ['Hypoplastic left heart syndrome'])).toBe(207);
    expect(rowHeaderWidth('Lesion', ['x'.repeat(200)])).toBe(1333);
  });

  it('long row headers get the room that the figures leave', () => {
    expect(withRoom([1333, 400], { width: 800, room: 0 })).toEqual([280, 280]);
    expect(withRoom([1333], { width: 1000, room: 0 })).toEqual([400]);
    expect(withRoom([1333, 400], { width: 800, room: 700 })).toEqual([420, 280]);
    expect(withRoom([300, 400], { width: 2000, room: 2000 })).toEqual([300, 400]);
  });

  it('the last row header is widened until the names of the column concepts fit above', () => {
    expect(widenedFor(['Date of birth'], [124])).toEqual([163]);
    expect(widenedFor(['Date of birth'], [124, 124])).toEqual([124, 124]);
  });

  it('percentages beside the counts make columns wider', () => {
    const [width = 0] = layout.columnWidths;
    expect(gridLayout({ axes: extended, crossTab, hasShares: true }).columnWidths[0]).toBe(width + 30);
  });
});

describe('shading', () => {
  it('follows the square roots of the counts', () => {
    const heat = heatOf(layout, undefined);
    expect([heat(100, 0, 1), heat(25, 0, 0), heat(0, 0, 2)]).toEqual([1, 0.5, 0]);
  });

  it('follows the share of the row or column where that is shown', () => {
    const ofRow = heatOf(layout, 'row');
    const ofColumn = heatOf(layout, 'column');
    expect(ofRow(50, 1, 1)).toBe(1);
    expect(ofColumn(25, 0, 0)).toBe(1);
  });

  it('reveals nothing about a hidden cell', () => {
    expect(heatOf(layout, undefined)('<11', 1, 0)).toBe(0);
    expect(heatOf(layout, 'row')('<11', 1, 0)).toBe(0);
  });
});

it.each([
  ['Female', 'Female'],
  [true, 'True'],
  [['Female', 1990, false], 'Female, 1990, False'],
  [undefined, ''],
])('the labels %j are written as "%s"', (label, text) => {
  expect(pathText(label)).toBe(text);
});
