import { cohortInsightEndpoints } from '@atrium/contract/endpoints/cohortInsight';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aChoice, aCohortOf, choices } from '../../../../../testing/cohorts.ts';
import { aConceptDetail } from '../../../../../testing/concepts.ts';
import { openEditor } from '../../../../../testing/openEditor.tsx';
import { answers, server } from '../../../../../testing/server.ts';

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

const wards = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`Ward ${index}`, 3000 - index]));

it('of thousands of values only those in view are drawn, and a search finds the others, the best first', async () => {
  const { user } = openEditor({ concept: aConceptDetail(), statistics: choices('sex', wards) });
  await screen.findByText('3,000 values');
  expect(screen.queryAllByRole('checkbox').length).toBeLessThan(200);
  await user.type(screen.getByLabelText('Find a value'), '299 ward');
  const found = screen.getAllByRole('checkbox', { name: /^Ward/ });
  expect(found[0]).toHaveAccessibleName(/^Ward 299\D/);
  expect(found).toHaveLength(13);
});

it('values near the chosen ones are shown on request, and one click chooses one (rule 11.15)', async () => {
  const { user } = openEditor({
    concept: aConceptDetail(),
    statistics: choices('sex', wards),
    others: [
      answers(cohortInsightEndpoints.unchosen, ({ body }) => {
        expect(body).toEqual({ values: ['Ward 2999'] });
        return { values: [{ text: 'ward 2999', reason: 'spelling' as const, subjects: 12 }] };
      }),
    ],
  });
  await user.type(await screen.findByLabelText('Find a value'), 'ward 2999');
  await user.click(screen.getByRole('checkbox', { name: /^Ward 2999\D/ }));
  await user.click(screen.getByRole('button', { name: 'Values you did not choose' }));
  expect(await screen.findByText(/Another spelling · 12/)).toBeInTheDocument();
  server.use(answers(cohortInsightEndpoints.unchosen, { values: [] }));
  await user.click(screen.getByRole('button', { name: 'Also choose ward 2999' }));
  expect(screen.getByText('2 selected')).toBeInTheDocument();
});
