import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aChoice, aCohort, aCohortOf, anEdit, aSet } from '../../testing/cohorts.ts';
import { openPanel } from '../../testing/openPanel.tsx';
import { answers, server } from '../../testing/server.ts';

const withSex = aCohortOf([aChoice()], { snapshotId: 5, previousSnapshotId: 4, nextSnapshotId: 6 });

it('undo and redo name the edit that they would undo or redo', async () => {
  openPanel(withSex);
  expect(await screen.findByRole('button', { name: 'Undo: add filter Sex' })).toBeEnabled();
  expect(await screen.findByRole('button', { name: 'Redo: clear all filters' })).toBeEnabled();
});

it('after an edit, undo names it without asking the server again', async () => {
  const { user } = openPanel(aCohortOf([aChoice()], { snapshotId: 5 }), {
    after: { ...aCohort({ snapshotId: 6, previousSnapshotId: 5 }) },
  });
  await screen.findByText('1,234');
  let reads = 0;
  server.use(
    answers(cohortEndpoints.snapshot, () => {
      reads += 1;
      return aCohort();
    }),
    answers(cohortEndpoints.count, { count: 9, definition: [] }),
  );
  await user.click(await screen.findByRole('button', { name: /^Delete filter/ }));
  expect(await screen.findByRole('button', { name: 'Undo: clear all filters' })).toBeEnabled();
  expect(reads).toBe(0);
});

it('what was undone is spoken', async () => {
  const { user } = openPanel(withSex);
  await screen.findByText('1,234');
  server.use(
    answers(cohortEndpoints.activate, aCohort({ snapshotId: 4, nextSnapshotId: 5 })),
    answers(cohortEndpoints.count, { count: 9, definition: [] }),
  );
  await user.click(await screen.findByRole('button', { name: 'Undo: add filter Sex' }));
  expect(await screen.findByText('Undone: add filter Sex.')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Redo: add filter Sex' })).toBeEnabled();
});

it('a batch of two edits is undone in one step', async () => {
  const three = aCohortOf([aChoice(), aChoice({ entryId: 'e2' }), aChoice({ entryId: 'e3' })], {
    snapshotId: 5,
  });
  const { user } = openPanel(three);
  const activated: unknown[] = [];
  let next = 5;
  server.use(
    answers(cohortEndpoints.batch, () => {
      next += 1;
      return anEdit({ ...three, snapshotId: next, previousSnapshotId: next - 1 });
    }),
    answers(cohortEndpoints.activate, ({ params }) => {
      activated.push(params['snapshotId']);
      return { ...three, snapshotId: Number(params['snapshotId']), nextSnapshotId: next };
    }),
  );
  const [menu] = await screen.findAllByRole('button', { name: /^Move filter/ });
  await user.click(menu ?? document.body);
  await user.click((await screen.findAllByRole('menuitem', { name: 'or Sex' })).at(-1) ?? document.body);
  await waitFor(() => expect(next).toBe(6));
  await user.click(await screen.findByRole('button', { name: /^Undo/ }));
  await user.click(await screen.findByRole('button', { name: /^Redo/ }));
  await waitFor(() => expect(activated).toEqual(['5', '6']));
});

it('the first edit can be undone', async () => {
  const { user } = openPanel(aCohort({ snapshotId: null }), {
    after: { snapshotId: 2, previousSnapshotId: 1, criteriaSets: [aSet({ label: 'Participant criteria' })] },
  });
  await user.click(await screen.findByRole('button', { name: 'Add criteria set' }));
  await user.click(await screen.findByRole('button', { name: 'participant' }));
  await waitFor(() => expect(screen.getByRole('button', { name: /^Undo/ })).toBeEnabled());
});
