import { accessLevels } from '@atrium/contract';
import { describe, expect, it } from 'vitest';
import { mayEnter } from './policy.ts';

/** The table of rule 8.2: the columns are agg, deid, phi with the workspace, then the same without it. */
const matrix = [
  ['member', [true, true, true], [true, true, true]],
  ['subjects', [false, true, true], [false, false, false]],
  ['aggregates', [true, true, true], [false, false, false]],
  ['reports', [false, true, true], [false, true, true]],
] as const;

describe.each(matrix)('what needs "%s"', (need, withWorkspace, withoutWorkspace) => {
  const order = [...accessLevels].reverse();

  it.each([
    [true, withWorkspace],
    [false, withoutWorkspace],
  ])('opens to agg, deid and phi (workspace: %s) as %j', (canViewWorkspace, expected) => {
    expect(order.map((level) => mayEnter({ level, canViewWorkspace }, need))).toEqual(expected);
  });
});
