import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { reportEndpoints } from '@atrium/contract/endpoints/report';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import * as files from '../../../lib/saveFile.ts';
import { participants } from '../../../testing/openPanel.tsx';
import { renderParts } from '../../../testing/renderParts.tsx';
import { aMethods } from '../../../testing/reports.ts';
import { answers, refuses, server } from '../../../testing/server.ts';
import { Methods } from './Methods.tsx';

const open = () => renderParts(<Methods dataset="default" reportId={73} held="version 1 on release_3" />);

it('tells the filters in words, the steps, the codes, the source and the citation', async () => {
  server.use(
    answers(catalogueEndpoints.collections, [participants]),
    answers(reportEndpoints.methods, aMethods()),
  );
  const { user } = open();
  expect(await screen.findByRole('heading', { name: 'Methods' })).toBeVisible();
  expect(within(screen.getByRole('list', { name: 'In words' })).getByText('Sex = "Female"')).toBeVisible();
  expect(
    await screen.findByRole('img', {
      name: /Everyone: 1,204 participants; Sex = "Female": 612 participants/,
    }),
  ).toBeVisible();
  expect(screen.getByText('592 participants left out')).toBeInTheDocument();
  expect(screen.getByText('7f3k-9m2q-xx3d-8zkt')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Finding · 2 codes' }));
  expect(await screen.findByRole('cell', { name: 'Ventricular septal defect' })).toBeVisible();
  expect(screen.getByText('Girls with Glenn. Heart (default), release_3.')).toBeVisible();
});

it('shows the program of the chosen language', async () => {
  server.use(answers(reportEndpoints.methods, aMethods()));
  const { user } = open();
  expect(await screen.findByText('import atrium_portal')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'R' }));
  expect(await screen.findByText('library(atriumportal)')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Download the program in R' })).toBeVisible();
});

it('saves the attrition as a drawing that needs nothing of the page', async () => {
  const save = vi.spyOn(files, 'saveFile').mockImplementation(() => {});
  server.use(
    answers(
      reportEndpoints.methods,
      aMethods({
        attrition: [
          { label: 'Everyone', count: 5 },
          { label: 'Note <b> & "x"', count: 0 },
        ],
      }),
    ),
  );
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Save picture' }));
  await user.click(await screen.findByRole('menuitem', { name: 'SVG drawing' }));
  await waitFor(() => expect(save).toHaveBeenCalled());
  const [blob, name] = save.mock.calls[0] ?? [];
  expect(name).toMatch(/^report_73_attrition_[\d-]+_\w+\.svg$/);
  const text = (await blob?.text()) ?? '';
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  expect(parsed.getAttribute('width')).toMatch(/^\d+$/);
  expect(parsed.textContent).toContain('Note <b> & "x"');
  expect(text).not.toContain('class=');
  // A file brings no face of the page.
  expect(parsed.getAttribute('font-family')).toContain('sans-serif');
});

it('says why there are no methods, and tries again', { tags: 'long' }, async () => {
  server.use(refuses(reportEndpoints.methods, 503, { detail: 'Not now.', code: 'unavailable' }));
  const { user } = open();
  expect(await screen.findByText('Not now.', undefined, { timeout: 5000 })).toBeVisible();
  server.use(answers(reportEndpoints.methods, aMethods()));
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Methods' })).toBeVisible();
});
