import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aCohort, choices } from '../../../testing/cohorts.ts';
import { aConceptDetail } from '../../../testing/concepts.ts';
import { openEditor } from '../../../testing/openEditor.tsx';
import { answers } from '../../../testing/server.ts';

const concept = aConceptDetail({ cohortOptions: { selectedValues: [] } });
const statistics = choices('sex', { Female: 6120, Male: 3904 });
const preview = () => screen.getByTestId('preview-count');

it('what was chosen is counted before it is applied, each choice by itself', async () => {
  const tried: unknown[] = [];
  const countAfter = answers(cohortEndpoints.countAfter, ({ body }) => {
    tried.push(body);
    return { count: tried.length === 1 ? 6120 : 10_024, errors: [], snapshotId: 1 };
  });
  const { user, posted } = openEditor({ concept, statistics, others: [countAfter] });
  await user.click(await screen.findByRole('checkbox', { name: /^Female/ }));
  await waitFor(() => expect(preview()).toHaveTextContent('6,120 subjectswith this filter'));
  await user.click(screen.getByRole('checkbox', { name: /^Male/ }));
  expect(preview()).not.toHaveTextContent('6,120');
  await waitFor(() => expect(preview()).toHaveTextContent('10,024 subjects'));
  expect(posted).toEqual([]);
  expect(tried).toEqual(
    [['Female'], ['Female', 'Male']].map((selected_categories) => ({
      transformation: expect.objectContaining({ selected_categories, ignore_warnings: true }),
    })),
  );
  await user.click(screen.getByRole('checkbox', { name: /^Male/ }));
  await user.click(screen.getByRole('checkbox', { name: /^Female/ }));
  expect(preview()).toBeEmptyDOMElement();
});

it.each([
  ['the server would refuse it', { count: null, errors: ['No.'], snapshotId: 1 }],
  ['the cohort on the server is another one', { count: 3, errors: [], snapshotId: 2 }],
])('no number is shown where %s', async (_, reply) => {
  let calls = 0;
  const countAfter = answers(cohortEndpoints.countAfter, () => {
    calls += 1;
    return reply;
  });
  const view = aCohort();
  const { user } = openEditor({ concept, statistics, view, others: [countAfter] });
  await user.click(await screen.findByRole('checkbox', { name: /^Female/ }));
  await waitFor(() => expect(calls).toBe(1));
  await waitFor(() => expect(preview()).toBeEmptyDOMElement());
});
