import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { aChoice, aCohortOf, choices } from '../../../testing/cohorts.ts';
import { aConceptDetail } from '../../../testing/concepts.ts';
import { openEditor } from '../../../testing/openEditor.tsx';
import { aUser } from '../../../testing/people.ts';

const sex = aConceptDetail({ cohortOptions: { selectedValues: [] } });
const sexes = choices('sex', { Female: 6120, Male: 3904 });
const saved = aCohortOf([aChoice({ categories: ['Male'] })], { snapshotId: 2 });
const applied = { entryId: 'e1', definition: saved.definition, criteriaSets: saved.criteriaSets };
const restored = 'Your draft was restored.';

beforeEach(() => window.sessionStorage.clear());

async function openAs(id: number, given: Partial<Parameters<typeof openEditor>[0]> = {}) {
  const bed = openEditor({ concept: sex, statistics: sexes, user: aUser({ id }), ...given });
  const male = await screen.findByRole('checkbox', { name: /^Male/ });
  return { ...bed, male };
}

/** The page is loaded anew: everything but the browser's storage is gone. */
const reload = () => cleanup();

it('what was chosen and not applied is there after a reload, and can be let go', async () => {
  const { user, male } = await openAs(1);
  await user.click(male);
  reload();
  const again = await openAs(1);
  expect(again.male).toBeChecked();
  expect(screen.getByText(restored)).toBeInTheDocument();
  await again.user.click(screen.getByRole('button', { name: 'Discard draft' }));
  expect(again.male).not.toBeChecked();
  expect(screen.queryByText(restored)).not.toBeInTheDocument();
  reload();
  expect((await openAs(1)).male).not.toBeChecked();
});

it('nobody else sees it', async () => {
  const { user, male } = await openAs(1);
  await user.click(male);
  reload();
  expect((await openAs(2)).male).not.toBeChecked();
});

it('an applied filter leaves no draft behind', async () => {
  const { user, male } = await openAs(1, { edited: applied });
  await user.click(male);
  await user.click(screen.getByRole('button', { name: 'Apply new filter' }));
  await screen.findByRole('button', { name: 'Update filter' });
  await waitFor(() => expect(window.sessionStorage).toHaveLength(0));
});

it('a draft of an edited filter goes when editing is stopped', async () => {
  const { user, male } = await openAs(1, { view: saved, entryId: 'e1' });
  await user.click(male);
  expect(window.sessionStorage).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Stop editing' }));
  await screen.findByRole('button', { name: 'Apply new filter' });
  await waitFor(() => expect(window.sessionStorage).toHaveLength(0));
});

it('without changes there is nothing to restore', async () => {
  const { user, male } = await openAs(1);
  await user.click(male);
  await user.click(male);
  reload();
  await openAs(1);
  expect(screen.queryByText(restored)).not.toBeInTheDocument();
});
