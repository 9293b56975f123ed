import { expect, it } from 'vitest';
import { linesOf, shortLabels, tickCount, tickIndexes, wrapLabel } from './frame.ts';

const years = Array.from({ length: 20 }, (_, index) => String(2000 + index));

it('writes every label while there are 50 pixels for each', () => {
  expect(tickIndexes(years, 1000)).toHaveLength(20);
});

it('leaves out labels but always writes the first', () => {
  expect(tickIndexes(years, 250)).toEqual([0, 4, 8, 12, 16]);
});

it('gives long labels more space', () => {
  expect(tickIndexes(['[1000 - 2000)', '[2000 - 3000)', '[3000 - 4000)'], 150)).toEqual([0, 2]);
});

it('an axis has a tick about every 50 pixels, and at least two', () => {
  expect([tickCount(400), tickCount(20)]).toEqual([8, 2]);
});

it('a label wraps between words, and is cut where it does not fit', () => {
  expect(wrapLabel('Tetralogy of Fallot', 80)).toEqual(['Tetralogy of', 'Fallot']);
  expect(wrapLabel('Hypoplastic left heart syndrome of the newborn', 60)).toEqual([
    'Hypoplas…',
    'left',
    'heart…',
  ]);
  expect(wrapLabel('F', 10)).toEqual(['F']);
});

it('labels with the same beginning are shortened to what distinguishes them', () => {
  expect(
    shortLabels(['Abnormality of the eye', 'Abnormality of the ear', 'Abnormal heart', 'Sex', 'Sex'], 9),
  ).toEqual(['…eye', '…ear', 'Abnormal…', 'Sex', 'Sex']);
});

it('the lines of a label have all of it, and break only words that are wider than a line', () => {
  const label = 'Hypoplastic left heart syndrome';
  expect(linesOf(label, 72)).toEqual(['Hypoplastic', 'left heart', 'syndrome']);
  expect(linesOf(label, 40)).toEqual(['Hypopl', 'astic', 'left', 'heart', 'syndro', 'me']);
});
