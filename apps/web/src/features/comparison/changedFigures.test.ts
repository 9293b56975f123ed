import type {
  ComparisonCurves,
  ComparisonPathway,
  ComparisonTable,
} from '@atrium/contract/endpoints/comparison';
import { expect, it } from 'vitest';
import { type ComparedFigures, changedFigures } from './changedFigures.ts';
import { addressOf, comparisonToSave, isSameComparison } from './keptComparison.ts';

const leftOut = { noZero: 0, noEntry: 0, noContact: 0, leftBefore: 0 };

function figures(
  titles: readonly string[],
  counts: readonly number[],
  shares: readonly number[],
): ComparedFigures {
  const groups = titles.map((title, index) => ({ title, count: counts[index] ?? 0, cohortReceipt: null }));
  const table: ComparisonTable = {
    ...{ groups, inSeveral: 0, moreGroups: 0, suppression: null },
    concepts: [
      {
        ...{ conceptId: 'sex', title: 'Sex', unit: null, kind: 'values', numbers: null, moreValues: 0 },
        values: [{ label: 'F', subjects: [...counts] }],
        ...{ known: [...counts], missing: counts.map(() => 0), difference: 0.5, tests: [] },
      },
    ],
  };
  const curves: ComparisonCurves = {
    ...{ groups, inSeveral: 0, moreGroups: 0, kind: 'survival', times: [0, 365.25] },
    ...{ test: null, suppression: null },
    curves: shares.map((share, index) => ({
      ...{ subjects: counts[index] ?? 0, events: 2, competing: 0, median: null, atRisk: [], leftOut },
      steps: [
        { time: 100, share, low: null, high: null, atRisk: 9, events: 1 },
        { time: 400, share, low: null, high: null, atRisk: 8, events: 1 },
      ],
    })),
  };
  return { groups, table, curves, pathway: null };
}

it('what changed is told by group, by row of Table 1 and by time of the curves that were saved (rule 17.28)', () => {
  const before = figures(['A', 'B'], [10, 20], [0.5, 0.25]);
  expect(changedFigures(before, before)).toEqual({
    sizes: { changed: [], of: 2 },
    rows: { changed: [], of: 6 },
    curves: { changed: [], of: 10 },
    pathway: { changed: [], of: 0 },
  });
  const { sizes, rows, curves } = changedFigures(before, figures(['A', 'B'], [10, 22], [0.5, 0.3]));
  expect(sizes.changed).toEqual([{ figure: 'Subjects', group: 'B', before: '20', after: '22' }]);
  expect(rows.changed).toEqual([
    { figure: 'Sex: F', group: 'B', before: '20 (100.0%)', after: '22 (100.0%)' },
  ]);
  expect(curves.changed).toEqual([
    { figure: 'Curve: followed', group: 'B', before: '20', after: '22' },
    { figure: 'Curve at 1 y', group: 'B', before: '25%', after: '30%' },
  ]);
  const pathway = (reached: number): ComparisonPathway => ({
    ...{ group: { title: 'A', count: 10, cohortReceipt: null }, notReached: 0, refusal: null, snapshotId: 1 },
    stages: [{ reached, next: 0, left: [], waiting: 0, unknown: reached, wait: null }],
  });
  const later = changedFigures({ ...before, pathway: pathway(9) }, { ...before, pathway: pathway(8) });
  expect(later.pathway).toEqual({
    of: 1,
    changed: [{ figure: 'Pathway: reached stage 1', group: 'A', before: '9', after: '8' }],
  });
});

it('groups with one title stay two groups (rule 17.28)', () => {
  const { sizes } = changedFigures(figures(['A', 'A'], [10, 20], []), figures(['A', 'A'], [11, 20], []));
  expect(sizes).toEqual({ of: 2, changed: [{ figure: 'Subjects', group: 'A', before: '10', after: '11' }] });
});

it('groups are those of the same name, in whatever order, and one that is not there is said (rule 17.28)', () => {
  const before = figures(['A', 'B'], [10, 20], [0.5, 0.25]);
  const after = figures(['B', 'C'], [20, 5], [0.25, 0.5]);
  expect(changedFigures(before, after).sizes.changed).toEqual([
    { figure: 'Subjects', group: 'A', before: '10', after: 'not there' },
    { figure: 'Subjects', group: 'C', before: 'not there', after: '5' },
  ]);
});

it('a comparison opens from a report as it was saved (rule 17.26)', () => {
  const address = {
    groups: [{ kind: 'cohort' }, { kind: 'report', reportId: 7, version: 2 }, { kind: 'rest' }],
    concepts: ['sex'],
  } as const;
  const times = {
    zero: 'birth',
    end: 'record~operation~kind~Glenn~~Fontan',
    last: 'value~seen',
    horizon: '30',
  };
  const pathway = { of: 'all', stages: 'birth.value%7eseen', exits: 'value%7egone' };
  const saved = comparisonToSave(address, { ...times, ...pathway });
  expect(saved).toMatchObject({
    ...address,
    curves: { end: { values: ['Glenn', 'Fontan'] }, last: { conceptId: 'seen' }, horizon: 30 },
    pathway: { group: { kind: 'everyone' }, stages: [{ kind: 'birth' }, {}], last: { conceptId: 'seen' } },
  });
  expect(saved && addressOf(saved)).toEqual({
    ...{ groups: 'cohort.report-7v2.rest', concepts: 'sex' },
    ...{ ...times, entry: undefined, competing: undefined, ...pathway },
  });
  expect(comparisonToSave({ groups: [], concepts: [] }, times)).toBe(null);
  const withoutTimes = comparisonToSave(address, { zero: 'birth', horizon: 'x', stages: 'birth' });
  expect(withoutTimes).toEqual(address);
  expect(saved && withoutTimes && isSameComparison(saved, withoutTimes)).toBe(false);
});
