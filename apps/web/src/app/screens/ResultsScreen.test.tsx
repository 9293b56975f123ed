import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import { tableEndpoints } from '@atrium/contract/endpoints/table';
import type { TableEdited } from '@atrium/contract/wire/tableView';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aCohort } from '../../testing/cohorts.ts';
import { aCategory, aConceptDetail } from '../../testing/concepts.ts';
import { aDataset, aDatasetDetail, aUser } from '../../testing/people.ts';
import { renderPortal } from '../../testing/renderPortal.tsx';
import { answers, server } from '../../testing/server.ts';
import { anExtendedTable, aTable, aTableEdit, aTablePage } from '../../testing/tables.ts';

const table = anExtendedTable();
const sorted = aTable(
  { ...table, sort: [{ entryId: 'colSubject01', label: 'Participant ID', direction: 1 }] },
  { snapshotId: 51, previousSnapshotId: 50 },
);

/** Opens the screen; the reply to an edit is held back until it is given. */
function openResults() {
  let give = (_: TableEdited): void => undefined;
  const edited = new Promise<TableEdited>((resolve) => {
    give = resolve;
  });
  let edits = 0;
  server.use(
    answers(accessEndpoints.currentUser, { user: aUser(), platformVersion: 'v6.5.3', version: 'v6.5.3' }),
    answers(catalogueEndpoints.datasets, { datasets: [aDataset()] }),
    answers(catalogueEndpoints.dataset, aDatasetDetail()),
    answers(catalogueEndpoints.collections, []),
    answers(catalogueEndpoints.categories, {
      categoryId: 'top',
      categories: [aCategory({ name: 'Heart' })],
      concepts: [],
    }),
    answers(cohortEndpoints.read, aCohort()),
    answers(cohortEndpoints.count, { count: 2222, definition: [] }),
    answers(catalogueEndpoints.concept, aConceptDetail()),
    answers(tableEndpoints.read, aTable(table)),
    answers(tableEndpoints.preview, aTablePage(table, { rows: [['CHD-1', 'TOF']] })),
    answers(tableEndpoints.batch, () => {
      edits += 1;
      return edited;
    }),
  );
  return { ...renderPortal('/default/results'), give, edits: () => edits };
}

it('a late reply to a sort does not lead back a person who has gone to another screen', async () => {
  const { user, router, give, edits } = openResults();
  await user.click(await screen.findByRole('button', { name: /^Sort by Participant ID/ }));
  await waitFor(() => expect(edits()).toBe(1));
  await act(() => router.navigate({ to: '/$dataset/query', params: { dataset: 'default' } }));
  expect(await screen.findByRole('heading', { name: 'Who are you looking for?' })).toBeVisible();
  give(aTableEdit(sorted));
  expect(await screen.findByText('Sorted by Participant ID, ascending')).toBeInTheDocument();
  expect(router.history.location.pathname).toBe('/default/query');
});
