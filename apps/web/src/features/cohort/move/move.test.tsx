import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aCohort, aFilter, aSet } from '../../../testing/cohorts.ts';
import { openPanel } from '../../../testing/openPanel.tsx';

const filter = (entryId: string, conceptName: string) =>
  aFilter({ entryId, conceptName, conditionLabel: `${conceptName} is known` });
const surgerySet = (entryId: string, alias: string, entries: ReturnType<typeof aSet>['entries']) => {
  const { isRootCollection: _, ...set } = aSet({ entryId, collectionId: 'surgery', alias, entries });
  return set;
};
const two = aCohort({
  criteriaSets: [
    surgerySet('s', 'Early', [filter('a', 'Sex'), filter('b', 'Race')]),
    surgerySet('t', 'Late', [filter('c', 'Age')]),
  ],
});

const menuOf = (name: string) => screen.findByRole('button', { name: `Move filter: ${name} is known` });

it.each([
  ['Move down', 'Sex', [{ type: 'sort_cd_entries', entry_id: 's', child_ids: ['b', 'a'] }]],
  ['or Race', 'Sex', [{ type: 'change_to_boolean_or', entry_id: 'a' }]],
  ['Late', 'Race', [{ type: 'sort_cd_entries', entry_id: 't', child_ids: ['c', 'b'] }]],
])('“%s” of the menu posts what the server knows', async (choice, name, edits) => {
  const { user, posted } = openPanel(two);
  await user.click(await menuOf(name));
  await user.click(await screen.findByRole('menuitem', { name: choice }));
  await waitFor(() => expect(posted).toEqual(edits));
});

it('the menu works by keys and says where the filter went', async () => {
  const { user, posted } = openPanel(two);
  (await menuOf('Sex')).focus();
  await user.keyboard('{Enter}');
  (await screen.findByRole('menuitem', { name: 'Move down' })).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(posted).toHaveLength(1));
  expect(await screen.findByText('Sex moved: at the end of Early.')).toBeInTheDocument();
});

it('a filter alone in its set has no handle', async () => {
  openPanel(aCohort({ criteriaSets: [surgerySet('s', '', [filter('a', 'Sex')])] }));
  await screen.findByText('Sex is known');
  expect(screen.queryByRole('button', { name: /^Drag filter/ })).not.toBeInTheDocument();
});

it('every filter that can go somewhere has a handle that explains the keys', async () => {
  openPanel(two);
  const handle = await screen.findByRole('button', { name: /^Drag filter: Sex/ });
  expect(handle).toHaveAccessibleDescription(/space bar to pick up/);
});

it('sets are joined by the word "and"', async () => {
  openPanel(two);
  const sets = within(await screen.findByRole('region', { name: 'Filters' })).getAllByRole('list');
  expect(sets[0]).toHaveTextContent(/Sex is known.*and.*Race is known.*and.*Late/);
});
