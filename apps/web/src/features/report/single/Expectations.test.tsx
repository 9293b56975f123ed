import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { reportEndpoints } from '@atrium/contract/endpoints/report';
import type { ReportExpectations } from '@atrium/contract/wire/reportExpectation';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { participants } from '../../../testing/openPanel.tsx';
import { renderParts } from '../../../testing/renderParts.tsx';
import { answers, server } from '../../../testing/server.ts';
import { Expectations } from './Expectations.tsx';

const none: ReportExpectations = {
  reportId: 73,
  version: 4,
  state: 'none',
  expectations: [],
  release: null,
  count: null,
  judged: null,
  errors: [],
  seesSubjectIds: true,
  mayChange: true,
};
const open = { least: null, most: null, subjects: null, named: 0, wrong: null } as const;
const judged: ReportExpectations = {
  ...none,
  state: 'not_met',
  release: 'release_3',
  count: 612,
  judged: '2026-10-02T14:05:11Z',
  expectations: [
    { ...open, kind: 'count', least: 200, most: 1260, state: 'met' },
    { ...open, kind: 'includes', subjects: ['P1', 'P9'], named: 2, wrong: ['P9'], state: 'not_met' },
    { ...open, kind: 'excludes', named: 3, state: 'not_run' },
  ],
};

function show(read: ReportExpectations) {
  const sent: unknown[] = [];
  server.use(
    answers(catalogueEndpoints.collections, [participants]),
    answers(reportEndpoints.expectations, read),
    answers(reportEndpoints.expect, ({ body }) => {
      sent.push(body);
      return { status: 'complete' as const, errors: [], warnings: [], version: 5 };
    }),
  );
  const parts = renderParts(<Expectations dataset="default" reportId={73} held="version 4 on release_3" />);
  return { ...parts, sent };
}

it('shows how each one ended, and names the subjects that are missing', async () => {
  show(judged);
  expect(await screen.findByText('Something is not as expected.')).toBeVisible();
  const [count, includes, excludes] = screen.getAllByRole('listitem').map((line) => within(line));
  expect(await count?.findByText('Between 200 and 1,260 participants')).toBeVisible();
  expect(screen.getByText('612 participants')).toBeVisible();
  expect(includes?.getByText('Missing: P9')).toBeVisible();
  expect(excludes?.getByText('Must not include 3 participants')).toBeVisible();
  expect(excludes?.getByText(/do not see the ids of participants/)).toBeVisible();
});

it('are entered by the creator; an error is shown at its field, and nothing is sent', async () => {
  const { user, sent } = show(none);
  await user.click(await screen.findByRole('button', { name: 'Say what you expect' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Give the least or the most number of participants.')).toBeVisible();
  expect(sent).toEqual([]);
  await user.type(dialog.getByRole('textbox', { name: 'At least' }), '200');
  await user.click(dialog.getByRole('button', { name: 'Add an expectation' }));
  await user.selectOptions(
    dialog.getByRole('combobox', { name: 'Expectation 2' }),
    'Participants that must not be included',
  );
  await user.type(dialog.getByRole('textbox', { name: 'Ids, one a line' }), 'P7{Enter}P8');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent).toEqual([
      {
        version: 4,
        expectations: [
          { kind: 'count', least: 200, most: null },
          { kind: 'excludes', subjects: ['P7', 'P8'] },
        ],
      },
    ]),
  );
});

it('are hidden from viewers who see other subjects, and not changed by readers', async () => {
  show({ ...none, state: 'hidden', mayChange: false });
  expect(await screen.findByText('How they ended is not shown to you')).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('a creator who does not see ids can only expect numbers', async () => {
  const { user } = show({ ...judged, seesSubjectIds: false });
  await user.click(await screen.findByRole('button', { name: 'Change' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/^1 expectation with ids of participants/)).toBeVisible();
  expect(within(dialog.getByRole('combobox', { name: 'Expectation 1' })).getAllByRole('option')).toHaveLength(
    1,
  );
});
