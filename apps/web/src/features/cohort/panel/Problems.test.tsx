import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aCohort, aFilter, aSet } from '../../../testing/cohorts.ts';
import { openPanel } from '../../../testing/openPanel.tsx';

const gone = aFilter({
  entryId: 'gone',
  conceptName: 'Mrn',
  conditionLabel: 'Mrn <em>[not available to you]</em>',
  hasErrors: true,
  canNotEdit: true,
});
const empty = aFilter({ entryId: 'empty', conceptName: 'Race', hasErrors: true });
const broken = aCohort({
  errors: ['You may not use Mrn.', 'Nothing is chosen of Race.'],
  criteriaSets: [aSet({ entries: [gone, empty, aFilter()] })],
});

it('a filter that may no longer be used says so and can only be deleted', async () => {
  openPanel(broken);
  expect(await screen.findByText(/You may no longer use this/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Edit filter: Mrn/ })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Delete filter: Mrn/ })).toBeEnabled();
});

it('errors of the cohort are listed, and what cannot be repaired is removed by one press', async () => {
  const { user, posted } = openPanel(broken);
  expect(await screen.findByText('You may not use Mrn.')).toBeInTheDocument();
  expect(screen.getByText('Nothing is chosen of Race.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Remove what cannot be used' }));
  await waitFor(() =>
    expect(posted).toEqual([{ type: 'delete_entry', entry_id: 'gone', remove_empty_criteria_sets: false }]),
  );
});

it('what can be repaired offers its editor', async () => {
  openPanel(aCohort({ errors: ['Nothing is chosen of Race.'], criteriaSets: [aSet({ entries: [empty] })] }));
  expect(await screen.findByText(/Edit it to count again/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Remove what cannot be used' })).not.toBeInTheDocument();
});

it('a set whose date rule may not be edited keeps its removal', async () => {
  const { isRootCollection: _, ...set } = aSet({
    collectionId: 'surgery',
    criteriaSetName: 'Surgery 1',
    eventRuleLabel: '2020 <= date',
    eventRuleError: true,
    canEditEventRule: false,
  });
  openPanel(aCohort({ errors: ['You may not use the dates of Surgery.'], criteriaSets: [set] }));
  expect(await screen.findByText(/This date rule cannot be used/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Edit date rule/ })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Remove date rule/ })).toBeEnabled();
});
