import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import { reportEndpoints } from '@atrium/contract/endpoints/report';
import { tableEndpoints } from '@atrium/contract/endpoints/table';
import type { Collection } from '@atrium/contract/wire/concept';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anAnalysis, aRun } from '../../testing/analyses.ts';
import { aCohort, aFilter, aSet } from '../../testing/cohorts.ts';
import { participants } from '../../testing/openPanel.tsx';
import { renderPortal } from '../../testing/renderPortal.tsx';
import {
  accepted,
  aReport,
  aReportDetail,
  aVersion,
  listReports,
  othersReport,
} from '../../testing/reports.ts';
import { answers, refuses, server } from '../../testing/server.ts';
import { anExtendedTable, aTable, aTablePage } from '../../testing/tables.ts';

const table = anExtendedTable();
const sets = [aSet({ entries: [aFilter(), aFilter({ entryId: 'e2', excludeSelected: true })] })];

/** Opens a report; collects what is asked about its table. */
function openReport(
  detail = aReportDetail(aReport(), { criteriaSets: sets }),
  address = '',
  collections: Collection[] = [],
) {
  const requests: Readonly<Record<string, string>>[] = [];
  listReports();
  server.use(
    answers(catalogueEndpoints.collections, collections),
    answers(reportEndpoints.detail, detail),
    answers(reportEndpoints.preview, ({ query }) => {
      requests.push(query);
      const rows = [
        ['CHD-1', 'TOF'],
        ['CHD-2', 'HLHS'],
      ];
      return { ...aTablePage(table, { rows, total: 60 }), reportId: detail.report.id };
    }),
  );
  return { ...renderPortal(`/default/reports/${detail.report.id}${address}`), requests };
}

it('shows who made it, its filters without a way to change them, and its rows', async () => {
  openReport(undefined, '', [participants]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Report 73: Girls with Glenn' })).toBeVisible();
  const details = within(screen.getByRole('complementary', { name: 'Details' }));
  expect(details.getByText('For the March call')).toBeVisible();
  expect(details.getByText('Single ventricle')).toBeVisible();
  expect(details.getAllByText('Sex = "Female"')).toHaveLength(2);
  expect(details.getByText('not')).toBeVisible();
  expect(details.queryByRole('button', { name: /Edit|Delete|Move|Drag/ })).not.toBeInTheDocument();
  expect(await screen.findByRole('rowheader', { name: 'CHD-1' })).toBeVisible();
  expect(screen.getByTestId('report-counts')).toHaveTextContent('60 records of 60 participants');
  expect(screen.queryByRole('button', { name: /^Remove column|^Options of/ })).not.toBeInTheDocument();
});

it('is sorted by one column, flipped by a second click, from the first page on; the address keeps it', async () => {
  const { user, router, requests } = openReport(undefined, '?page=2');
  await user.click(await screen.findByRole('button', { name: /^Sort by Participant ID/ }));
  await waitFor(() =>
    expect(requests.at(-1)).toMatchObject({ page: '1', sort_field: 'colSubject01', sort_direction: '-1' }),
  );
  await user.click(await screen.findByRole('button', { name: /^Sort by Primary cardiac lesion/ }));
  await waitFor(() =>
    expect(requests.at(-1)).toMatchObject({ sort_field: 'colLesion002', sort_direction: '1' }),
  );
  expect(router.state.location.search).toEqual({ sort: 'colLesion002' });
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await waitFor(() => expect(requests.at(-1)).toMatchObject({ page: '2', sort_field: 'colLesion002' }));
});

it('a report with a filter that the viewer may not see shows no rows and no download, and says why', async () => {
  const detail = aReportDetail(othersReport, { errors: ['You may not use the concept Date of birth.'] });
  const { requests } = openReport(detail);
  expect(await screen.findByText('This report cannot be shown to you')).toBeVisible();
  expect(screen.getByText('You may not use the concept Date of birth.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Download' })).not.toBeInTheDocument();
  expect(requests).toEqual([]);
});

it('names the lost columns of the table, and shows the rest', async () => {
  openReport(aReportDetail(aReport(), { tableWarnings: ['The column Gene is gone from this dataset.'] }));
  expect(await screen.findByText('The column Gene is gone from this dataset.')).toBeVisible();
  expect(await screen.findByRole('rowheader', { name: 'CHD-1' })).toBeVisible();
});

it('a report that is not there leads to the list', async () => {
  openReport();
  server.use(refuses(reportEndpoints.detail, 404, { detail: 'There is no such report.', code: 'not_found' }));
  expect(await screen.findByRole('heading', { name: 'There is no such report' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to the list of reports' })).toHaveAttribute(
    'href',
    '/default/reports',
  );
});

it('a report whose release is gone cannot be opened, and its creator moves it on', {
  tags: 'long',
}, async () => {
  const sent: unknown[] = [];
  const gone = { release: '1', version: null, imported: null, count: null, errors: [] };
  openReport();
  server.use(
    refuses(reportEndpoints.detail, 503, { detail: 'The release of this report is gone.' }),
    answers(reportEndpoints.versions, { results: [aVersion()] }),
    answers(reportEndpoints.releaseCheck, {
      choice: 'own',
      own: gone,
      live: { ...gone, release: '2', count: 1180 },
      isSame: false,
      isKept: false,
      added: null,
      removed: null,
      lost: [],
    }),
    answers(reportEndpoints.chooseRelease, ({ body }) => {
      sent.push(body);
      return { ...accepted, version: 2 };
    }),
  );
  const move = await screen.findByRole('button', { name: 'Move on to the live release' });
  expect(screen.getByText('The release of this report is gone.')).toBeVisible();
  expect(screen.getByText(/^This release is no longer kept/)).toBeVisible();
  move.click();
  await waitFor(() => expect(sent).toEqual([{ release: 'latest' }]));
});

const stillThere = 'Everything that the report names is still there.';
it.each([
  { isKept: true, errors: [], shown: stillThere },
  { isKept: true, errors: ['Gene is gone from this dataset.'], shown: 'Gene is gone from this dataset.' },
  { isKept: false, errors: ['Gene is gone from this dataset.'], shown: 'Gene is gone from this dataset.' },
  { isKept: false, errors: [], shown: /^What was lost since cannot be told/ },
])('what the live release lacks is said once (rule 12.30): $isKept, $errors', async (given) => {
  const side = { version: null, imported: null, count: null, errors: [] };
  openReport(aReportDetail(), '?tab=release');
  server.use(
    answers(reportEndpoints.releaseCheck, {
      ...{ choice: 'latest', isSame: false, added: null, removed: null, lost: [], isKept: given.isKept },
      own: { ...side, release: '1' },
      live: { ...side, release: '2', errors: given.errors },
    }),
  );
  expect(await screen.findByText(given.shown)).toBeVisible();
  if (given.shown !== stillThere) expect(screen.queryByText(stillThere)).not.toBeInTheDocument();
});

it('a report of somebody else has neither versions nor a way to edit, share or delete it', async () => {
  openReport(aReportDetail(othersReport));
  expect(await screen.findByRole('tab', { name: 'Release' })).toBeInTheDocument();
  expect(screen.queryByRole('tab', { name: 'Versions' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^(Share|Edit|Delete)$/ })).not.toBeInTheDocument();
});

it('the cross-tab that a report holds is shown without a way to change it', async () => {
  const analysis = anAnalysis({ rows: ['race'], cols: ['sex'] });
  server.use(
    answers(
      reportEndpoints.runAnalysis,
      aRun(analysis, { index: ['Asian'], columns: ['Female', 'Male'], data: [[12, 30]] }),
    ),
  );
  openReport(aReportDetail(aReport({ hasAnalysis: true }), { analysis: analysis.extended }), '?tab=crossTab');
  expect(await screen.findByRole('cell', { name: /30/ })).toBeVisible();
  expect(screen.getAllByText(/distinct subjects of the cohort of this report/)).not.toEqual([]);
  expect(screen.queryByRole('button', { name: /^(Add|Remove)/ })).not.toBeInTheDocument();
});

it('versions are listed, compared in words and numbers, and restored after a question', async () => {
  const sent: unknown[] = [];
  const versions = [
    aVersion({ version: 2, cause: 'overwritten', count: 612 }),
    aVersion({ isCurrent: false }),
  ];
  server.use(
    answers(reportEndpoints.versions, { results: versions }),
    answers(reportEndpoints.compareVersions, ({ query }) => ({
      before: aVersion({ version: Number(query['before']) }),
      after: aVersion({ version: Number(query['after']) }),
      changes: [{ part: 'cohort' as const, change: 'added' as const, text: 'Sex = "Female"' }],
      release: '3',
      countBefore: 1204,
      countAfter: 612,
    })),
    answers(reportEndpoints.restoreVersion, ({ params }) => {
      sent.push(params['version']);
      return { ...accepted, version: 3 };
    }),
  );
  const { user } = openReport(undefined, '?tab=versions', [participants]);
  expect(await screen.findByText('1,204 → 612 participants')).toBeVisible();
  expect(screen.getByText('added:')).toBeInTheDocument();
  expect(screen.getByRole('combobox', { name: 'From' })).toHaveDisplayValue('Version 1');
  expect(screen.queryByRole('button', { name: 'Restore version 2' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Restore version 1' }));
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(sent).toEqual(['1']));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('a release shows the count then and now, who came and went and what is lost, and its owner moves on', async () => {
  const sent: unknown[] = [];
  const side = {
    release: '1',
    version: '2026-01',
    imported: '2026-01-10T10:00:00Z',
    count: 1204,
    errors: [],
  };
  server.use(
    answers(reportEndpoints.releaseCheck, {
      choice: 'own',
      own: side,
      live: { ...side, release: '2', version: '2026-06', count: 1180 },
      isSame: false,
      isKept: true,
      added: 6,
      removed: 30,
      lost: [{ kind: 'value', part: 'cohort', entryId: 'e1', label: 'Sex: Unknown' }],
    }),
    answers(reportEndpoints.chooseRelease, ({ body }) => {
      sent.push(body);
      return { ...accepted, version: 2 };
    }),
  );
  const { user } = openReport(undefined, '?tab=release', [participants]);
  expect(await screen.findByText('1,204 participants')).toBeVisible();
  expect(screen.getByText('1,180 participants')).toBeVisible();
  expect(screen.getByText(/6 participants came to the cohort/)).toBeVisible();
  expect(screen.getByText(/30 participants left the cohort/)).toBeVisible();
  expect(screen.getByText('Value “Sex: Unknown” (filters)')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Stay on its own release' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Move on to the live release' }));
  await waitFor(() => expect(sent).toEqual([{ release: 'latest' }]));
});

it('loading says what it replaces and what is lost, leads to the results, and is taken back by one button', async () => {
  const activated: string[] = [];
  server.use(
    answers(cohortEndpoints.read, aCohort()),
    answers(cohortEndpoints.count, { count: 2222, definition: [] }),
    answers(tableEndpoints.read, aTable(table)),
    answers(tableEndpoints.preview, aTablePage(table, { rows: [['CHD-9', 'TOF']] })),
    answers(reportEndpoints.load, {
      errors: ['The filter of blood group is lost.', ' '],
      warnings: ['The column Weight is in kg now.'],
      snapshotId: 12,
      previousSnapshotId: 11,
      tableSnapshotId: 52,
      analysisSnapshotId: null,
    }),
    answers(cohortEndpoints.snapshot, aCohort({ snapshotId: 12, previousSnapshotId: 11 })),
    answers(tableEndpoints.snapshot, aTable(table, { snapshotId: 52, previousSnapshotId: 51 })),
    answers(cohortEndpoints.activate, ({ params }) => {
      activated.push(`cohort ${String(params['snapshotId'])}`);
      return aCohort({ snapshotId: 11 });
    }),
    answers(tableEndpoints.activate, ({ params }) => {
      activated.push(`table ${String(params['snapshotId'])}`);
      return aTable(table, { snapshotId: 51 });
    }),
  );
  const { user, router } = openReport();
  await user.click(await screen.findByRole('button', { name: 'Load as active' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(
    await dialog.findByText(
      /This replaces your active cohort of 2,222 subjects and the columns of your results\./,
    ),
  ).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Load as active' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/default/results'));
  const loadedAlert = await screen.findByText('“Girls with Glenn” is loaded.', {
    selector: '[role=alert] *',
  });
  expect(await screen.findByText('The filter of blood group is lost.')).toBeVisible();
  expect(screen.getByText('The column Weight is in kg now.')).toBeVisible();
  await user.click(within(loadedAlert).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(activated).toEqual(['cohort 11', 'table 51']));
});

it('deleting the open report leads to the list', async () => {
  server.use(
    answers(reportEndpoints.deleteForm, {
      ...accepted,
      status: 'incomplete',
      title: 'Delete report',
      data: { report: 'Girls with Glenn' },
    }),
    answers(reportEndpoints.delete, accepted),
  );
  const { user, router } = openReport();
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Delete report' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/default/reports'));
});

it('a member without a workspace cannot load a report or restore a version', async () => {
  server.use(
    answers(reportEndpoints.versions, {
      results: [aVersion({ version: 2 }), aVersion({ isCurrent: false })],
    }),
  );
  server.use(
    answers(reportEndpoints.compareVersions, {
      before: aVersion(),
      after: aVersion(),
      changes: [],
      release: '3',
      countBefore: 1,
      countAfter: 1,
    }),
  );
  const detail = aReportDetail();
  openReport(detail, '?tab=versions');
  listReports({ member: { canViewWorkspace: false } });
  expect(await screen.findByText('These two versions ask the same.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Load as active' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Restore/ })).not.toBeInTheDocument();
});
