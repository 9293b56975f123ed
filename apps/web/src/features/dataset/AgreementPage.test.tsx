import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { analysisEndpoints } from '@atrium/contract/endpoints/analysis';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { siteEndpoints } from '@atrium/contract/endpoints/site';
import type { Agreement } from '@atrium/contract/wire/agreement';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aDataset, aDatasetDetail, aUser } from '../../testing/people.ts';
import { renderPortal } from '../../testing/renderPortal.tsx';
import { answers, refuses, server } from '../../testing/server.ts';
import { aHomeData } from '../../testing/site.ts';

const agreement: Agreement = {
  version: '2026-1',
  text: '# Terms\n\nNobody is to be **identified**.',
  textHash: 'a'.repeat(64),
  acceptedAt: null,
};
const owed = { detail: 'Please accept the agreement.', code: 'agreement_required' };
const accept = { name: 'I accept this agreement' };

/** A member who has not accepted the agreement of the dataset; accepting it opens the dataset. */
function invited() {
  const accepted: unknown[] = [];
  server.use(
    answers(accessEndpoints.currentUser, { user: aUser(), platformVersion: 'v1', version: 'v1' }),
    answers(catalogueEndpoints.datasets, { datasets: [aDataset()] }),
    refuses(catalogueEndpoints.dataset, 403, owed),
    answers(accessEndpoints.agreement, { agreement }),
    answers(siteEndpoints.homeData, aHomeData()),
    answers(accessEndpoints.acceptAgreement, ({ body }) => {
      accepted.push(body);
      server.use(answers(catalogueEndpoints.dataset, aDatasetDetail()));
      return { status: 'complete' as const };
    }),
  );
  return accepted;
}

it('is shown in place of a screen of the dataset, with its version and what is kept', async () => {
  invited();
  renderPortal('/dataset/default');
  expect(await screen.findByRole('heading', { level: 1, name: 'Data-use agreement' })).toBeVisible();
  expect(await screen.findByRole('heading', { level: 2, name: 'Terms' })).toBeVisible();
  expect(screen.getByText('Heart Trios')).toBeVisible();
  expect(screen.getByText('Version 2026-1')).toBeVisible();
  expect(screen.getByText(/keeps for good that you accepted/)).toBeVisible();
});

it('is accepted as shown, and the page that was wanted follows at its address', async () => {
  const accepted = invited();
  const { user, router } = renderPortal('/dataset/default');
  await user.click(await screen.findByRole('button', accept));
  expect(await screen.findByRole('heading', { level: 1, name: 'Heart Trios' })).toBeVisible();
  expect(accepted).toEqual([{ version: '2026-1', text_hash: 'a'.repeat(64) }]);
  expect(router.state.location.pathname).toBe('/dataset/default');
});

it('that has changed meanwhile is loaded anew, and the reason is shown', async () => {
  invited();
  const { user } = renderPortal('/dataset/default');
  const button = await screen.findByRole('button', accept);
  const next = { ...agreement, version: '2026-2', text: 'New words.' };
  server.use(
    refuses(accessEndpoints.acceptAgreement, 409, { detail: 'The agreement has changed.', code: 'conflict' }),
    answers(accessEndpoints.agreement, { agreement: next }),
  );
  await user.click(button);
  expect(await screen.findByText('New words.')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('The agreement has changed.');
});

it('that comes into force while a page is open takes its place', async () => {
  invited();
  server.use(answers(catalogueEndpoints.dataset, aDatasetDetail({ accessLevel: 'agg' })));
  const { router } = renderPortal('/dataset/default');
  expect(await screen.findByRole('heading', { level: 1, name: 'Heart Trios' })).toBeVisible();
  server.use(
    refuses(catalogueEndpoints.dataset, 403, owed),
    ...Object.values(analysisEndpoints).map((endpoint) => refuses(endpoint, 403, owed)),
  );
  await router.navigate({ to: '/$dataset/aggregate', params: { dataset: 'default' } });
  await waitFor(() => expect(screen.getByRole('button', accept)).toBeVisible());
});
