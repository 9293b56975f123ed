import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import { cohortInsightEndpoints } from '@atrium/contract/endpoints/cohortInsight';
import type { FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aChoice, aCohortOf } from '../../../testing/cohorts.ts';
import { openPanel } from '../../../testing/openPanel.tsx';
import { answers, refuses, server } from '../../../testing/server.ts';

const light: FilterEntry = {
  kind: 'range',
  entryId: 'e2',
  conceptId: 'weight',
  prefilterValue: null,
  excludeSelected: false,
  includeNullAndMissing: false,
  min: null,
  max: 800,
};
const view = aCohortOf([aChoice(), light], { snapshotId: 7 });

const effects = (count: number) =>
  answers(cohortInsightEndpoints.effects, {
    snapshotId: 7,
    count,
    everyone: 12_000,
    filters: [
      { entryId: 'e1', alone: 6061, without: 40 },
      { entryId: 'e2', alone: 40, without: 6061, orMissing: count + 25 },
      { entryId: 'gone', alone: 1, without: 1 },
    ],
  });
const curve = () =>
  answers(cohortInsightEndpoints.curve, {
    snapshotId: 7,
    entryId: 'e2',
    bound: 'max',
    scale: 'number',
    points: [
      { value: 800, count: 0 },
      { value: 1000, count: 0 },
      { value: 1500, count: 12 },
      { value: 9000, count: 6061 },
    ],
  });
const either = () => answers(cohortEndpoints.countAfter, { count: 6080, errors: [], snapshotId: 7 });
const list = () => screen.findByRole('region', { name: 'What each filter costs' });

it('under a count of 0 the filters stand by themselves, those that lose most first (rule 4.19)', async () => {
  server.use(effects(0), curve(), either());
  openPanel(view, { count: 0 });
  const rows = await within(await list()).findAllByRole('listitem');
  expect(rows).toHaveLength(2);
  expect(rows[0]).toHaveTextContent('Loses 6,061, 25 of them not recorded · 40 with this alone');
  expect(rows[1]).toHaveTextContent('Loses 40 · 6,061 with this alone');
  expect(await list()).toHaveTextContent('6,101 participants meet all but one.');
});

it('one click loosens a filter to the nearest bound that finds anybody, and leaves the rest of it', async () => {
  server.use(effects(0), curve(), either());
  const { user, posted } = openPanel(view, { count: 0 });
  await user.click(await screen.findByRole('button', { name: /^At most 1,500 12 participants: Loosen /i }));
  await waitFor(() =>
    expect(posted).toEqual([
      {
        type: 'add_entry',
        concept_id: 'weight',
        entry_id: 'e2',
        exclude_selected: false,
        include_null_and_missing: false,
        ignore_warnings: true,
        cd_numeric_min: '',
        cd_numeric_max: '1500',
      },
    ]),
  );
});

it.each([
  [/^Also not recorded 25 participants: Count those /, { type: 'include_missing', entry_id: 'e2' }],
  [
    /^Drop 6,061 participants: Drop /,
    { type: 'delete_entry', entry_id: 'e2', remove_empty_criteria_sets: false },
  ],
  [/^Or Sex 6,080 participants: .* alternative of Sex$/, { type: 'change_to_boolean_or', entry_id: 'e1' }],
])(
  'one click drops a filter, includes missing values, or makes an alternative of the neighbour: %s',
  async (name, edit) => {
    server.use(effects(0), curve(), either());
    const { user, posted } = openPanel(view, { count: 0 });
    const [button] = await screen.findAllByRole('button', { name });
    if (button === undefined) throw new Error('The button is missing.');
    await user.click(button);
    await waitFor(() => expect(posted).toEqual([edit]));
  },
);

it('under any other count they come on request, and go again', async () => {
  server.use(effects(34), curve(), either());
  const { user } = openPanel(view, { count: 34 });
  const button = await screen.findByRole('button', { name: 'What each filter costs' });
  expect(screen.queryByRole('region', { name: 'What each filter costs' })).not.toBeInTheDocument();
  await user.click(button);
  const [first] = await within(await list()).findAllByRole('listitem');
  expect(first).toHaveTextContent('Loses 6,027');
  await user.click(screen.getByRole('button', { name: 'Hide what each filter costs' }));
  expect(screen.queryByRole('region', { name: 'What each filter costs' })).not.toBeInTheDocument();
});

it('a refusal is shown in its own words, and tried again', async () => {
  server.use(
    refuses(cohortInsightEndpoints.effects, 403, { detail: 'Your access ended.', code: 'forbidden' }),
  );
  const { user } = openPanel(view, { count: 0 });
  expect(await screen.findByText('Your access ended.')).toBeInTheDocument();
  server.use(effects(0), curve(), either());
  await user.click(within(await list()).getByRole('button', { name: 'Try again' }));
  expect(await within(await list()).findAllByRole('listitem')).toHaveLength(2);
});
