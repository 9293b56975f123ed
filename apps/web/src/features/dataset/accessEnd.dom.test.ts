import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { siteEndpoints } from '@atrium/contract/endpoints/site';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { formatDay } from '../../lib/formatDay.ts';
import { aDataset, aDatasetDetail, aUser } from '../../testing/people.ts';
import { renderPortal } from '../../testing/renderPortal.tsx';
import { answers, server } from '../../testing/server.ts';
import { aHomeData } from '../../testing/site.ts';

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

function memberUntil(accessUntil: string) {
  server.use(
    answers(accessEndpoints.currentUser, { user: aUser(), platformVersion: 'v1', version: 'v1' }),
    answers(catalogueEndpoints.datasets, { datasets: [aDataset({ accessUntil })] }),
    answers(catalogueEndpoints.dataset, aDatasetDetail({ accessUntil })),
    answers(siteEndpoints.homeData, aHomeData()),
  );
  return `Your access ends after ${formatDay(accessUntil)}`;
}

it.each(['/', '/dataset/default'])('%s says when the access ends, within 30 days of it', async (address) => {
  const sentence = memberUntil(inDays(12));
  renderPortal(address);
  expect(await screen.findByText(sentence)).toBeVisible();
});

it.each(['/', '/dataset/default'])('%s says nothing of an end that is further away', async (address) => {
  memberUntil(inDays(40));
  renderPortal(address);
  expect(await screen.findByRole('heading', { name: 'Heart Trios' })).toBeVisible();
  expect(screen.queryByText(/Your access ends/)).not.toBeInTheDocument();
});
