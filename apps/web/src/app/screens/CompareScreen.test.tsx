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
import {
  type SavedComparisonView,
  savedComparisonEndpoints,
} from '@atrium/contract/endpoints/savedComparison';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import * as files from '../../lib/saveFile.ts';
import { aCohort } from '../../testing/cohorts.ts';
import { participants } from '../../testing/openPanel.tsx';
import { aDataset, aDatasetDetail, aUser } from '../../testing/people.ts';
import { renderPortal } from '../../testing/renderPortal.tsx';
import { answers, refuses, server } from '../../testing/server.ts';

const options: ComparisonOptions = {
  concepts: [
    { conceptId: 'sex', title: 'Sex', collection: 'Participants' },
    { conceptId: 'weight', title: 'Weight', collection: 'Participants' },
  ],
  groupings: [{ conceptId: 'sex', title: 'Sex' }],
  times: { hasBirth: true, concepts: [{ conceptId: 'age_seen', title: 'Age last seen' }], collections: [] },
  hasCohorts: true,
};
const table: ComparisonTable = {
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
const leftOut = { noZero: 0, noEntry: 0, noContact: 2, leftBefore: 0 };
const curves: ComparisonCurves = {
  ...{ groups: table.groups, inSeveral: 0, moreGroups: 0, kind: 'survival', times: [0, 365.25] },
  curves: [0.5, 0.25].map((share) => ({
    ...{ subjects: 8, events: 4, competing: 0, median: 400, atRisk: [8, 5], leftOut },
    steps: [{ time: 400, share, low: 0.1, high: 0.9, atRisk: 8, events: 4 }],
  })),
  test: { test: 'logRank', statistic: 3, df: [1], p: 0.08, isRough: false },
  suppression: null,
};

const overlaps: ComparisonOverlaps = {
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

const pathway: ComparisonPathway = {
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
const stages = 'stages=birth.value%257eage%255fseen&exits=value%257eage%255fseen&last=value~age_seen';

const groups = 'groups=cohort.rest';
const times = 'zero=birth&end=value~age_seen&last=value~age_seen';

/** Opens the screen; collects what is asked for. */
function openCompare(at = '', given: Partial<ComparisonOptions> = {}) {
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

it('groups and concepts are chosen by keyboard, and the table stands in the address', async () => {
  const { user, asked } = openCompare();
  expect(await screen.findByText(/^Choose groups and concepts/)).toBeVisible();
  const groupBox = screen.getByRole('combobox', { name: 'Groups' });
  await waitFor(() => expect(groupBox).toBeEnabled());
  await user.type(groupBox, 'Active{ArrowDown}{Enter}');
  await user.clear(groupBox);
  await user.type(groupBox, 'Everybody{ArrowDown}{Enter}');
  await user.type(screen.getByRole('combobox', { name: 'Concepts' }), 'Weight{ArrowDown}{Enter}');
  expect(await screen.findByRole('table', { name: 'Table 1' })).toBeVisible();
  expect(asked).toEqual([{ groups: [{ kind: 'cohort' }, { kind: 'rest' }], concepts: ['weight'] }]);
});

it('a table says groups, figures, difference and the test with its n (rules 17.4 to 17.6)', async () => {
  openCompare(`${groups}&concepts=weight`);
  const shown = await screen.findByRole('table', { name: 'Table 1' });
  expect(
    within(shown)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual([
    'ConceptActive cohortn = 10Everybody elsen = 20Std. diff.',
    'Weight (kg)Welch’s t-test: p = 0.04 (n = 27, 3 missing)5.69',
    'Mean (SD)12 (1)3 (2)',
    'Median [Q1, Q3]12 [11, 13]3 [3, 3]',
    'Missing1 (10.0 %)2 (10.0 %)',
  ]);
});

it('each region of the groups says its subjects, and becomes the active cohort or says why not (rules 17.24 and 17.25)', async () => {
  const { user } = openCompare('groups=cohort.all');
  const made: unknown[] = [];
  server.use(
    answers(comparisonEndpoints.cohort, ({ body }) => {
      made.push(body);
      return { snapshotId: 5, previousSnapshotId: 4 };
    }),
  );
  const shown = await screen.findByRole('table', { name: /^Subjects by the groups/ });
  expect(
    within(shown)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual([
    'In1Active cohort2EveryoneSubjectsAs cohort',
    'only Everyonenot inin20No single cohort says this: criteria about relatives have no opposite that one cohort can say.',
    'Active cohort and Everyoneinin10Make active',
  ]);
  await user.click(screen.getByRole('button', { name: 'Make active: Active cohort and Everyone' }));
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible();
  expect(made).toEqual([
    { groups: [{ kind: 'cohort' }, { kind: 'everyone' }], in_groups: [0, 1], snapshot_id: 4 },
  ]);
});

it('a refusal is said in the words of the server', async () => {
  openCompare(`${groups}&concepts=weight`);
  server.use(refuses(comparisonEndpoints.table, 400, { code: 'bad_request', detail: 'Not these groups.' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Not these groups.');
});

it('curves have a table with who is at risk, and say who is followed and the test (rules 17.10 to 17.14)', async () => {
  openCompare(`${groups}&${times}`);
  expect(await screen.findByRole('img', { name: /^Subjects without the event/ })).toBeVisible();
  const shown = screen.getByRole('table', { name: /at risk/ });
  expect(
    within(shown)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual([
    'Group0 y1 y',
    'Active cohort100%8 at risk100%5 at risk',
    'Everybody else100%8 at risk100%5 at risk',
  ]);
  expect(
    screen.getByText(/^Active cohort: 8 followed, 4 with the event, median 400 days; not followed/),
  ).toBeVisible();
  expect(screen.getByText(/^Log-rank test of 2 groups: p = 0.08 \(n = 16, 8 with the event\)/)).toBeVisible();
});

it('who sees aggregates only chooses one concept for the groups and two ages for curves, and has no pathway (rules 17.7, 17.34 and 17.35)', async () => {
  const { asked } = openCompare('groups=everyone-sex&end=value~age_seen&last=value~age_seen', {
    hasCohorts: false,
  });
  expect(await screen.findByText(/^With your access, the groups/)).toBeVisible();
  expect(await screen.findByRole('img', { name: /^Subjects without the event/ })).toBeVisible();
  expect(screen.queryByRole('combobox', { name: 'Time zero' })).not.toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Pathway' })).not.toBeInTheDocument();
  expect(screen.getByText(/^With your access there are no overlaps/)).toBeVisible();
  expect(asked.at(-1)).toMatchObject({
    zero: { kind: 'birth' },
    end: { kind: 'value', concept_id: 'age_seen' },
  });
});

it('each figure of a comparison is saved by one menu, with its groups and the day; R works it out again (rules 17.37 and 17.38)', async () => {
  const save = vi.spyOn(files, 'saveFile').mockImplementation(() => {});
  const { user } = openCompare(`${groups}&concepts=weight&${times}`);
  server.use(answers(comparisonEndpoints.program, { program: '# Group 1' }));
  await screen.findByRole('img', { name: /^Subjects without the event/ });
  await screen.findByRole('table', { name: /^Subjects by the groups/ });
  await screen.findByRole('table', { name: 'Table 1' });
  for (const menu of screen.getAllByRole('button', { name: 'Save picture' })) {
    await user.click(menu);
    await user.click(await screen.findByRole('menuitem', { name: 'SVG drawing' }));
  }
  await user.click(screen.getByRole('button', { name: 'Save R program' }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(4));
  expect(save.mock.calls.map(([, name]) => name.replace(/\d{4}-\d\d-\d\d/, 'DAY'))).toEqual([
    'table_1_default_DAY.svg',
    'overlaps_default_DAY.svg',
    'curves_default_DAY.svg',
    'comparison_default_DAY.R',
  ]);
  const [table, overlaps, curve] = await Promise.all(save.mock.calls.map(([blob]) => blob.text()));
  expect(table).toContain('Active cohort: n = 10');
  expect(table).toContain('>12 (1)</text>');
  expect(overlaps).toContain('<rect');
  expect(curve).toContain('Log-rank test of 2 groups');
});

const kept: SavedComparisonView = {
  ...{ reportId: 7, name: 'Norwoods', isMine: true, creator: 'Marisol Reyes', version: 2 },
  ...{
    saved: '2026-10-02T14:05:11Z',
    release: 'release_1',
    releaseVersion: '1.0',
    isLive: true,
    isKept: true,
  },
  comparison: { groups: [{ kind: 'cohort' }, { kind: 'rest' }], concepts: ['weight'] },
  ...{ lacks: [], warnings: [] },
  figures: [
    { title: 'Norwoods', count: 9, cohortReceipt: null },
    { title: 'Everybody else', count: 20, cohortReceipt: null },
  ],
};
const ofReport: ComparisonTable = {
  ...table,
  groups: [{ title: 'Norwoods', count: 10, cohortReceipt: null }, ...table.groups.slice(1)],
};

/** Opens the comparison of report 7; collects what is saved. */
function openSaved(given: Partial<SavedComparisonView>, at = '') {
  const saves: unknown[] = [];
  const opened = openCompare(`report=7${at}`);
  const report = { report_id: 7, version: 2 };
  server.use(
    answers(savedComparisonEndpoints.read, { ...kept, ...given }),
    answers(savedComparisonEndpoints.save, ({ body }) => {
      saves.push(body);
      return { status: 'complete' as const, version: 3 };
    }),
    answers(comparisonEndpoints.table, ({ body }) => {
      opened.asked.push(body);
      return JSON.stringify(body).includes('is_as_saved')
        ? {
            ...ofReport,
            groups: [{ title: 'Norwoods', count: 8, cohortReceipt: null }, ...table.groups.slice(1)],
          }
        : ofReport;
    }),
  );
  return { ...opened, saves, report };
}

it('a report opens its comparison, whose active cohort is the cohort of the report (rule 17.26)', async () => {
  const { user, asked, report, saves } = openSaved({});
  expect(await screen.findByText('As version 2 of the report keeps it.')).toBeVisible();
  expect(screen.getByText('The data are those on which it was saved.')).toBeVisible();
  expect(await screen.findByRole('table', { name: 'Table 1' })).toHaveTextContent('Norwoods');
  expect(asked).toEqual([{ groups: kept.comparison?.groups, concepts: ['weight'], report }]);
  expect(screen.queryByRole('button', { name: 'Save in this report' })).not.toBeInTheDocument();
  await user.type(screen.getByRole('combobox', { name: 'Concepts' }), 'Sex{ArrowDown}{Enter}');
  expect(await screen.findByText('Not as version 2 of the report keeps it.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save in this report' }));
  await waitFor(() =>
    expect(saves).toEqual([
      { version: 2, comparison: { groups: kept.comparison?.groups, concepts: ['weight', 'sex'] } },
    ]),
  );
  await user.click(screen.getByRole('button', { name: 'Show the saved one' }));
  expect(await screen.findByText('As version 2 of the report keeps it.')).toBeVisible();
});

it('on a later release it says in a sentence and a table what has changed (rule 17.28)', async () => {
  openSaved({ isLive: false, warnings: ['Subjects of this release were closed since it was live.'] });
  expect(
    await screen.findByText(
      /^Since it was saved on release_1, .*2026, 1 of 2 groups have other subjects and 1 of 8 figures of Table 1 changed\.$/,
    ),
  ).toBeVisible();
  expect(screen.getByText(/were closed since/)).toBeVisible();
  const changed = screen.getByRole('table', { name: 'Figures that changed' });
  expect(
    within(changed)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual([
    'FigureGroupWhen savedToday',
    'SubjectsNorwoods910',
    'Weight (kg): MissingNorwoods1 (12.5 %)1 (10.0 %)',
  ]);
});

it('where its release is gone, subjects of groups are compared, and nothing where none were kept (rule 17.28)', async () => {
  openSaved({ isLive: false, isKept: false });
  expect(await screen.findByText(/so only subjects of groups can be compared/)).toBeVisible();
  expect(await screen.findByRole('table', { name: 'Figures that changed' })).toHaveTextContent('910');
});

it.each([
  [
    'closed to a viewer, with what they lack and whom to ask',
    { comparison: null, figures: null, isMine: false, lacks: [{ kind: 'days', name: 'Birth date' }] },
    /^Ask Marisol Reyes/,
  ],
  ['empty, with what can be done', { comparison: null, figures: null }, /Choose groups, and save them here/],
  ['empty for a viewer', { comparison: null, figures: null, isMine: false }, /stays in the address only/],
] as const)('the comparison of a report is %s (rule 17.27)', async (_, given, says) => {
  openSaved({ ...given, lacks: [...('lacks' in given ? given.lacks : [])] });
  expect(await screen.findByText(says)).toBeVisible();
  if ('lacks' in given)
    expect(screen.getByText('Curves need the days of Birth date, and you see years.')).toBeVisible();
  expect(await screen.findByRole('combobox', { name: 'Groups' })).toBeVisible();
});

it('a report that cannot be opened, and figures that cannot be compared, are refused in words (rule 17.27)', async () => {
  openSaved({ isLive: false });
  server.use(
    refuses(comparisonEndpoints.table, 400, { code: 'bad_request', detail: 'Not on that release.' }),
  );
  await waitFor(() => expect(screen.getAllByText('Not on that release.')).toHaveLength(2));
});

it('a pathway says who came how far and why not in a table, is saved, and each figure becomes a cohort (rules 17.31 to 17.33, 17.37 and 17.38)', async () => {
  const save = vi.spyOn(files, 'saveFile').mockImplementation(() => {});
  const { user } = openCompare(stages);
  const asked: unknown[] = [];
  server.use(
    answers(comparisonEndpoints.pathway, pathway),
    answers(comparisonEndpoints.pathwayProgram, { program: '# Stage 1' }),
    answers(comparisonEndpoints.band, ({ body }) => {
      asked.push(body);
      return { snapshotId: 5, previousSnapshotId: 4 };
    }),
  );
  const shown = await screen.findByRole('table', { name: 'Stages of the pathway' });
  expect(
    within(shown)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual([
    'StageReachedWait, median [Q1, Q3]Not the nextLeft by Age last seenSeen since, waitingNot known since',
    'Active cohort10–2–––',
    'Birth8–3210',
    'Age last seen590 days [60 days, 2.2 years]–041',
  ]);
  expect(
    screen.getByText(
      'Of 10 in Active cohort, 8 reached Birth and 5 of these Age last seen; 2 never reached Birth.',
    ),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save R program of the pathway' }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
  const [first] = screen.getAllByRole('button', { name: 'Save picture' });
  if (first !== undefined) await user.click(first);
  await user.click(await screen.findByRole('menuitem', { name: 'SVG drawing' }));
  const picture = await save.mock.calls[1]?.[0].text();
  expect(picture).toContain('Active cohort: n = 10');
  expect(picture).toContain('Of 10 in Active cohort, 8 reached Birth');
  await user.click(
    within(shown).getByRole('button', { name: /^2 reached Birth and not Age last seen, left by/ }),
  );
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible();
  const seen = { kind: 'value', concept_id: 'age_seen' };
  expect(asked).toEqual([
    {
      ...{ group: { kind: 'cohort' }, stages: [{ kind: 'birth' }, seen], exits: [seen], last: seen },
      ...{ reached: 1, way: 0, snapshot_id: 4 },
    },
  ]);
});
