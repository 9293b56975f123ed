import type { CrossTab } from '@atrium/contract/wire/analysis';
import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import { beforeAll, expect, it } from 'vitest';
import { toQuery } from '../sql/query.ts';
import { compileRangeSummary } from '../statistics/rangeStatistics.ts';
import { choice, set, terms } from '../testing/definitions.ts';
import { planOf } from '../testing/findSubjects.ts';
import { type OpenRelease, openRelease } from '../testing/openRelease.ts';
import { ask } from '../testing/testEngine.ts';
import { workedExample } from '../testing/workedExample.ts';
import { needsRange, planBuckets } from './buckets.ts';
import { checkAnalysis } from './checkAnalysis.ts';
import type { AxisPlan } from './compileAnalysis.ts';
import { pivot } from './pivot.ts';

let open: OpenRelease;
beforeAll(async () => {
  open = await openRelease(workedExample);
});

const everyone = { plan: { subject: { kind: 'and', conditions: [] }, sets: [] }, prefilter: null } as const;

async function axisOf(conceptIds: readonly string[]): Promise<readonly AxisPlan[]> {
  const rows = conceptIds.map((conceptId) => ({ entryId: conceptId, conceptId }));
  const checked = checkAnalysis(
    { rows, cols: [] },
    { lookup: open.release.lookup, member: { level: 'phi' } },
  );
  if (checked.kind === 'broken') throw new Error(checked.errors.join(' '));
  return await Promise.all(
    checked.rows.map(async (axis) => {
      const [range] = needsRange(axis.concept)
        ? await open.run(toQuery(compileRangeSummary(axis.concept, everyone, open.release)))
        : [];
      const bound = (key: string) => {
        const value = range?.[key];
        return typeof value === 'number' || typeof value === 'string' ? value : null;
      };
      const bucketing = planBuckets(axis.concept, { min: bound('min'), max: bound('max') }, axis);
      return { ...axis, bucketing };
    }),
  );
}

async function crossTab(
  rows: readonly string[],
  cols: readonly string[],
  cohort: CohortDefinition = [],
): Promise<CrossTab> {
  const axes = { rows: await axisOf(rows), cols: await axisOf(cols) };
  const question = {
    kind: 'crossTab',
    axes: [...axes.rows, ...axes.cols],
    plan: planOf(open, cohort),
    most: 1000,
  } as const;
  return pivot(await ask(open, question), axes);
}

it('X1: subjects by sex, those without one in a bucket of their own', async () => {
  expect(await crossTab(['sex'], [])).toEqual({
    index: ['F', 'M', 'U', '[not set]'],
    columns: ['subject count'],
    data: [[2], [2], [1], [1]],
  });
});

it('X2: a subject counts in each of its values', async () => {
  expect(await crossTab([], ['race'])).toEqual({
    index: ['subject count'],
    columns: ['Asian', 'Black', 'White', '[not set]'],
    data: [[2, 2, 3, 1]],
  });
});

it('X3: combinations that do not occur are 0', async () => {
  expect(await crossTab(['sex'], ['race'])).toEqual({
    index: ['F', 'M', 'U', '[not set]'],
    columns: ['Asian', 'Black', 'White', '[not set]'],
    data: [
      [2, 0, 1, 0],
      [0, 1, 1, 0],
      [0, 1, 1, 0],
      [0, 0, 0, 1],
    ],
  });
});

it('X4: records of a sub-collection', async () => {
  const { index, data } = await crossTab(['severity'], []);
  expect(index).toEqual(['mild', 'severe', '[not set]']);
  expect(data).toEqual([[2], [3], [3]]);
});

it('X5: the cohort filters the records that are counted', async () => {
  const cohort = [set('diagnosis', [terms('code', ['VSD'])])];
  const { index, data } = await crossTab(['severity'], [], cohort);
  expect([index, data]).toEqual([
    ['mild', 'severe', '[not set]'],
    [[1], [1], [1]],
  ]);
});

it('X6: a set that asks for no record filters subjects only', async () => {
  const cohort = [set('diagnosis', [terms('code', ['VSD'])], { count: ['exactly', 0] })];
  const { index, data } = await crossTab(['severity'], [], cohort);
  expect([index, data]).toEqual([
    ['mild', 'severe', '[not set]'],
    [[1], [1], [2]],
  ]);
});

it('two concepts on an axis give a list of labels for each row or column', async () => {
  const { index, columns, data } = await crossTab(
    ['sex', 'enrolled'],
    ['weight'],
    [set('subject', [choice('sex', 'F', 'M')])],
  );
  expect(index).toEqual([
    ['F', true],
    ['M', false],
    ['M', '[not set]'],
  ]);
  expect(columns).toEqual([0, 10, 12, 20]);
  expect(data).toEqual([
    [0, 1, 1, 0],
    [1, 0, 0, 0],
    [0, 0, 0, 1],
  ]);
});

it('dates over ten years or less are gathered by year', async () => {
  const { index, data } = await crossTab(['diagnosis_date'], []);
  expect(index).toEqual(['2019', '2020', '2021', '2022', '[not set]']);
  expect(data).toEqual([[1], [1], [1], [1], [2]]);
});

it('a cohort without subjects gives empty axes', async () => {
  const nobody = [set('subject', [choice('sex', 'nobody')])];
  expect(await crossTab(['sex'], ['race'], nobody)).toEqual({ index: [], columns: [], data: [] });
});
