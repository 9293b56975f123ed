import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { choices, numbers } from '../../../../../testing/cohorts.ts';
import { aConceptDetail } from '../../../../../testing/concepts.ts';
import { openEditor } from '../../../../../testing/openEditor.tsx';

const lactate = (cohortOptions: object) =>
  aConceptDetail({
    conceptId: 'lactate',
    conceptType: 'number_with_categories',
    name: 'Lactate',
    cohortOptions,
  });
const statistics = { ...choices('lactate', { '>20': 30, 'not done': 12 }), ...numbers('lactate') };

it('numbers are bounded and words are chosen in one filter', async () => {
  const { user, posted } = openEditor({ concept: lactate({ allValues: ['>20', 'not done'] }), statistics });
  await user.type(await screen.findByLabelText('Min'), '5');
  await user.click(screen.getByRole('checkbox', { name: /not done/ }));
  expect(screen.getByText('1 selected')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Apply new filter' }));
  await expect
    .poll(() => posted)
    .toMatchObject([
      {
        transformation: {
          concept_id: 'lactate',
          cd_numeric_min: '5',
          cd_numeric_max: '',
          selected_categories: ['not done'],
        },
      },
    ]);
});

it('a filter that is edited shows its bounds and its words, also one that the data no longer hold', async () => {
  openEditor({
    concept: lactate({ existingMin: 5, existingMax: null, selectedValues: ['not done', 'refused'] }),
    statistics,
    entryId: 'e1',
  });
  expect(await screen.findByLabelText('Min')).toHaveValue('5');
  expect(screen.getByRole('checkbox', { name: /not done/ })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: /refused/ })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: />20/ })).not.toBeChecked();
});
