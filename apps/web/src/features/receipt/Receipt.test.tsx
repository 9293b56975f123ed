import { type ReceiptView, receiptEndpoints } from '@atrium/contract';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { datasetQuery } from '../../api/session.ts';
import { aCohort } from '../../testing/cohorts.ts';
import { aDatasetDetail } from '../../testing/people.ts';
import { renderParts } from '../../testing/renderParts.tsx';
import { answers, refuses, server } from '../../testing/server.ts';
import { aTable } from '../../testing/tables.ts';
import { Receipt } from './Receipt.tsx';

const id = '7f3k-9m2q-xx3d-8zkt';

const aReceipt = (given: Partial<ReceiptView> = {}): ReceiptView => ({
  id,
  kind: 'table',
  release: 'release_4',
  isLive: true,
  issuedAt: '2026-05-04T09:00:00.000Z',
  cohort: aCohort({ describe: 'Subject criteria<br>- Sex = <strong>Female</strong>' }),
  table: aTable(),
  analysis: null,
  ...given,
});

function openReceipt({ seesSubjects = true } = {}) {
  const loaded: string[] = [];
  const parts = renderParts(
    <Receipt
      dataset="default"
      receiptId={id}
      seesSubjects={seesSubjects}
      onLoaded={(kinds) => void loaded.push(...kinds)}
    />,
    (client) =>
      client.setQueryData(
        datasetQuery('default').queryKey,
        aDatasetDetail({ releaseNumbers: { release_4: 2 } }),
      ),
  );
  return { ...parts, loaded };
}

it('shows the definition behind a receipt in words, with its columns and its release', async () => {
  server.use(answers(receiptEndpoints.read, aReceipt({ isLive: false })));
  openReceipt();
  expect(await screen.findByRole('heading', { level: 1, name: 'Count receipt' })).toBeVisible();
  expect(screen.getByText('Female')).toBeVisible();
  expect(screen.getByText(/^release 2, which is not live/)).toBeVisible();
  expect(screen.getByRole('link', { name: id })).toHaveAttribute('href', `/default/receipts/${id}`);
  for (const { label } of aTable().extended.fields) expect(screen.getByText(label)).toBeVisible();
});

it('says what loading replaces before it loads, and what was loaded after', async () => {
  server.use(
    answers(receiptEndpoints.read, aReceipt()),
    answers(receiptEndpoints.load, { loaded: ['cohort', 'table'] }),
  );
  const { user, loaded } = openReceipt();
  await user.click(await screen.findByRole('button', { name: 'Load as active' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('This replaces your active cohort and columns. Undo leads back.');
  expect(loaded).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Load as active' }));
  await expect.poll(() => loaded).toEqual(['cohort', 'table']);
});

it('offers nothing to load where a member who sees aggregates only opens the receipt of everyone', async () => {
  server.use(answers(receiptEndpoints.read, aReceipt({ kind: 'cohort', table: null, cohort: aCohort() })));
  openReceipt({ seesSubjects: false });
  expect(await screen.findByText('Everyone, without any filter')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Load as active' })).toBeNull();
});

it('says that a receipt is not there for this member', async () => {
  const detail = 'There is no such count receipt for you.';
  server.use(refuses(receiptEndpoints.read, 404, { detail, code: 'not_found' }));
  openReceipt();
  expect(await screen.findByText(detail)).toBeVisible();
});
