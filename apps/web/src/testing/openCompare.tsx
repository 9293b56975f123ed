import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import {
  type ComparisonCurves,
  type ComparisonOptions,
  type ComparisonOverlaps,
  type ComparisonPathway,
  type ComparisonTable,
  comparisonEndpoints,
} from '@atrium/contract/endpoints/comparison';
import { reportEndpoints } from '@atrium/contract/endpoints/report';
import { aCohort } from './cohorts.ts';
import { participants } from './openPanel.tsx';
import { aDataset, aDatasetDetail, aUser } from './people.ts';
import { renderPortal } from './renderPortal.tsx';
import { answers, server } from './server.ts';

export const options: ComparisonOptions = {
  concepts: [
    { conceptId: 'sex', title: 'Sex', collection: 'Participants' },
    { conceptId: 'weight', title: 'Weight', collection: 'Participants' },
  ],
  groupings: [{ conceptId: 'sex', title: 'Sex' }],
  times: { hasBirth: true, concepts: [{ conceptId: 'age_seen', title: 'Age last seen' }], collections: [] },
  hasCohorts: true,
};
export const table: ComparisonTable = {
  groups: [
    { title: 'Active cohort', count: 10, cohortReceipt: null },
    { title: 'Everybody else', count: 20, cohortReceipt: null },
  ],
  ...{ inSeveral: 0, moreGroups: 0, suppression: null },
  concepts: [
    {
      ...{ conceptId: 'weight', title: 'Weight', unit: 'kg', kind: 'number', values: [], moreValues: 0 },
      numbers: [
        { n: 9, mean: 12, sd: 1, median: 12, q1: 11, q3: 13 },
        { n: 18, mean: 3, sd: 2, median: 3, q1: 3, q3: 3 },
      ],
      ...{ known: [9, 18], missing: [1, 2], difference: 5.69 },
      tests: [{ test: 'welch', statistic: 2, df: [8], p: 0.04, isRough: false }],
    },
  ],
};
export const leftOut = { noZero: 0, noEntry: 0, noContact: 2, leftBefore: 0 };
export const curves: ComparisonCurves = {
  ...{ groups: table.groups, inSeveral: 0, moreGroups: 0, kind: 'survival', times: [0, 365.25] },
  curves: [0.5, 0.25].map((share) => ({
    ...{ subjects: 8, events: 4, competing: 0, median: 400, atRisk: [8, 5], leftOut },
    steps: [{ time: 400, share, low: 0.1, high: 0.9, atRisk: 8, events: 4 }],
  })),
  test: { test: 'logRank', statistic: 3, df: [1], p: 0.08, isRough: false },
  suppression: null,
};

export const overlaps: ComparisonOverlaps = {
  groups: [
    { title: 'Active cohort', count: 10, cohortReceipt: null, choice: { kind: 'cohort' } },
    { title: 'Everyone', count: 30, cohortReceipt: null, choice: { kind: 'everyone' } },
  ],
  ...{ moreGroups: 0, everyone: 30, snapshotId: 4 },
  regions: [
    {
      inGroups: [1],
      count: 20,
      refusal: 'criteria about relatives have no opposite that one cohort can say',
    },
    { inGroups: [0, 1], count: 10, refusal: null },
  ],
};

export const pathway: ComparisonPathway = {
  ...{ group: { title: 'Active cohort', count: 10, cohortReceipt: null }, notReached: 2 },
  ...{ refusal: null, snapshotId: 4 },
  stages: [
    { reached: 8, next: 5, left: [2], waiting: 1, unknown: 0, wait: null },
    {
      ...{ reached: 5, next: 0, left: [0], waiting: 4, unknown: 1 },
      wait: { n: 5, median: 90, q1: 60, q3: 800, bins: [{ label: '28 – 90 days', count: 5 }] },
    },
  ],
};
export const stages = 'stages=birth.value%257eage%255fseen&exits=value%257eage%255fseen&last=value~age_seen';

export const groups = 'groups=cohort.rest';
export const times = 'zero=birth&end=value~age_seen&last=value~age_seen';

/** Opens the screen; collects what is asked for. */
export function openCompare(at = '', given: Partial<ComparisonOptions> = {}) {
  const asked: unknown[] = [];
  server.use(
    answers(accessEndpoints.currentUser, { user: aUser(), platformVersion: 'v6.5.3', version: 'v6.5.3' }),
    answers(catalogueEndpoints.datasets, { datasets: [aDataset()] }),
    answers(catalogueEndpoints.dataset, aDatasetDetail()),
    answers(catalogueEndpoints.collections, [participants]),
    answers(cohortEndpoints.read, aCohort()),
    answers(reportEndpoints.list, { count: 0, next: null, previous: null, results: [] }),
    answers(comparisonEndpoints.options, { ...options, ...given }),
    answers(comparisonEndpoints.table, ({ body }) => {
      asked.push(body);
      return table;
    }),
    answers(comparisonEndpoints.overlaps, overlaps),
    answers(comparisonEndpoints.curves, ({ body }) => {
      asked.push(body);
      return curves;
    }),
  );
  return { ...renderPortal(`/default/compare?${at}`), asked };
}
