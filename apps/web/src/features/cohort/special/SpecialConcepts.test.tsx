import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import { cohortInsightEndpoints } from '@atrium/contract/endpoints/cohortInsight';
import type { CohortView } from '@atrium/contract/wire/cohortView';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aChoice, aCohort, aCohortOf } from '../../../testing/cohorts.ts';
import { renderParts } from '../../../testing/renderParts.tsx';
import { answers, refuses, server } from '../../../testing/server.ts';
import { SpecialConcepts } from './SpecialConcepts.tsx';

const missing = { subjects: 0, everyone: 0 };
const distributions = (count: number) =>
  answers(cohortInsightEndpoints.distributions, {
    snapshotId: 7,
    count,
    everyone: 1000,
    concepts: [
      {
        conceptId: 'age',
        title: 'Age',
        kind: 'bins',
        moreValues: 0,
        missing: { subjects: count / 2, everyone: 500 },
        bars: [{ label: '0', subjects: count / 2, everyone: 500 }],
      },
      {
        conceptId: 'sex',
        title: 'Sex',
        kind: 'values',
        moreValues: 0,
        missing,
        bars: [{ label: 'Female', subjects: count, everyone: 505 }],
      },
    ],
  });

function open(view: CohortView) {
  server.use(answers(cohortEndpoints.read, view));
  const onOpen = vi.fn<(conceptId: string) => void>();
  return { ...renderParts(<SpecialConcepts dataset="default" onOpen={onOpen} />), onOpen };
}
const filtered = aCohortOf([aChoice()], { snapshotId: 7 });

it('the concepts stand by their distance from everyone, and each opens its editor (rule 4.19)', async () => {
  server.use(distributions(100));
  const { user, onOpen } = open(filtered);
  const rows = await screen.findAllByRole('button', { name: /Sex|Age/ });
  expect(rows[0]).toHaveTextContent('SexFemale: 100% here, 50.5% of everyone1.40');
  expect(rows[1]).toHaveTextContent('AgeLike everyone0.00');
  await user.click(screen.getByRole('button', { name: /^Sex/ }));
  expect(onOpen).toHaveBeenCalledWith('sex');
});

it.each([
  [aCohort(), 100, /Your cohort is everyone/],
  [filtered, 0, /Nobody is in your cohort/],
])('where nothing can be compared it says why', async (view, count, says) => {
  server.use(distributions(count));
  open(view);
  expect(await screen.findByText(says)).toBeInTheDocument();
});

it('a refusal is shown in its own words, and tried again', async () => {
  server.use(
    refuses(cohortInsightEndpoints.distributions, 403, { detail: 'Your access ended.', code: 'forbidden' }),
  );
  const { user } = open(filtered);
  expect(await screen.findByText('Your access ended.')).toBeInTheDocument();
  server.use(distributions(100));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: /^Sex/ })).toBeInTheDocument();
});
