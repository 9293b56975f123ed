import { type ComparisonTable, comparisonEndpoints } from '@atrium/contract/endpoints/comparison';
import {
  type SavedComparisonView,
  savedComparisonEndpoints,
} from '@atrium/contract/endpoints/savedComparison';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openCompare, table } from '../../testing/openCompare.tsx';
import { answers, refuses, server } from '../../testing/server.ts';

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
    'Weight (kg): MissingNorwoods1 (12.5%)1 (10.0%)',
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
