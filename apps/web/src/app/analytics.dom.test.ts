import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it } from 'vitest';
import { request } from '../api/client.ts';
import { aDataset, aUser } from '../testing/people.ts';
import { renderPortal } from '../testing/renderPortal.tsx';
import { answers, server } from '../testing/server.ts';
import { track } from './analytics.ts';

let stop = () => {};
afterEach(() => stop());

it('page views and calls are reported to the site’s analytics service, with the site’s number', async () => {
  const reported: Record<string, string>[] = [];
  server.use(
    http.post('https://stats.example/matomo.php', ({ request: { url, credentials } }) => {
      reported.push({ ...Object.fromEntries(new URL(url).searchParams), credentials });
      return new HttpResponse();
    }),
    answers(accessEndpoints.currentUser, { user: aUser(), platformVersion: 'v1', version: 'v1' }),
    answers(catalogueEndpoints.datasets, { datasets: [aDataset()] }),
  );
  const { router } = renderPortal('/there/is/nothing?x=1');
  stop = track({ url: 'https://stats.example/matomo.php', siteId: 2 }, router);
  await act(() => router.load());
  await router.navigate({ to: '/', search: { returnTo: '/x' } });
  await screen.findByRole('heading', { name: 'Choose a dataset' });
  await request(catalogueEndpoints.datasets);
  const views = () => reported.filter((one) => one['ca'] === undefined).map((one) => one['url']);
  await waitFor(() =>
    expect(views()).toEqual([
      expect.stringMatching(/\/there\/is\/nothing\?x=1$/),
      expect.stringMatching(/\/\?returnTo=%2Fx$/),
    ]),
  );
  const call = {
    e_c: 'call',
    e_a: '200',
    e_n: '/api/v2/dataset',
    e_v: expect.stringMatching(/^\d+\.\d{3}$/),
  };
  await waitFor(() => expect(reported).toContainEqual(expect.objectContaining(call)));
  expect(reported.every((one) => one['idsite'] === '2' && one['credentials'] === 'omit')).toBe(true);
});
