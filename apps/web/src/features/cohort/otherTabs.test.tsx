import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aChoice, aCohort, aCohortOf } from '../../testing/cohorts.ts';
import { openPanel } from '../../testing/openPanel.tsx';
import { answers, server } from '../../testing/server.ts';

/** Sends a message as another tab would. */
function otherTab() {
  const received: unknown[] = [];
  const channel = new BroadcastChannel('atrium cohort');
  channel.onmessage = ({ data }) => received.push(data);
  return { channel, received };
}

it('a change in another tab is loaded, and a quiet note says so', async () => {
  const { user } = openPanel(aCohortOf([aChoice()], { snapshotId: 5 }));
  await screen.findByText('1,234');
  server.use(
    answers(cohortEndpoints.read, aCohort({ snapshotId: 6 })),
    answers(cohortEndpoints.count, { count: 12_000, definition: [] }),
  );
  const { channel } = otherTab();
  channel.postMessage({ from: 'elsewhere', dataset: 'default', snapshotId: 6 });
  expect(await screen.findByText(/Changed in another tab/)).toBeInTheDocument();
  expect(await screen.findByText('12,000')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Dismiss this notice' }));
  expect(screen.queryByText(/Changed in another tab/)).not.toBeInTheDocument();
  channel.close();
});

it('an edit of this tab is sent to the others, and does not count as a change from elsewhere', async () => {
  const { user } = openPanel(aCohortOf([aChoice()], { snapshotId: 5 }));
  const { channel, received } = otherTab();
  await user.click(await screen.findByRole('button', { name: /^Delete filter/ }));
  await waitFor(() => expect(received).toMatchObject([{ dataset: 'default', snapshotId: 6 }]));
  expect(screen.queryByText(/Changed in another tab/)).not.toBeInTheDocument();
  channel.close();
});

it('the cohort is read again when the window is looked at again', async () => {
  openPanel(aCohortOf([aChoice()], { snapshotId: 5 }));
  await screen.findByText('1,234');
  server.use(
    answers(cohortEndpoints.read, aCohort({ snapshotId: 6 })),
    answers(cohortEndpoints.count, { count: 12_000, definition: [] }),
  );
  window.dispatchEvent(new Event('visibilitychange'));
  expect(await screen.findByText(/Changed in another tab/)).toBeInTheDocument();
});
