import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aChoice, aCohortOf, choices } from '../../../../../testing/cohorts.ts';
import { aConceptDetail } from '../../../../../testing/concepts.ts';
import { openEditor } from '../../../../../testing/openEditor.tsx';

const statistics = choices('sex', { Female: 3, Male: 2 });

it('beside each value stands how many of the cohort have it', async () => {
  openEditor({ concept: aConceptDetail(), statistics, view: aCohortOf([aChoice()]) });
  expect(
    await screen.findByRole('checkbox', { name: /^Female.*· 2 of 3 in your cohort$/ }),
  ).toBeInTheDocument();
});

it('where the cohort is everyone, nothing of it is shown', async () => {
  openEditor({ concept: aConceptDetail(), statistics });
  expect(await screen.findByRole('checkbox', { name: /^Female/ })).not.toHaveAccessibleName(/in your cohort/);
});
