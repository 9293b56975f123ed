import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { siteEndpoints } from '@atrium/contract/endpoints/site';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aDataset, aDatasetDetail, aUser } from '../../testing/people.ts';
import { renderPortal } from '../../testing/renderPortal.tsx';
import { answers, refuses, server } from '../../testing/server.ts';
import { aHomeData } from '../../testing/site.ts';

const dataUse = { words: 'research on congenital heart disease', of: '557' };

/** A member who has stated no purpose; stating one opens the dataset. */
function unstated() {
  const stated: unknown[] = [];
  server.use(
    answers(accessEndpoints.currentUser, { user: aUser(), platformVersion: 'v1', version: 'v1' }),
    answers(catalogueEndpoints.datasets, { datasets: [aDataset()] }),
    answers(siteEndpoints.homeData, aHomeData()),
    refuses(catalogueEndpoints.dataset, 403, { detail: 'Please say for what.', code: 'purpose_required' }),
    answers(catalogueEndpoints.purpose, {
      isAsked: true,
      purpose: null,
      diseases: [{ code: 'MONDO:0005453', title: 'congenital heart disease' }],
      conditions: [{ code: 'IRB', words: 'The work has ethics approval' }],
    }),
    answers(catalogueEndpoints.statePurpose, ({ body }) => {
      stated.push(body);
      server.use(answers(catalogueEndpoints.dataset, aDatasetDetail({ subjectCount: '412', dataUse })));
      return { status: 'complete' as const };
    }),
  );
  return stated;
}

it('a purpose is asked for in place of a screen, and what it reaches is said in words (rules 8.33 and 8.35)', async () => {
  const stated = unstated();
  const { user } = renderPortal('/dataset/default');
  const send = await screen.findByRole('button', { name: 'Use the data for this' });
  expect(send).toBeDisabled();
  await user.click(screen.getByRole('radio', { name: 'Research on one disease' }));
  expect(send).toBeDisabled();
  await user.click(screen.getByRole('combobox', { name: 'Disease' }));
  await user.click(await screen.findByRole('option', { name: 'congenital heart disease' }));
  await user.click(screen.getByRole('checkbox', { name: 'Genetics' }));
  await user.click(screen.getByRole('checkbox', { name: 'The work has ethics approval' }));
  await user.click(send);
  expect(
    await screen.findByText(/^For research on congenital heart disease: 412 of 557 \w+ agreed/),
  ).toBeVisible();
  expect(stated).toEqual([
    { research: 'disease', disease: 'MONDO:0005453', involves: ['genetics'], confirms: ['IRB'] },
  ]);
});

it('a purpose is changed from the page of the dataset; a refusal is shown in the form', async () => {
  unstated();
  server.use(
    answers(catalogueEndpoints.dataset, aDatasetDetail({ dataUse })),
    refuses(catalogueEndpoints.statePurpose, 400, { detail: 'IRB is no condition.', code: 'bad_request' }),
  );
  const { user } = renderPortal('/dataset/default');
  await user.click(await screen.findByRole('button', { name: 'Change the purpose' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(await dialog.findByRole('radio', { name: 'Other research' }));
  await user.click(dialog.getByRole('button', { name: 'Use the data for this' }));
  expect(await dialog.findByText('IRB is no condition.')).toBeVisible();
});

it('members who see aggregates only are told for which use the figures are, and cannot change it', async () => {
  unstated();
  const use = { words: 'every use', of: null };
  server.use(answers(catalogueEndpoints.dataset, aDatasetDetail({ accessLevel: 'agg', dataUse: use })));
  renderPortal('/dataset/default');
  expect(await screen.findByText(/^All figures are of the \w+ who agreed to every use\.$/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Change the purpose' })).toBeNull();
});
