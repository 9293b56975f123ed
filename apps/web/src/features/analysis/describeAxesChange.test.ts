import { expect, it } from 'vitest';
import { anAnalysis } from '../../testing/analyses.ts';
import { describeAxesChange } from './describeAxesChange.ts';

const axes = (rows: readonly string[], cols: readonly string[] = []) => anAnalysis({ rows, cols }).extended;

it.each([
  ['add Sex to the rows', axes([]), axes(['sex'])],
  ['add Race to the columns, remove Sex', axes(['sex']), axes([], ['race'])],
  ['move Sex', axes(['sex'], ['race']), axes([], ['race', 'sex'])],
  ['move Race, move Sex', axes(['sex', 'race']), axes(['race', 'sex'])],
  ['change the order', axes(['sex', 'race', 'lesion']), axes(['race', 'lesion', 'sex'])],
  ['swap rows and columns', axes(['sex'], ['race']), axes(['race'], ['sex'])],
  ['clear all', axes(['sex'], ['race']), axes([])],
  ['remove Sex', axes(['sex']), axes([])],
  ['the last change of rows and columns', axes(['sex']), axes(['sex'])],
])('says “%s”', (words, from, to) => {
  expect(describeAxesChange(from, to)).toBe(words);
});
