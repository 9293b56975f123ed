import { assistantEndpoints } from '@atrium/contract/endpoints/assistant';
import type { Proposal } from '@atrium/contract/wire/assistant';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aChoice, aCohort, aCohortOf, aFilter, aSet } from '../../../testing/cohorts.ts';
import { renderParts } from '../../../testing/renderParts.tsx';
import { answers, refuses, server } from '../../../testing/server.ts';
import { ProposalBanner } from './ProposalBanner.tsx';

const filtered = aCohortOf([aChoice()]);
const proposal: Proposal = {
  id: 3,
  assistant: 'my chat',
  note: 'You asked for girls and women.',
  createdAt: '2026-11-27T09:00:00Z',
  isCurrent: true,
  before: aCohort(),
  steps: [{ ...filtered, criteriaSets: [aSet({ entries: [aFilter()] })] }, aCohort()],
};

function open(given: Partial<Proposal> = {}) {
  const answered: string[] = [];
  const answer = (word: string) => () => {
    answered.push(word);
  };
  server.use(
    answers(assistantEndpoints.proposal, () => ({
      proposal: answered.length === 0 ? { ...proposal, ...given } : null,
    })),
    answers(assistantEndpoints.apply, () => {
      answer('apply')();
      return filtered;
    }),
    answers(assistantEndpoints.refuse, () => {
      answer('refuse')();
      return { status: 'complete' as const };
    }),
  );
  return { ...renderParts(<ProposalBanner dataset="default" />), answered };
}

it('shows each proposed edit as a sentence, with its condition, and what the program says (rule 14.83)', async () => {
  open();
  const list = await screen.findByRole('list', { name: 'Proposed changes' });
  const sentences = within(list).getAllByRole('listitem');
  expect(sentences.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Add filter Sex: .*Female/),
    expect.stringMatching(/^(Clear all filters|Delete criteria set)/),
  ]);
  expect(screen.getByText(/“You asked for girls and women.”/)).toBeVisible();
});

it.each(['Apply', 'Refuse'])('changes nothing before the click, and is gone after it: %s', async (name) => {
  const { user, answered } = open();
  const button = await screen.findByRole('button', { name });
  expect(answered).toEqual([]);
  await user.click(button);
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Proposed changes' })).toBeNull());
  expect(answered).toEqual([name.toLowerCase()]);
});

it('of a cohort that has changed since can only be refused', async () => {
  open({ isCurrent: false });
  expect(await screen.findByText(/The cohort has changed since/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull();
});

it('says why it could not be applied', async () => {
  const { user } = open();
  server.use(
    refuses(assistantEndpoints.apply, 412, {
      detail: 'This was changed meanwhile.',
      code: 'changed_meanwhile',
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Apply' }));
  expect(await screen.findByText(/changed meanwhile/)).toBeVisible();
});
