import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { siteEndpoints } from '@atrium/contract/endpoints/site';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../api/apiError.ts';
import { request } from '../api/client.ts';
import { createQueryClient } from '../api/queryClient.ts';
import { aDataset, aDatasetDetail, aUser } from '../testing/people.ts';
import { renderPortal } from '../testing/renderPortal.tsx';
import { answers, refuses, respondsWith, server } from '../testing/server.ts';
import { aHomeData } from '../testing/site.ts';

const version = { platformVersion: 'v6.5.3', version: 'v6.5.3' };

function signedIn(): void {
  server.use(
    answers(accessEndpoints.currentUser, { user: aUser(), ...version }),
    answers(catalogueEndpoints.datasets, { datasets: [aDataset()] }),
    answers(catalogueEndpoints.dataset, aDatasetDetail()),
    answers(siteEndpoints.homeData, aHomeData()),
  );
}

/** Answers the collections in these ways in turn, the last one for good; returns how often they were asked for. */
function collections(...inTurn: readonly (() => Response)[]): () => number {
  let asked = 0;
  server.use(
    respondsWith(catalogueEndpoints.collections, () => {
      asked += 1;
      return (inTurn[asked - 1] ?? inTurn.at(-1) ?? HttpResponse.error)();
    }),
  );
  return () => asked;
}

const refusal =
  (status: number, headers: Record<string, string> = {}) =>
  () =>
    HttpResponse.json({ detail: 'Not now.', code: 'too_many_requests' }, { status, headers });

describe('a dataset whose collections cannot be loaded (rules 16.7 and 16.8)', () => {
  it.each([
    ['403', refusal(403)],
    ['429', refusal(429, { 'retry-after': '30' })],
    ['a body that nobody can use', () => HttpResponse.json({})],
    ['HTML', () => HttpResponse.html('<h1>Wrong server</h1>')],
    ['nothing', () => new HttpResponse(null, { status: 204 })],
  ])('shows its screen, says so, and asks once: %s', async (_what, reply) => {
    signedIn();
    const asked = collections(reply);
    renderPortal('/dataset/default');
    const notice = await screen.findByText(/the collections of the dataset/);
    expect(notice).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Build a cohort' })).toBeVisible();
    expect(screen.queryByText('Loading…')).not.toBeInTheDocument();
    expect(asked()).toBe(1);
  });

  it('asks again when the person says so, and the screen stays meanwhile', async () => {
    signedIn();
    const asked = collections(refusal(403), () => HttpResponse.json([]));
    const { user } = renderPortal('/dataset/default');
    const shown = await screen.findByRole('link', { name: 'Build a cohort' });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(/the collections of the dataset/)).not.toBeInTheDocument());
    expect([asked(), shown.isConnected]).toEqual([2, true]);
  });
});

describe('a call that fails', () => {
  const { retry, retryDelay } = createQueryClient().getDefaultOptions().queries ?? {};
  const error = (status: number, retryAfter?: number) =>
    new ApiError({ status, detail: 'Not now.', retryAfter });
  const isMadeAgain = (failures: number, failed: Error): unknown =>
    typeof retry === 'function' && retry(failures, failed);

  it.each([
    ['once, where the portal could not answer', 0, error(500), true],
    ['not a second time', 1, error(500), false],
    ['after a pause that the portal asks for', 0, error(429, 2), true],
    ['not where that pause is long', 0, error(503, 30), false],
    ['not where the portal has refused it', 0, error(403), false],
    ['not where the reply cannot be used', 0, error(200), false],
  ])('is made again by itself %s', (_rule, failures, failed, expected) => {
    expect(isMadeAgain(failures, failed)).toBe(expected);
  });

  it('waits as long as the portal asks, else a second', () => {
    const pauses = [error(429, 4), error(500)].map((failed) =>
      typeof retryDelay === 'function' ? retryDelay(0, failed) : retryDelay,
    );
    expect(pauses).toEqual([4000, 1000]);
  });

  it('for want of a session does not have the portal ask for the session for ever', async () => {
    let asked = 0;
    localStorage.setItem('atrium-last-reload', String(Date.now()));
    server.use(
      respondsWith(accessEndpoints.currentUser, () => {
        asked += 1;
        return HttpResponse.json({ detail: 'Sign in.', code: 'not_signed_in' }, { status: 401 });
      }),
      refuses(catalogueEndpoints.datasets, 401, { detail: 'Sign in.', code: 'not_signed_in' }),
    );
    renderPortal('/login');
    expect(await screen.findByText('Your session could not be loaded')).toBeVisible();
    expect(asked).toBe(1);
  });

  it('for want of a session has the portal ask for the session, whatever part of the page makes it (rule 11.47)', async () => {
    localStorage.setItem('atrium-last-reload', String(Date.now()));
    signedIn();
    server.use(respondsWith(catalogueEndpoints.collections, () => HttpResponse.json([])));
    renderPortal('/dataset/default');
    await screen.findByRole('link', { name: 'Build a cohort' });
    const refusal = { detail: 'Sign in.', code: 'not_signed_in' };
    server.use(
      answers(accessEndpoints.currentUser, { user: null, ...version }),
      refuses(catalogueEndpoints.datasets, 401, refusal),
      refuses(adminEndpoints.data.uploads.list, 401, refusal),
    );
    await expect(request(adminEndpoints.data.uploads.list)).rejects.toThrow('Sign in.');
    expect(await screen.findByRole('link', { name: 'Log in' })).toBeVisible();
  });
});
