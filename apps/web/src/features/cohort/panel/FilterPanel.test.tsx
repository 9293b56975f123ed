import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import { cohortInsightEndpoints } from '@atrium/contract/endpoints/cohortInsight';
import type { CohortView } from '@atrium/contract/wire/cohortView';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { aChoice, aCohort, aCohortOf, aFilter, anEdit, aSet, aSubSet } from '../../../testing/cohorts.ts';
import { openPanel } from '../../../testing/openPanel.tsx';
import { renderParts } from '../../../testing/renderParts.tsx';
import { answers, refuses, server } from '../../../testing/server.ts';
import { FilterPanel } from './FilterPanel.tsx';

const root = {
  collectionId: 'participant',
  name: 'participant',
  namePlural: 'participants',
  isRootCollection: true,
  hasEvent: false,
};
const surgery = {
  ...root,
  collectionId: 'surgery',
  name: 'surgery',
  namePlural: 'surgeries',
  isRootCollection: false,
};

function open(view: CohortView, count: number | string = 1234) {
  server.use(
    answers(cohortEndpoints.read, view),
    answers(cohortEndpoints.count, { count, definition: view.definition }),
    answers(catalogueEndpoints.collections, [root, surgery]),
    answers(cohortInsightEndpoints.effects, {
      snapshotId: view.snapshotId,
      count: 0,
      everyone: 12_000,
      filters: [],
    }),
    answers(cohortEndpoints.snapshot, ({ params }) => aCohort({ snapshotId: Number(params['snapshotId']) })),
  );
  const onEdit = vi.fn<() => void>();
  return { ...renderParts(<FilterPanel dataset="default" onEdit={onEdit} />), onEdit };
}
const figure = () => screen.getByTestId('cohort-count');

it('shows the count with a thousands separator and what the subjects are called', async () => {
  open(aCohortOf([aChoice()]));
  expect(await screen.findByText('1,234')).toBeInTheDocument();
  expect(await screen.findByText('participants in your cohort')).toBeInTheDocument();
});

it('the receipt of the count stands beside it, leads to the definition and can be copied', async () => {
  const cohortReceipt = '7f3k-9m2q-xx3d-8zkt';
  const { user } = open(aCohort());
  server.use(answers(cohortEndpoints.count, { count: 12, definition: [], cohortReceipt }));
  const link = await screen.findByRole('link', { name: cohortReceipt });
  expect(link).toHaveAttribute('href', `/default/receipts/${cohortReceipt}`);
  await user.click(screen.getByRole('button', { name: 'Copy the receipt of the cohort' }));
  expect(await window.navigator.clipboard.readText()).toBe(cohortReceipt);
});

it.each([
  ['Widen or delete a filter.', [aSet({ entries: [aFilter()] })]],
  ['Widen a filter, or join two with “or”.', [aSet({ entries: [aFilter(), aFilter({ entryId: 'e2' })] })]],
  ['Change or delete a criteria set.', [aSubSet()]],
])('a cohort of nobody is told only what can be done: %s', async (hint, criteriaSets) => {
  open(aCohort({ criteriaSets }), 0);
  expect(await screen.findByText(`Nobody meets all of this. ${hint}`)).toBeInTheDocument();
});

it('a count of zero is zero', async () => {
  open(aCohortOf([aChoice()]), 0);
  expect(await screen.findByText('0')).toBeInTheDocument();
  expect(screen.queryByLabelText('Counting')).not.toBeInTheDocument();
});

it('a failed count says why, and counts again on request', async () => {
  const view = aCohortOf([aChoice()]);
  server.use(
    answers(cohortEndpoints.read, view),
    answers(catalogueEndpoints.collections, [root]),
    refuses(cohortEndpoints.count, 400, {
      detail: 'This cohort has filters you cannot use.',
      code: 'cohort_has_errors',
    }),
  );
  const { user } = renderParts(<FilterPanel dataset="default" onEdit={() => {}} />);
  expect(await screen.findByText('This cohort has filters you cannot use.')).toBeInTheDocument();
  server.use(answers(cohortEndpoints.count, { count: 7, definition: view.definition }));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('7')).toBeInTheDocument();
});

it('undo and redo are off where there is no snapshot to go to', async () => {
  open(aCohort());
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Redo' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Clear all filters' })).toBeDisabled();
});

it('undo activates the previous snapshot and counts it', async () => {
  const { user } = open(aCohortOf([aChoice()], { snapshotId: 5, previousSnapshotId: 4 }));
  await screen.findByText('1,234');
  server.use(
    answers(cohortEndpoints.activate, ({ params }) => aCohort({ snapshotId: Number(params['snapshotId']) })),
    answers(cohortEndpoints.count, { count: 12_000, definition: [] }),
  );
  await user.click(screen.getByRole('button', { name: 'Undo: add filter Sex' }));
  expect(await screen.findByText('12,000')).toBeInTheDocument();
  expect(screen.getByText(/No filters yet/)).toBeInTheDocument();
});

it('two quick undos go back two steps', async () => {
  const { user } = open(aCohortOf([aChoice()], { snapshotId: 5, previousSnapshotId: 4 }));
  await screen.findByText('1,234');
  const activated: unknown[] = [];
  server.use(
    answers(cohortEndpoints.activate, ({ params }) => {
      activated.push(params['snapshotId']);
      const id = Number(params['snapshotId']);
      return aCohort({ snapshotId: id, previousSnapshotId: id - 1 });
    }),
    answers(cohortEndpoints.count, { count: 1, definition: [] }),
  );
  await user.dblClick(screen.getByRole('button', { name: /^Undo/ }));
  await waitFor(() => expect(activated).toEqual(['4', '3']));
});

it('the answer about an older cohort is never shown as the count of the new one', async () => {
  const first = aCohortOf([aChoice()], { snapshotId: 1 });
  let answerOld: (() => void) | undefined;
  server.use(
    answers(cohortEndpoints.read, first),
    answers(catalogueEndpoints.collections, [root]),
    answers(
      cohortEndpoints.count,
      () =>
        new Promise((resolve) => {
          answerOld = () => resolve({ count: 9999, definition: first.definition });
        }),
    ),
    answers(cohortEndpoints.edit, anEdit({ snapshotId: 2 })),
  );
  const { user } = renderParts(<FilterPanel dataset="default" onEdit={() => {}} />);
  await waitFor(() => expect(answerOld).toBeDefined());
  server.use(answers(cohortEndpoints.count, { count: 12, definition: [] }));
  await user.click(await screen.findByRole('button', { name: 'Clear all filters' }));
  await screen.findByText('12');
  answerOld?.();
  await waitFor(() => expect(figure()).toHaveTextContent('12'));
  expect(figure()).not.toHaveTextContent('9,999');
});

it('a count of another definition is refused, and the cohort is read again', async () => {
  const mine = aCohortOf([aChoice()], { snapshotId: 1 });
  const theirs = aCohortOf([aChoice({ categories: ['Male'] })], { snapshotId: 2 });
  let reads = 0;
  server.use(
    answers(cohortEndpoints.read, () => {
      reads += 1;
      return reads === 1 ? mine : theirs;
    }),
    answers(catalogueEndpoints.collections, [root]),
    answers(cohortEndpoints.count, { count: 44, definition: theirs.definition }),
  );
  renderParts(<FilterPanel dataset="default" onEdit={() => {}} />);
  expect(await screen.findByText('44')).toBeInTheDocument();
  expect(reads).toBe(2);
});

it('an excluded filter reads "not", once, after its prefilter', async () => {
  const excluded = aFilter({
    label: '(at birth) Sex ≠ "Female"',
    abbreviatedLabel: '(at birth) Sex ≠ "Female"',
    prefilterValue: 'at birth',
    excludeSelected: true,
  });
  open(aCohort({ criteriaSets: [aSet({ entries: [excluded] })] }));
  const panel = await screen.findByRole('region', { name: 'Filters' });
  expect(panel).toHaveTextContent('(at birth) not Sex = "Female"');
  expect(panel).not.toHaveTextContent('≠');
});

it('draws an or-group as alternatives and an empty set as all', async () => {
  const view = aCohort({
    criteriaSets: [
      aSet({
        entries: [
          {
            kind: 'or_group',
            entryId: 'g',
            entries: [aFilter(), aFilter({ entryId: 'e2', label: 'B', conditionLabel: 'B' })],
          },
        ],
      }),
      aSet({ entryId: 's2', label: 'Participant has at least 1 <strong>surgery</strong> where:' }),
    ],
  });
  open(view);
  const group = await screen.findByRole('group', { name: 'One of these' });
  expect(within(group).getByText('or')).toBeInTheDocument();
  expect(screen.getByText('All')).toBeInTheDocument();
});

it('markup of a label that could run is taken out', async () => {
  const label = '<img src=x onerror="alert(1)"><strong>Sex</strong>';
  open(aCohort({ criteriaSets: [aSet({ entries: [aFilter({ label, conditionLabel: label })] })] }));
  expect((await screen.findByText('Sex')).tagName).toBe('STRONG');
  expect(document.querySelector('img')).toBeNull();
});

it('deletes a filter and keeps the set that becomes empty', async () => {
  const { user } = open(aCohortOf([aChoice()]));
  const posted = vi.fn<(body: unknown) => void>();
  server.use(
    answers(cohortEndpoints.edit, ({ body }) => {
      posted(body);
      return anEdit({ snapshotId: 2 });
    }),
    answers(cohortEndpoints.count, { count: 5, definition: [] }),
  );
  await user.click(await screen.findByRole('button', { name: /Delete filter/ }));
  await screen.findByText('5');
  expect(posted).toHaveBeenCalledWith({
    transformation: { type: 'delete_entry', entry_id: 'e1', remove_empty_criteria_sets: false },
  });
});

it('offers the collections, adds a set on the chosen one and closes the list', async () => {
  const { user } = open(aCohort());
  const posted = vi.fn<(body: unknown) => void>();
  server.use(
    answers(cohortEndpoints.edit, ({ body }) => {
      posted(body);
      return anEdit({ snapshotId: 2, criteriaSets: [aSet({ label: 'Surgery set' })] });
    }),
  );
  const button = await screen.findByRole('button', { name: 'Add criteria set' });
  await user.click(button);
  await user.click(await screen.findByRole('button', { name: 'surgery' }));
  expect(await screen.findByText('Surgery set')).toBeInTheDocument();
  expect(posted).toHaveBeenCalledWith({
    transformation: { type: 'add_criteria_set', collection_id: 'surgery' },
  });
  expect(button).toHaveAttribute('aria-expanded', 'false');
});

it('describes the filters on request', async () => {
  const { user } = open(aCohortOf([aChoice()], { describe: 'Participant criteria<br>- Sex = "Female"' }));
  await user.click(await screen.findByRole('button', { name: 'Describe filters' }));
  expect(screen.getByText(/- Sex = "Female"/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Copy the filters in words' }));
  expect(await window.navigator.clipboard.readText()).toBe('Participant criteria - Sex = "Female"');
  await user.click(screen.getByRole('button', { name: 'Hide description' }));
  expect(screen.queryByText(/- Sex = "Female"/)).not.toBeInTheDocument();
});

it('shows why an edit was refused and keeps the cohort', async () => {
  const view = aCohortOf([aChoice()]);
  const { user } = open(view);
  server.use(
    answers(cohortEndpoints.edit, {
      ...anEdit({ transformationSuccessful: false, transformationErrors: ['Not now.', ''] }),
    }),
  );
  await user.click(await screen.findByRole('button', { name: /Delete criteria set/ }));
  expect(await screen.findByText('Not now.')).toBeInTheDocument();
  expect(screen.getByText('Sex = "Female"')).toBeInTheDocument();
});

it('the word between two filters makes them alternatives, and alternatives separate', async () => {
  const { user } = open(aCohortOf([aChoice(), aChoice({ entryId: 'e2' })]));
  const posted: unknown[] = [];
  const filters = [aFilter(), aFilter({ entryId: 'e2' })];
  const group = { kind: 'or_group' as const, entryId: 'g', entries: filters };
  server.use(
    answers(cohortEndpoints.edit, ({ body }) => {
      posted.push(body);
      return anEdit({ snapshotId: 2, criteriaSets: [aSet({ entries: [group] })] });
    }),
    answers(cohortEndpoints.count, { count: 5, definition: [] }),
  );
  await user.click(await screen.findByRole('button', { name: /^and/ }));
  await user.click(await screen.findByRole('button', { name: /^or/ }));
  await waitFor(() =>
    expect(posted).toEqual([
      { transformation: { type: 'change_to_boolean_or', entry_id: 'e1' } },
      { transformation: { type: 'change_to_boolean_and', entry_id: 'e1' } },
    ]),
  );
});

it('clearing can be taken back from the notice that it leaves', async () => {
  const view = aCohortOf([aChoice()], { snapshotId: 5 });
  const { user } = open(view);
  server.use(
    answers(cohortEndpoints.edit, anEdit({ snapshotId: 6 })),
    answers(cohortEndpoints.activate, ({ params }) => ({
      ...view,
      snapshotId: Number(params['snapshotId']),
    })),
  );
  await user.click(await screen.findByRole('button', { name: 'Clear all filters' }));
  const notice = await screen.findByText('All filters were cleared.');
  await user.click(within(notice).getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Sex = "Female"')).toBeInTheDocument();
});

it('a set that counts present and absent records alike says so, and one click asks for present ones', async () => {
  const unsaid = aSubSet({
    entryId: 's1',
    collectionId: 'surgery',
    unsaidPolarity: { conceptId: 'cancelled', name: 'Cancelled' },
  });
  const { user } = open(aCohort({ criteriaSets: [unsaid] }));
  const posted: unknown[] = [];
  server.use(
    answers(cohortEndpoints.edit, ({ body }) => {
      posted.push(body);
      return anEdit({ snapshotId: 2, criteriaSets: [aSubSet({ entryId: 's1', collectionId: 'surgery' })] });
    }),
  );
  expect(
    await screen.findByText('Present and absent surgeries count alike: no filter on “Cancelled”.'),
  ).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Only present ones' }));
  await waitFor(() => expect(screen.queryByText(/count alike/)).not.toBeInTheDocument());
  expect(posted).toEqual([
    {
      transformation: {
        type: 'add_entry',
        concept_id: 'cancelled',
        criteria_set: 's1',
        polarity: 'present',
      },
    },
  ]);
});

const male = aSubSet({ entryId: 'm', collectionId: 'surgery', criteriaSetName: 'Surgery 1' });
const female = aSubSet({ entryId: 'f', collectionId: 'surgery', criteriaSetName: 'Surgery 2' });

it('the word between criteria sets joins the set above with the one below (rule 3.27)', async () => {
  const { user, posted } = openPanel(aCohort({ criteriaSets: [male, female] }));
  await user.click(await screen.findByRole('button', { name: 'and (criteria sets). Change to “or”' }));
  await waitFor(() => expect(posted).toEqual([{ type: 'change_to_boolean_or', entry_id: 'm' }]));
});

it('alternatives among criteria sets stand in one bracket, with a word that splits them', async () => {
  const sets = [aSet(), { ...male, orGroupId: 'g' }, { ...female, orGroupId: 'g' }];
  const { user, posted } = openPanel(aCohort({ criteriaSets: sets }));
  const bracket = await screen.findByRole('group', { name: 'One of these criteria sets' });
  expect(within(bracket).getAllByRole('button', { name: /^Delete criteria set/ })).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: /\(criteria sets\)/ })).toHaveLength(2);
  await user.click(within(bracket).getByRole('button', { name: 'or (criteria sets). Change to “and”' }));
  await waitFor(() => expect(posted).toEqual([{ type: 'change_to_boolean_and', entry_id: 'm' }]));
});
